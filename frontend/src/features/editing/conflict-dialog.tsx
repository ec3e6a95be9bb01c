import { type ReactNode, Suspense } from 'react';
import { formatDateTime } from '@hub/shared/formats';
import { writing } from '../../messages/writing';
import { SkeletonItem } from '../../ui/skeleton';
import { useSession } from '../../shared/session/session';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { isolate } from '../../ui/isolate';
import type { DetailsValues } from './details-values';
import classes from './item-form.module.css';
import type { EditableItem, ItemFormTexts } from './item-kind';
import type { SaveConflict } from './use-save-item';
const text = writing.form.stale;

const { title, slug, category, difficulty, visibility, summary, tags, metaTitle, metaDescription } = writing.form;
const detailsLabels: Record<string, string> = {
  title,
  slug,
  difficulty,
  visibility,
  summary,
  tags,
  category_id: category,
  meta_title: metaTitle,
  meta_description: metaDescription,
  thumbnail_placement: writing.thumbnail.placement,
};

/** What the differences are shown between, and the labels of both sides. */
export interface ComparisonProps<Values extends DetailsValues, Item extends EditableItem> {
  theirs: Item;
  mine: Values;
  theirsLabel: ReactNode;
  mineLabel: string;
}

interface ConflictDialogProps<Values extends DetailsValues, Item extends EditableItem> {
  conflict: SaveConflict<Values, Item>;
  texts: ItemFormTexts['stale'];
  /** The labels of the fields that only this kind has. */
  fieldLabels: Record<string, string>;
  renderComparison: (props: ComparisonProps<Values, Item>) => ReactNode;
  /** Closing discards neither text. */
  onClose: () => void;
  onKeepMine: (conflict: SaveConflict<Values, Item>) => void;
  onTakeTheirs: (conflict: SaveConflict<Values, Item>) => void;
  onMerge: (conflict: SaveConflict<Values, Item>, merged: Values) => void;
}

/** Both texts side by side with the differences marked, and the options to resolve the conflict. */
export function ConflictDialog<Values extends DetailsValues, Item extends EditableItem>(
  props: ConflictDialogProps<Values, Item>,
) {
  const { conflict, texts, renderComparison, onClose, onKeepMine, onTakeTheirs, onMerge } = props;
  const fieldLabels = { ...detailsLabels, ...props.fieldLabels };
  const { theirs, mine, savedBy, fieldsChangedByThem, merged } = conflict;
  const { user } = useSession();
  const isOwn = savedBy !== undefined && savedBy.id === user?.id;
  const name = savedBy?.name ?? text.someone;
  const savedAt = formatDateTime(theirs.updated_at ?? theirs.created_at);
  return (
    <Dialog
      role="alertdialog"
      isWide
      title={isOwn ? texts.ownTitle : isolate(texts.title, name)}
      text={text.text}
      onClose={onClose}
    >
      <div className={classes.comparison}>
        <Suspense fallback={<SkeletonItem height="12rem" />}>
          {renderComparison({
            theirs,
            mine,
            theirsLabel: isolate(
              (who) => text.theirs({ name: who, when: savedAt, version: theirs.version }),
              isOwn ? text.you : name,
            ),
            mineLabel: text.mine,
          })}
        </Suspense>
      </div>
      <ul className={classes.options}>
        {fieldsChangedByThem.length > 0 && (
          <li>{text.onlyTheirs(fieldsChangedByThem.map((field) => fieldLabels[field] ?? field).join(', '))}</li>
        )}
        {merged && <li>{text.combineMeans}</li>}
        <li>{texts.keepMineMeans(theirs.version)}</li>
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
