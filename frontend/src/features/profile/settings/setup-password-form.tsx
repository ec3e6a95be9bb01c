import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { setupPassword } from '../../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../shared/errors/error-text';
import { newPasswordError, NewPasswordField } from '../../../ui/new-password-field';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { currentUserQuery } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import { toast } from '../../../ui/toast/toast';
import { UsernameField } from './username-field';
import classes from './settings.module.css';
import { refreshQueries } from '../../../shared/query-client';

const text = profile.password;

export function SetupPasswordForm({ user }: { user: OwnUserResponse }) {
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
