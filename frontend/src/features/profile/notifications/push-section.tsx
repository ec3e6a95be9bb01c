import type { PushResponse } from '../../../api/generated/model/pushResponse';
import { push as text } from '../../../messages/push';
import { LoadError } from '../../../shared/errors/load-error';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ListSkeleton } from '../../../ui/skeleton';
import classes from '../own-profile.module.css';
import { useDevicePush, useTurnPushOff, useTurnPushOn } from '../push/queries';
import { SettingsSection } from '../settings/settings-section';

/** The state of this device, and its button. */
function DeviceSwitch({ isOn, push }: { isOn: boolean; push: PushResponse }) {
  const on = useTurnPushOn();
  const off = useTurnPushOff();
  const toggle = () => {
    const subscription = push.subscriptions.find(({ current }) => current);
    if (isOn && subscription) off.mutate(subscription);
    else on.mutate(push);
  };
  return (
    <div className={classes.row}>
      <Badge tone={isOn ? 'green' : 'gray'}>{isOn ? text.on : text.off}</Badge>
      <Button variant={isOn ? 'default' : 'primary'} isLoading={on.isPending || off.isPending} onClick={toggle}>
        {isOn ? text.turnOff : text.turnOn}
      </Button>
    </div>
  );
}

/** Whether this browser shows notifications while no page of the hub is open. Off until the user turns it on. */
export function PushSection() {
  const { data, error, refetch } = useDevicePush();
  return (
    <SettingsSection title={text.title} description={text.lead}>
      {data?.obstacle ? (
        <p className={classes.description}>{text.obstacles[data.obstacle]}</p>
      ) : data ? (
        <DeviceSwitch isOn={data.isOn} push={data.push} />
      ) : error ? (
        <LoadError error={error} title={text.loadFailed} onRetry={refetch} />
      ) : (
        <ListSkeleton rows={1} />
      )}
    </SettingsSection>
  );
}
