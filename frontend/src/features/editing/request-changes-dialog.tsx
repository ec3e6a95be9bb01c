import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NOTE_MAX } from '@hub/shared/limits';
import { getErrorText } from '../../api/problem';
import { persistText, readPersistedText } from '../../lib/persisted-text';
import { messages } from '../../messages/common';
import { review as text } from '../../messages/review';
import { checkLength } from '../../shared/forms/check-length';
import { useFormSubmit } from '../../shared/forms/use-form-submit';
import { useSession } from '../../shared/session/session';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { FormError } from '../../ui/form-error';
import { requiredProps } from '../../ui/styles/forms';
import { isolate } from '../../ui/isolate';
import classes from './review.module.css';

interface RequestChangesProps {
  item: { id: string; title: string };
  onClose: () => void;
  submit: (note: string) => Promise<void>;
}

/** Asks for the reason, which the author needs to continue. It stays in the browser until it is sent or canceled. */
export default function RequestChangesDialog({ item, onClose, submit }: RequestChangesProps) {
  const { user } = useSession();
  const name = `review/${user?.id ?? ''}/${item.id}`;
  const form = useForm({
    initialValues: { note: readPersistedText(name)?.text ?? '' },
    validate: {
      note: (note) => (note.trim() === '' ? text.noteRequired : checkLength(note, NOTE_MAX)),
    },
    onValuesChange: ({ note }) => {
      persistText(name, note);
    },
  });
  const close = () => {
    persistText(name, '');
    onClose();
  };
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ note }) => submit(note.trim()),
    onSuccess: close,
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <Dialog title={text.requestChanges} text={isolate(text.requestText, item.title)} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <Textarea
          data-autofocus
          label={text.note}
          description={text.noteHint}
          autosize
          minRows={4}
          maxRows={12}
          {...requiredProps}
          {...form.getInputProps('note')}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
