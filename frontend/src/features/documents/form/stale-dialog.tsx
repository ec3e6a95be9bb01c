import { lazy, Suspense } from 'react';
import { writing } from '../../../messages/en-writing';
import { Bone } from '../../../ui/bone';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import classes from './document-form.module.css';
import { comparable, type DocumentValues } from './form-values';
import type { Conflict } from './use-save-document';

const DocumentDiff = lazy(() => import('../compare/document-diff'));
const text = writing.form.stale;

const { title, slug, content, category, difficulty, visibility, summary, tags, metaTitle, metaDescription } =
  writing.form;
const short = { title, slug, content, difficulty, visibility, summary, tags };
const labels: Record<string, string> = {
  ...short,
  category_id: category,
  meta_title: metaTitle,
  meta_description: metaDescription,
};

interface StaleDialogProps {
  conflict: Conflict;
  /** Neither text is lost by looking, nor by closing this. */
  onEditOn: () => void;
  onKeepMine: (conflict: Conflict) => void;
  onTakeTheirs: (conflict: Conflict) => void;
  onCombine: (conflict: Conflict, combined: DocumentValues) => void;
}

/** Both texts beside each other, with what differs marked, and what each way out would do. */
export function StaleDialog({ conflict, onEditOn, onKeepMine, onTakeTheirs, onCombine }: StaleDialogProps) {
  const { theirs, mine, onlyTheirs, combined } = conflict;
  return (
    <Dialog role="alertdialog" wide title={text.title} text={text.text} onClose={onEditOn}>
      <div className={classes.sides}>
        <Suspense fallback={<Bone height="12rem" />}>
          <DocumentDiff
            before={theirs}
            after={comparable(mine)}
            beforeLabel={text.theirs(theirs.version)}
            afterLabel={text.mine}
          />
        </Suspense>
      </div>
      <ul className={classes.ways}>
        {onlyTheirs.length > 0 && (
          <li>{text.onlyTheirs(onlyTheirs.map((field) => labels[field] ?? field).join(', '))}</li>
        )}
        {combined && <li>{text.combineMeans}</li>}
        <li>{text.keepMineMeans(theirs.version)}</li>
        <li>{text.takeTheirsMeans}</li>
      </ul>
      <DialogActs>
        <Button
          look="default"
          onClick={() => {
            onTakeTheirs(conflict);
          }}
        >
          {text.takeTheirs}
        </Button>
        <Button
          look="default"
          onClick={() => {
            onKeepMine(conflict);
          }}
        >
          {text.keepMine}
        </Button>
        {combined && (
          <Button
            onClick={() => {
              onCombine(conflict, combined);
            }}
          >
            {text.combine}
          </Button>
        )}
        <Button look={combined ? 'default' : 'primary'} data-autofocus onClick={onEditOn}>
          {text.editOn}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
