import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { revokeOtherSessions } from '../../../api/generated/auth/auth';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { profile } from '../../../messages/profile';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { toast } from '../../../ui/toast/toast';
import classes from '../own-profile.module.css';
import { refreshAccess } from './refresh-access';

const text = profile.sessions;

/** Asks before all other sessions end, and whether API tokens, which are no sessions, are revoked as well. */
export function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { revoke_api_tokens: true } });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => revokeOtherSessions(values),
    onSuccess: async ({ message }) => {
      await refreshAccess(queryClient);
      onClose();
      toast(message);
    },
    getErrorText: (error) => getErrorText(error, text.othersFailed),
  });
  return (
    <Dialog role="alertdialog" title={text.confirmOthersTitle} text={text.confirmOthersText} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <Checkbox
          label={profile.revokeTokens.label}
          description={profile.revokeTokens.hint}
          {...form.getInputProps('revoke_api_tokens', { type: 'checkbox' })}
        />
        <DialogActions>
          <Button data-autofocus variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.endOthers}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
