import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { getListPasskeysQueryKey, renamePasskey } from '../../../api/generated/auth/auth';
import type { PasskeyResponse } from '../../../api/generated/model/passkeyResponse';
import { messages } from '../../../messages/en';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { useSending } from '../../../shared/forms/use-sending';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import { FormFailure } from '../../../ui/form-failure';
import { required } from '../../../ui/required';
import { toast } from '../../../ui/toast/toast';
import classes from './settings.module.css';

const text = profile.passkeys;
const MAX_NAME = 60;

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() === '' ? text.nameRequired : null) },
  });
  const { formProps, failure, isPending } = useSending({
    form,
    send: (values) => renamePasskey(passkey.id, values),
    onSent: async () => {
      await queryClient.invalidateQueries({ queryKey: getListPasskeysQueryKey() });
      onClose();
      toast(text.renamed);
    },
    explain: (error) => failureText(error, text.renameFailed),
  });
  return (
    <Dialog title={text.renameTitle} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormFailure text={failure} />
        <TextInput
          data-autofocus
          label={text.name}
          {...required}
          maxLength={MAX_NAME}
          {...form.getInputProps('name')}
        />
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.save}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
