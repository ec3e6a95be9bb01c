import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { openShareLink } from '../../api/generated/sharing/sharing';
import { getErrorText, hasStatus } from '../../api/problem';
import { usePageTitle } from '../../lib/page';
import { sharedPage as text } from '../../messages/shared-page';
import { useFormSubmit } from '../../shared/forms/use-form-submit';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { PasswordField } from '../../ui/password-field';
import { requiredProps } from '../../ui/styles/forms';
import { sharedItemQuery } from './shared-item-query';
import classes from './shared-page.module.css';

/** Opens a link that has a password. */
export function PasswordForm({ token, page }: { token: string; page: string | undefined }) {
  const queryClient = useQueryClient();
  const { queryKey } = sharedItemQuery(token, page);
  usePageTitle(text.passwordTitle);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? text.passwordRequired : null) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: async ({ password }) => {
      try {
        return await openShareLink({ token, password });
      } catch (error) {
        // The link has ended meanwhile.
        if (hasStatus(error, 404)) void queryClient.refetchQueries({ queryKey });
        throw error;
      }
    },
    onSuccess: (item) => {
      queryClient.setQueryData(sharedItemQuery(token).queryKey, item);
      return page === undefined ? undefined : queryClient.refetchQueries({ queryKey });
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <div className={classes.password}>
      <h1 tabIndex={-1} className={classes.passwordTitle}>
        {text.passwordTitle}
      </h1>
      <p className={classes.lead}>{text.passwordLead}</p>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <PasswordField
          data-first-focus
          label={text.password}
          autoComplete="off"
          {...requiredProps}
          {...form.getInputProps('password')}
        />
        <Button type="submit" isLoading={isPending}>
          {text.open}
        </Button>
      </form>
    </div>
  );
}
