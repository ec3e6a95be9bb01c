import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { useServerErrors } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { requiredProps } from '../../../ui/styles/forms';
import classes from './review.module.css';

const text = writing.review;
const MAX_NOTE = 500;

interface RequestChangesProps {
  title: string;
  onClose: () => void;
  onSubmit: (note: string) => void;
}

/** Asks for the reason, which the author needs to continue. */
export default function RequestChangesDialog({ title, onClose, onSubmit }: RequestChangesProps) {
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  return (
    <Dialog title={text.requestChanges} text={text.requestText(title)} onClose={onClose}>
      <form
        ref={element}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim() !== '') {
            onSubmit(note.trim());
            return;
          }
          setError(text.noteRequired);
          focusFirstError();
        }}
      >
        <Textarea
          data-autofocus
          label={text.note}
          rows={4}
          maxLength={MAX_NOTE}
          {...requiredProps}
          error={error}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit">{text.send}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
