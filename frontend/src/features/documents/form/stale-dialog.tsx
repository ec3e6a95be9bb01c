import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { messages } from '../../../messages/en';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import classes from './document-form.module.css';

const text = messages.form;

interface StaleDialogProps {
  mine: string;
  theirs: DocumentResponse;
  onKeep: () => void;
  onOverwrite: () => void;
}

/** Both texts side by side; neither is lost by looking, nor by closing this. */
export function StaleDialog({ mine, theirs, onKeep, onOverwrite }: StaleDialogProps) {
  const sides = [
    { label: text.staleMine, content: mine },
    { label: text.staleTheirs(theirs.version), content: theirs.content },
  ];
  return (
    <Dialog role="alertdialog" wide title={text.staleTitle} text={text.staleText} onClose={onKeep}>
      <div className={classes.sides}>
        {sides.map(({ label, content }) => (
          <section key={label} aria-label={label}>
            <h3 className={classes.sideTitle}>{label}</h3>
            <pre className={classes.side} tabIndex={0}>
              {content}
            </pre>
          </section>
        ))}
      </div>
      <DialogActs>
        <Button data-autofocus look="default" onClick={onKeep}>
          {text.staleKeep}
        </Button>
        <Button look="danger" onClick={onOverwrite}>
          {text.staleOverwrite}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
