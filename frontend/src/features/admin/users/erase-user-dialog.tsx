import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { eraseUser } from '../../../api/generated/users/users';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { peopleTexts } from '../../../messages/admin-people';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { isolate } from '../../../ui/isolate';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { refreshUserQueries } from './queries';
import classes from './users.module.css';

const text = peopleTexts.erase;

/** Asks to type the email address of the user. */
export function EraseUserDialog({ user, onClose }: { user: UserSummaryResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (typed) => (typed.trim().toLowerCase() === user.email?.toLowerCase() ? null : text.mismatch),
    },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ email }) => eraseUser(user.id, { email }),
    onSuccess: async () => {
      await refreshUserQueries(queryClient);
      onClose();
      toast(text.done);
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <Dialog role="alertdialog" title={text.title} text={isolate(text.text, user.name)} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <p className={classes.hint}>{text.exportFirst}</p>
        <p className={classes.confirmEmail}>{user.email}</p>
        <TextInput
          data-autofocus
          label={text.email}
          {...requiredProps}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" variant="danger" isLoading={isPending}>
            {text.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
