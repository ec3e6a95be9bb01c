import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import type { QueueAction } from '../../../api/generated/model/queueAction';
import { moderationQueue as text } from '../../../messages/en-admin-moderation';
import { messages } from '../../../messages/en';
import { checkLength } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { isolate } from '../../../ui/isolate';
import '../../../ui/styles/forms';
import classes from './moderation.module.css';

const MAX_NOTE_LENGTH = 500;

interface DecisionDialogProps {
  item: ModerationItemResponse;
  action: QueueAction;
  isPending: boolean;
  onDecide: (note: string) => void;
  onClose: () => void;
}

/** Asks for the note to the author, and says what the decision does. */
export function DecisionDialog({ item, action, isPending, onDecide, onClose }: DecisionDialogProps) {
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => checkLength(note, MAX_NOTE_LENGTH) },
  });
  const isApproval = action === 'approve';
  return (
    <Dialog
      title={isolate(isApproval ? text.approveNamed : text.rejectNamed, item.title)}
      text={text.effects[item.reason][action]}
      onClose={onClose}
    >
      <form
        className={classes.dialogForm}
        onSubmit={form.onSubmit(({ note }) => {
          onDecide(note.trim());
        })}
      >
        <Textarea
          data-autofocus
          label={text.note}
          description={item.reason === 'report' ? text.noteHintPlain : text.noteHint}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('note')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" variant={isApproval ? 'primary' : 'danger'} isLoading={isPending}>
            {isApproval ? text.approve : text.reject}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
