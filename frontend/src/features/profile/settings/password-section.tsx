import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { ChangePasswordForm } from './change-password-form';
import { SettingsSection } from './settings-section';
import { SetupPasswordForm } from './setup-password-form';

const text = profile.password;

/** Sets the first password of an account without one, otherwise changes it. */
export function PasswordSection({ user }: { user: OwnUserResponse }) {
  return (
    <SettingsSection title={text.title} description={user.needs_password_setup ? text.setupLead : text.changeLead}>
      {user.needs_password_setup ? <SetupPasswordForm user={user} /> : <ChangePasswordForm user={user} />}
    </SettingsSection>
  );
}
