import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { setupPassword } from '../../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { newPasswordError, NewPasswordField } from '../../../shared/forms/new-password-field';
import { useSending } from '../../../shared/forms/use-sending';
import { meQuery } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { FormFailure } from '../../../ui/form-failure';
import { toast } from '../../../ui/toast/toast';
import { AccountName } from './account-name';
import classes from './settings.module.css';

const text = profile.password;

export function SetupPasswordForm({ user }: { user: OwnUserResponse }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { password: '' }, validate: { password: newPasswordError } });
  const { formProps, failure, isPending } = useSending({
    form,
    send: (values) => setupPassword(values),
    onSent: async () => {
      toast(text.setupDone);
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    explain: (error) => text.setupFailed(failureText(error, text.unknown)),
  });
  return (
    <form {...formProps} className={classes.form}>
      <FormFailure text={failure} />
      <AccountName email={user.email} />
      <NewPasswordField label={text.next} {...form.getInputProps('password')} />
      <Button type="submit" loading={isPending}>
        {text.setup}
      </Button>
    </form>
  );
}
