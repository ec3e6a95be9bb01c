import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword, setupPassword } from '../../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { getErrorText } from '../../../api/problem';
import { profile } from '../../../messages/profile';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { refreshQueries } from '../../../shared/query-client';
import { currentUserQuery } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import { newPasswordError, NewPasswordField, PasswordField } from '../../../ui/password-field';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import classes from '../own-profile.module.css';
import { refreshAccess } from './refresh-access';
import { SettingsSection } from './settings-section';

/** A hidden field that tells password managers which account the password belongs to. */
function UsernameField({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

const text = profile.password;

function ChangePasswordForm({ user }: { user: OwnUserResponse }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { current_password: '', password: '', revoke_api_tokens: true },
    validate: {
      current_password: (value) => (value === '' ? text.currentRequired : null),
      password: newPasswordError,
    },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => changePassword(values),
    onSuccess: async ({ message }) => {
      form.reset();
      toast(message);
      await refreshAccess(queryClient);
    },
    getErrorText: (error) => text.changeFailed(getErrorText(error, text.unknown)),
  });
  return (
    <form {...formProps} className={classes.form}>
      <FormError text={formError} />
      <UsernameField email={user.email} />
      <PasswordField
        label={text.current}
        {...requiredProps}
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <NewPasswordField label={text.next} {...form.getInputProps('password')} />
      <Checkbox
        label={profile.revokeTokens.label}
        description={profile.revokeTokens.hint}
        {...form.getInputProps('revoke_api_tokens', { type: 'checkbox' })}
      />
      <Button type="submit" isLoading={isPending}>
        {text.change}
      </Button>
    </form>
  );
}

function SetupPasswordForm({ user }: { user: OwnUserResponse }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { password: '' }, validate: { password: newPasswordError } });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => setupPassword(values),
    onSuccess: async () => {
      toast(text.setupDone);
      await refreshQueries(queryClient, currentUserQuery.queryKey);
    },
    getErrorText: (error) => text.setupFailed(getErrorText(error, text.unknown)),
  });
  return (
    <form {...formProps} className={classes.form}>
      <FormError text={formError} />
      <UsernameField email={user.email} />
      <NewPasswordField label={text.next} {...form.getInputProps('password')} />
      <Button type="submit" isLoading={isPending}>
        {text.setup}
      </Button>
    </form>
  );
}

/** Sets the first password of an account without one, otherwise changes it. */
export function PasswordSection({ user }: { user: OwnUserResponse }) {
  return (
    <SettingsSection title={text.title} description={user.needs_password_setup ? text.setupLead : text.changeLead}>
      {user.needs_password_setup ? <SetupPasswordForm user={user} /> : <ChangePasswordForm user={user} />}
    </SettingsSection>
  );
}
