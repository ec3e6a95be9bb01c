import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { NotificationSettingsResponse } from '../../../api/generated/model/notificationSettingsResponse';
import type { NotificationTopic } from '../../../api/generated/model/notificationTopic';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { notificationSettings as text } from '../../../messages/notification-settings';
import { LoadError } from '../../../shared/errors/load-error';
import { REPORTS_REQUIREMENTS } from '../../../shared/moderation/moderation';
import { meetsRequirement, type Requirement } from '../../../shared/session/session';
import { SelectField, toOptions } from '../../../ui/fields';
import { ListSkeleton } from '../../../ui/skeleton';
import classes from '../own-profile.module.css';
import { SettingsSection } from '../settings/settings-section';
import styles from './notification-settings.module.css';
import { PushSection } from './push-section';
import { notificationSettingsQuery, useMailObstacle, useUpdateNotificationSettings } from './queries';

const CHANNELS = ['in_app', 'email'] as const;
type Channel = (typeof CHANNELS)[number];
const MUTED = { in_app: 'muted_in_app', email: 'muted_email' } as const;

/** Topics of users who meet one of these only. */
const REQUIREMENTS: Partial<Record<NotificationTopic, readonly Requirement[]>> = {
  reviews: ['content.publish', 'moderates_categories'],
  reports: REPORTS_REQUIREMENTS,
  health: ['system.manage'],
};

const TOPICS = Object.keys(text.topics) as NotificationTopic[];
const FREQUENCIES = ['off', 'daily', 'weekly'] as const;

/** The IANA name of the browser's time zone. */
const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The IANA names that the browser knows, UTC and the current one. */
const listTimeZones = (current: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted();

/** Says that a channel is turned off as a whole, which the profile form does. */
function ChannelOff({ label }: { label: string }) {
  return (
    <p className={styles.notice}>
      {label} <Link to="/user/profile">{text.turnOn}</Link>
    </p>
  );
}

interface SectionProps {
  user: OwnUserResponse;
  settings: NotificationSettingsResponse;
}

function TopicsSection({ user, settings }: SectionProps) {
  const { update } = useUpdateNotificationSettings();
  const isOn = user.notification_preferences;
  const obstacle = useMailObstacle(user);
  const topics = TOPICS.filter((topic) => {
    const requirements = REQUIREMENTS[topic];
    return !requirements || requirements.some((each) => meetsRequirement(user, each));
  });
  const toggle = (topic: NotificationTopic, channel: Channel, isMuted: boolean) => {
    const others = settings[MUTED[channel]].filter((muted) => muted !== topic);
    update({ [MUTED[channel]]: isMuted ? [...others, topic] : others });
  };
  return (
    <SettingsSection title={text.topicsTitle} description={text.topicsText}>
      {!isOn.in_app && <ChannelOff label={text.inAppOff} />}
      {obstacle && <p className={styles.notice}>{obstacle}</p>}
      {!isOn.email && !obstacle && <ChannelOff label={text.emailOff} />}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.topic}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {text.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => {
            const { label, hint } = text.topics[topic];
            return (
              <tr key={topic}>
                <th scope="row">
                  {label}
                  <span className={styles.hint}>{hint}</span>
                </th>
                {CHANNELS.map((channel) => (
                  <td key={channel}>
                    <Checkbox
                      aria-label={text.choice({ topic: label, channel: text.channels[channel] })}
                      disabled={!isOn[channel]}
                      checked={isOn[channel] && !settings[MUTED[channel]].includes(topic)}
                      onChange={(event) => {
                        toggle(topic, channel, !event.currentTarget.checked);
                      }}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </SettingsSection>
  );
}

function DigestSection({ user, settings: { digest, time_zone } }: SectionProps) {
  const { update } = useUpdateNotificationSettings();
  const obstacle = useMailObstacle(user);
  return (
    <SettingsSection title={text.digestTitle} description={text.digestText}>
      <div className={classes.form}>
        <SelectField
          label={text.digest}
          description={obstacle ?? text.digestHint}
          data={toOptions(FREQUENCIES, text.frequencies)}
          value={digest}
          onChange={(event) => {
            const chosen = FREQUENCIES.find((frequency) => frequency === event.currentTarget.value) ?? 'off';
            update({ digest: chosen, ...(time_zone === null && chosen !== 'off' && { time_zone: getTimeZone() }) });
          }}
        />
        {digest !== 'off' && (
          <SelectField
            label={text.timeZone}
            data={listTimeZones(time_zone ?? 'UTC')}
            value={time_zone ?? 'UTC'}
            onChange={(event) => {
              update({ time_zone: event.currentTarget.value });
            }}
          />
        )}
      </div>
    </SettingsSection>
  );
}

/** Which notifications the user gets by which channel, and the digest. Changes are saved at once. */
export function NotificationSettingsPanel({ user }: { user: OwnUserResponse }) {
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={8} />
    );
  }
  return (
    <div className={classes.settings}>
      <TopicsSection user={user} settings={data} />
      <PushSection />
      <DigestSection user={user} settings={data} />
    </div>
  );
}
