import { useState } from 'react';
import type { ChildrenAction } from '../../api/generated/model/childrenAction';
import { messages } from '../../messages/common';
import { pageMoving as text } from '../../messages/page-moving';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { RadioGroup } from '../../ui/radio-group';
import classes from './children-dialog.module.css';
import type { ChildrenQuestion } from './use-children-question';

interface ChildrenDialogProps {
  question: ChildrenQuestion;
  /** How many pages are below. */
  count: number;
  onAnswer: (answer: ChildrenAction | undefined) => void;
}

/** Confirms an action on a page with others below it, and what happens to those. */
export default function ChildrenDialog({ question, count, onAnswer }: ChildrenDialogProps) {
  const [chosen, setChosen] = useState<ChildrenAction>('keep');
  const cancel = () => {
    onAnswer(undefined);
  };
  return (
    <Dialog role="alertdialog" title={question.title} text={question.text} onClose={cancel}>
      <div className={classes.choice}>
        <RadioGroup
          label={text.childrenLabel(count)}
          value={chosen}
          options={[
            { value: 'keep', label: question.keep },
            { value: 'include', label: question.include },
          ]}
          onChange={setChosen}
        />
      </div>
      <DialogActions>
        <Button data-autofocus variant="default" onClick={cancel}>
          {messages.common.cancel}
        </Button>
        <Button
          variant={question.isDestructive ? 'danger' : 'primary'}
          onClick={() => {
            onAnswer(chosen);
          }}
        >
          {question.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
