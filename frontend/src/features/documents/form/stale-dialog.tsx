import { lazy, Suspense } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { Bone } from '../../../ui/bone';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import classes from './document-form.module.css';
import { comparable, type DocumentValues } from './form-values';

const DocumentDiff = lazy(() => import('../compare/document-diff'));
const text = writing.form;

interface StaleDialogProps {
  mine: DocumentValues;
  theirs: DocumentResponse;
  /** Neither text is lost by looking, nor by closing this. */
  onEditOn: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Both texts beside each other, with what differs marked. */
export function StaleDialog({ mine, theirs, onEditOn, onKeepMine, onTakeTheirs }: StaleDialogProps) {
  return (
    <Dialog role="alertdialog" wide title={text.staleTitle} text={text.staleText} onClose={onEditOn}>
      <div className={classes.sides}>
        <Suspense fallback={<Bone height="12rem" />}>
          <DocumentDiff
            before={theirs}
            after={comparable(mine)}
            beforeLabel={text.staleTheirs(theirs.version)}
            afterLabel={text.staleMine}
          />
        </Suspense>
      </div>
      <DialogActs>
        <Button look="default" onClick={onTakeTheirs}>
          {text.staleTake}
        </Button>
        <Button look="default" onClick={onKeepMine}>
          {text.staleKeepMine}
        </Button>
        <Button data-autofocus onClick={onEditOn}>
          {text.staleEditOn}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
