import { type ReactNode, Suspense, useState } from 'react';
import { formatDateTime } from '@hub/shared/formats';
import { writing } from '../../messages/writing';
import { SkeletonItem } from '../../ui/skeleton';
import { useSession } from '../../shared/session/session';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { isolate } from '../../ui/isolate';
import type { ItemDecisions } from './compare/item-diff';
import type { DetailsValues } from './details-values';
import classes from './item-form.module.css';
import type { EditableItem, ItemKind } from './item-kind';
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
export interface ComparisonProps<Values extends DetailsValues> {
  before: Values;
  after: Values;
  beforeLabel: ReactNode;
  afterLabel: string;
  decisions?: ItemDecisions;
}

interface ConflictDialogProps<Values extends DetailsValues, Item extends EditableItem> {
  conflict: SaveConflict<Values, Item>;
  kind: ItemKind<Values, Item>;
  /** The labels of the fields that only this kind has. */
  fieldLabels: Record<string, string>;
  renderComparison: (props: ComparisonProps<Values>) => ReactNode;
  /** Closing discards neither text. */
  onClose: () => void;
  onKeepMine: (conflict: SaveConflict<Values, Item>) => void;
  onTakeTheirs: (conflict: SaveConflict<Values, Item>) => void;
  onMerge: (conflict: SaveConflict<Values, Item>, merged: Values) => void;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The saved version and the own text with their changes combined. The user decides about each difference that is left,
 * and puts the result into the form.
 */
export function ConflictDialog<Values extends DetailsValues, Item extends EditableItem>(
  props: ConflictDialogProps<Values, Item>,
) {
  const { conflict, kind, renderComparison, onClose, onKeepMine, onTakeTheirs, onMerge } = props;
  const fieldLabels = { ...detailsLabels, ...props.fieldLabels };
  const texts = kind.texts.stale;
  const { theirs, mine, savedBy, fieldsChangedByThem, merged, contested } = conflict;
  const saved = kind.toValues(theirs);
  /** The values that the user has decided on. */
  const [decided, setDecided] = useState<Partial<Values>>({});
  const [showsCombined, setShowsCombined] = useState(false);
  const decide = (name: string, value: unknown) => {
    setDecided((current) => ({ ...current, [name]: value }));
  };
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
            before: saved,
            after: merged,
            beforeLabel: isolate(
              (who) => text.theirs({ name: who, when: savedAt, version: theirs.version }),
              isOwn ? text.you : name,
            ),
            afterLabel: text.mine,
            decisions: {
              take: text.takeChange,
              keep: text.keepChange,
              contested,
              onTextChange: decide,
              onFieldChoose: (field, takesTheirs) => {
                decide(field, takesTheirs ? saved[field] : merged[field]);
              },
            },
          })}
          {!isSame(mine, merged) && (
            <>
              <p className={classes.combined}>
                {text.alreadyCombined}{' '}
                <Button
                  variant="default"
                  size="sm"
                  aria-expanded={showsCombined}
                  onClick={() => {
                    setShowsCombined(!showsCombined);
                  }}
                >
                  {text.showCombined}
                </Button>
              </p>
              {showsCombined &&
                renderComparison({
                  before: mine,
                  after: merged,
                  beforeLabel: text.mine,
                  afterLabel: text.combined,
                })}
            </>
          )}
        </Suspense>
      </div>
      <ul className={classes.options}>
        {fieldsChangedByThem.length > 0 && (
          <li>{text.onlyTheirs(fieldsChangedByThem.map((field) => fieldLabels[field] ?? field).join(', '))}</li>
        )}
        <li>{text.combineMeans}</li>
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
        <Button
          onClick={() => {
            onMerge(conflict, { ...merged, ...decided });
          }}
        >
          {text.combine}
        </Button>
        <Button variant="default" data-autofocus onClick={onClose}>
          {text.continueEditing}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
