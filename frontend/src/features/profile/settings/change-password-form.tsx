import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword, getListSessionsQueryKey } from '../../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../shared/errors/error-text';
import { newPasswordError, NewPasswordField } from '../../../ui/new-password-field';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import { PasswordField } from '../../../ui/password-field';
import { requiredProps } from '../../../ui/required-props';
import { toast } from '../../../ui/toast/toast';
import { UsernameField } from './username-field';
import classes from './settings.module.css';
import { refreshQueries } from '../../../shared/query-client';

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
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => changePassword(values),
    onSuccess: async () => {
      form.reset();
      toast(text.changed);
      await refreshQueries(queryClient, getListSessionsQueryKey());
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
      <Button type="submit" isLoading={isPending}>
        {text.change}
      </Button>
    </form>
  );
}
