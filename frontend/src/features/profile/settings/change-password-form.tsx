import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword, getListSessionsQueryKey } from '../../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { newPasswordError, NewPasswordField } from '../../../shared/forms/new-password-field';
import { useSending } from '../../../shared/forms/use-sending';
import { Button } from '../../../ui/button';
import { FormFailure } from '../../../ui/form-failure';
import { PasswordField } from '../../../ui/password-field';
import { required } from '../../../ui/required';
import { toast } from '../../../ui/toast/toast';
import { AccountName } from './account-name';
import classes from './settings.module.css';

const text = profile.password;

export function ChangePasswordForm({ user }: { user: OwnUserResponse }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: {
      current_password: (value) => (value === '' ? text.currentRequired : null),
      password: newPasswordError,
    },
  });
  const { formProps, failure, isPending } = useSending({
    form,
    send: (values) => changePassword(values),
    onSent: async () => {
      form.reset();
      toast(text.changed);
      await queryClient.invalidateQueries({ queryKey: getListSessionsQueryKey() });
    },
    explain: (error) => text.changeFailed(failureText(error, text.unknown)),
  });
  return (
    <form {...formProps} className={classes.form}>
      <FormFailure text={failure} />
      <AccountName email={user.email} />
      <PasswordField
        label={text.current}
        {...required}
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <NewPasswordField label={text.next} {...form.getInputProps('password')} />
      <Button type="submit" loading={isPending}>
        {text.change}
      </Button>
    </form>
  );
}
