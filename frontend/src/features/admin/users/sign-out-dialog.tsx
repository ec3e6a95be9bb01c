import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { signOutUser } from '../../../api/generated/users/users';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { peopleTexts } from '../../../messages/admin-people';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { isolate } from '../../../ui/isolate';
import { toast } from '../../../ui/toast/toast';
import { refreshUserQueries } from './queries';
import classes from './users.module.css';

const text = peopleTexts.signOut;

/** Asks before all sessions of a user end, and whether API tokens, which are no sessions, end as well. */
export function SignOutDialog({ user, onClose }: { user: UserSummaryResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { revokesTokens: false } });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ revokesTokens }) => signOutUser(user.id, revokesTokens ? { revoke_api_tokens: true } : undefined),
    onSuccess: async () => {
      const { revokesTokens } = form.getValues();
      await refreshUserQueries(queryClient);
      onClose();
      toast(revokesTokens ? text.doneWithTokens : text.done, { subject: user.id });
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <Dialog role="alertdialog" title={text.title} text={isolate(text.text, user.name)} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <Checkbox label={text.apiTokens} {...form.getInputProps('revokesTokens', { type: 'checkbox' })} />
        <DialogActions>
          <Button data-autofocus variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
