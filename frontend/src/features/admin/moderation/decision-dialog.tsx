import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NOTE_MAX } from '@hub/shared/limits';
import { useRef } from 'react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import type { QueueAction } from '../../../api/generated/model/queueAction';
import type { QueueReason } from '../../../api/generated/model/queueReason';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { messages } from '../../../messages/common';
import { checkLength } from '../../../shared/forms/check-length';
import { useServerErrors } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { isolate } from '../../../ui/isolate';
import { requiredProps } from '../../../ui/styles/forms';
import { useDecision } from './use-decision';
import classes from './moderation.module.css';

/** A decision that is asked about: the item as it was when the dialog opened. */
export interface DecisionRequest {
  item: ModerationItemResponse;
  action: QueueAction;
}

const getNoteHint = (reason: QueueReason, isRequired: boolean): string => {
  if (reason === 'report') return text.noteHintPlain;
  return isRequired ? text.noteHintRequired : text.noteHint;
};

interface DecisionDialogProps {
  request: DecisionRequest;
  onDecided?: () => void;
  onClose: () => void;
}

/**
 * Asks for the note to the author, and says what the decision does. Rendered outside of the list: it stays open, with
 * the note, when the item leaves the queue.
 */
export function DecisionDialog({ request: { item, action }, onDecided, onClose }: DecisionDialogProps) {
  const decision = useDecision(item, {
    onDecided: () => {
      onClose();
      onDecided?.();
    },
  });
  // As on the page of the item: authors cannot change what they are not told.
  const isNoteRequired = action === 'reject' && item.reason !== 'report';
  const form = useForm({
    initialValues: { note: '' },
    validate: {
      note: (note) => (isNoteRequired && note.trim() === '' ? text.noteRequired : checkLength(note, NOTE_MAX)),
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const decided = { ...item, action };
  return (
    <Dialog
      title={isolate((title, author) => text.question({ ...decided, title, author }), item.title, item.author_name)}
      text={text.effect(decided)}
      onClose={onClose}
    >
      <form
        ref={element}
        noValidate
        className={classes.dialogForm}
        onSubmit={form.onSubmit(({ note }) => {
          decision.mutate({ action, note: note.trim() });
        }, focusFirstError)}
      >
        <Textarea
          data-autofocus
          label={text.note}
          description={getNoteHint(item.reason, isNoteRequired)}
          {...(isNoteRequired && requiredProps)}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('note')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" variant={action === 'approve' ? 'primary' : 'danger'} isLoading={decision.isPending}>
            {text.decide(decided)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
