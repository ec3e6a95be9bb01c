import { sendVerificationEmail } from '../../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/profile';
import { getErrorText } from '../../../api/problem';
import { useIsMailConfigured } from '../../../shared/session/sign-in-options';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { SettingsSection } from './settings-section';
import classes from '../own-profile.module.css';

const text = profile.email;

function ResendButton() {
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
    <Button
      variant="default"
      isLoading={sending.isPending}
      onClick={() => {
        sending.mutate();
      }}
    >
      {text.send}
    </Button>
  );
}

/** Without a mail server addresses cannot be confirmed, so it offers nothing that would never succeed. */
export function EmailSection({ user }: { user: OwnUserResponse }) {
  const isMailConfigured = useIsMailConfigured();
  const isVerified = user.email_verified;
  const canBeVerified = !isVerified && isMailConfigured === true;
  const withoutMail = !isVerified && isMailConfigured === false ? text.withoutMail : undefined;
  return (
    <SettingsSection title={text.title} description={canBeVerified ? text.reason : withoutMail}>
      <div className={classes.row}>
        <span className={classes.itemName}>
          {user.email}
          {isVerified && <Badge tone="green">{text.verified}</Badge>}
          {canBeVerified && <Badge tone="amber">{text.unverified}</Badge>}
        </span>
        {canBeVerified && <ResendButton />}
      </div>
    </SettingsSection>
  );
}
