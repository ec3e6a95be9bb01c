import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { getListPasskeysQueryKey, renamePasskey } from '../../../api/generated/auth/auth';
import type { PasskeyResponse } from '../../../api/generated/model/passkeyResponse';
import { messages } from '../../../messages/en';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../shared/errors/error-text';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/required-props';
import { toast } from '../../../ui/toast/toast';
import classes from './settings.module.css';
import { refreshQueries } from '../../../shared/query-client';

const text = profile.passkeys;
const MAX_NAME = 60;

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() === '' ? text.nameRequired : null) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => renamePasskey(passkey.id, values),
    onSuccess: async () => {
      await refreshQueries(queryClient, getListPasskeysQueryKey());
      onClose();
      toast(text.renamed);
    },
    getErrorText: (error) => getErrorText(error, text.renameFailed),
  });
  return (
    <Dialog title={text.renameTitle} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <TextInput
          data-autofocus
          label={text.name}
          {...requiredProps}
          maxLength={MAX_NAME}
          {...form.getInputProps('name')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
