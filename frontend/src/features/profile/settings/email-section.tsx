import { sendVerificationEmail } from '../../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../api/problem';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { SettingsSection } from './settings-section';
import classes from '../own-profile.module.css';

const text = profile.email;

export function EmailSection({ user }: { user: OwnUserResponse }) {
  const sending = useActionMutation({
    mutationFn: () => sendVerificationEmail(),
    onSuccess: ({ message }) => {
      void alert({ title: text.sentTitle, text: message });
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
  });
  return (
    <SettingsSection title={text.title} description={user.email_verified ? undefined : text.reason}>
      <div className={classes.row}>
        <span className={classes.itemName}>
          {user.email}
          <Badge tone={user.email_verified ? 'green' : 'amber'}>
            {user.email_verified ? text.verified : text.unverified}
          </Badge>
        </span>
        {!user.email_verified && (
          <Button
            variant="default"
            isLoading={sending.isPending}
            onClick={() => {
              sending.mutate();
            }}
          >
            {text.send}
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}
