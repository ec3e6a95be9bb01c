import { lazy, Suspense } from 'react';
import { formatDateTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { SkeletonItem } from '../../../ui/skeleton';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { isolate } from '../../../ui/isolate';
import classes from './document-form.module.css';
import { toComparedDocument, type DocumentValues } from './form-values';
import type { SaveConflict } from './use-save-document';

const DocumentDiff = lazy(() => import('../compare/document-diff'));
const text = writing.form.stale;

const { title, slug, content, category, difficulty, visibility, summary, tags, metaTitle, metaDescription } =
  writing.form;
const fieldLabels: Record<string, string> = {
  title,
  slug,
  content,
  difficulty,
  visibility,
  summary,
  tags,
  category_id: category,
  meta_title: metaTitle,
  meta_description: metaDescription,
  thumbnail_placement: writing.thumbnail.placement,
};

interface ConflictDialogProps {
  conflict: SaveConflict;
  /** Closing discards neither text. */
  onClose: () => void;
  onKeepMine: (conflict: SaveConflict) => void;
  onTakeTheirs: (conflict: SaveConflict) => void;
  onMerge: (conflict: SaveConflict, merged: DocumentValues) => void;
}

/** Both texts side by side with the differences marked, and the options to resolve the conflict. */
export function ConflictDialog({ conflict, onClose, onKeepMine, onTakeTheirs, onMerge }: ConflictDialogProps) {
  const { theirs, mine, savedBy, fieldsChangedByThem, merged } = conflict;
  const { user } = useSession();
  const isOwn = savedBy !== undefined && savedBy.id === user?.id;
  const name = savedBy?.name ?? text.someone;
  const savedAt = formatDateTime(theirs.updated_at ?? theirs.created_at);
  return (
    <Dialog
      role="alertdialog"
      isWide
      title={isOwn ? text.ownTitle : isolate(text.title, name)}
      text={text.text}
      onClose={onClose}
    >
      <div className={classes.comparison}>
        <Suspense fallback={<SkeletonItem height="12rem" />}>
          <DocumentDiff
            before={theirs}
            after={toComparedDocument(mine)}
            beforeLabel={isolate((who) => text.theirs(who, savedAt, theirs.version), isOwn ? text.you : name)}
            afterLabel={text.mine}
          />
        </Suspense>
      </div>
      <ul className={classes.options}>
        {fieldsChangedByThem.length > 0 && (
          <li>{text.onlyTheirs(fieldsChangedByThem.map((field) => fieldLabels[field] ?? field).join(', '))}</li>
        )}
        {merged && <li>{text.combineMeans}</li>}
        <li>{text.keepMineMeans(theirs.version)}</li>
        <li>{text.takeTheirsMeans}</li>
      </ul>
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            onTakeTheirs(conflict);
          }}
        >
          {text.takeTheirs}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            onKeepMine(conflict);
          }}
        >
          {text.keepMine}
        </Button>
        {merged && (
          <Button
            onClick={() => {
              onMerge(conflict, merged);
            }}
          >
            {text.combine}
          </Button>
        )}
        <Button variant={merged ? 'default' : 'primary'} data-autofocus onClick={onClose}>
          {text.continueEditing}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
