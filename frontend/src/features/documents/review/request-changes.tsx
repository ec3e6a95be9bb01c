import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import '../../../ui/styles/forms';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { useRefusal } from '../../../shared/forms/use-refusal';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import { required } from '../../../ui/required';
import classes from './review.module.css';

const text = writing.review;
const MAX_NOTE = 500;

interface RequestChangesProps {
  title: string;
  onClose: () => void;
  onSend: (note: string) => void;
}

/** Asks for the reason, which its author needs to go on. */
export default function RequestChanges({ title, onClose, onSend }: RequestChangesProps) {
  const element = useRef<HTMLFormElement>(null);
  const { refuse } = useRefusal(element);
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
            onSend(note.trim());
            return;
          }
          setError(text.noteRequired);
          refuse();
        }}
      >
        <Textarea
          data-autofocus
          label={text.note}
          rows={4}
          maxLength={MAX_NOTE}
          {...required}
          error={error}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit">{text.send}</Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
