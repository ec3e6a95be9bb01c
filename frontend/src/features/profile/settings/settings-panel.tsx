import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { EmailSection } from './email-section';
import { LinkedAccountsSection } from './linked-accounts-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { RoleCodeSection } from './role-code-section';
import { SessionsSection } from './sessions-section';
import classes from './settings.module.css';

/** Sign-in methods, sessions and the role of the user. */
export function SettingsPanel({ user }: { user: OwnUserResponse }) {
  return (
    <div className={classes.settings}>
      <EmailSection user={user} />
      <PasswordSection user={user} />
      <PasskeysSection />
      <LinkedAccountsSection />
      <RoleCodeSection user={user} />
      <SessionsSection />
    </div>
  );
}
