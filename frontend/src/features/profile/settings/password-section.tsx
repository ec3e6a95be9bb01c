import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { ChangePasswordForm } from './change-password-form';
import { Section } from './section';
import { SetupPasswordForm } from './setup-password-form';

const text = profile.password;

/** A first password for accounts that have none, otherwise another one. */
export function PasswordSection({ user }: { user: OwnUserResponse }) {
  return (
    <Section title={text.title} lead={user.needs_password_setup ? text.setupLead : text.changeLead}>
      {user.needs_password_setup ? <SetupPasswordForm user={user} /> : <ChangePasswordForm user={user} />}
    </Section>
  );
}
