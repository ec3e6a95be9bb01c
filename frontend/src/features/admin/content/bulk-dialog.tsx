import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { compareReadersOfMove } from '../../../api/generated/categories/categories';
import { messages } from '../../../messages/common';
import { adminContent } from '../../../messages/admin-content';
import { getWritableCategories, toCategoryOptions } from '../../../shared/categories/category-tree';
import { categoriesQuery } from '../../../shared/categories/queries';
import { ReaderChanges } from '../../../shared/categories/reader-changes';
import { VISIBILITIES } from '../../../shared/content/enums';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { SelectField, toOptions } from '../../../ui/fields';
import classes from './content.module.css';
import { contentKinds } from './content-kinds';
import type { ContentTab } from './search-params';
import type { BulkChange } from './use-bulk-action';

const text = adminContent.bulk;

/** The actions that need a value; deleting needs a confirmation instead. */
export type ValueAction = 'set_status' | 'set_category' | 'set_visibility';

/** The value of no category; an empty one means that nothing is chosen. */
const NO_CATEGORY = 'none';

interface Option {
  value: string;
  label: string;
}

interface ActionForm {
  title: (items: string) => string;
  hint?: string;
  label: string;
  options: Option[];
  toChange: (value: string) => BulkChange;
}

function useActionForm(tab: ContentTab, action: ValueAction): ActionForm {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const writable = getWritableCategories(categories);
  const canSetInternal = useCan('content.set_internal');
  switch (action) {
    case 'set_status':
      return {
        title: text.statusTitle,
        hint: text.statusHint,
        label: text.status,
        options: toOptions(contentKinds[tab].statuses, messages.status),
        toChange: (value) => ({ action, status: value as BulkChange['status'] }),
      };
    case 'set_category':
      return {
        title: text.categoryTitle,
        label: text.category,
        options: [{ value: NO_CATEGORY, label: adminContent.noCategory }, ...toCategoryOptions(writable)],
        toChange: (value) => ({ action, category_id: value === NO_CATEGORY ? null : value }),
      };
    case 'set_visibility':
      return {
        title: text.visibilityTitle,
        label: text.visibility,
        options: toOptions(
          VISIBILITIES.filter((visibility) => canSetInternal || visibility !== 'INTERNAL'),
          messages.visibility,
        ),
        toChange: (value) => ({ action, visibility: value as BulkChange['visibility'] }),
      };
  }
}

interface BulkDialogProps {
  tab: ContentTab;
  action: ValueAction;
  ids: readonly string[];
  /** The selected items in words, such as "3 documents". */
  items: string;
  isPending: boolean;
  onApply: (change: BulkChange) => void;
  onClose: () => void;
}

/** Asks for the new value of all selected items. */
export function BulkDialog({ tab, action, ids, items, isPending, onApply, onClose }: BulkDialogProps) {
  const { title, hint, label, options, toChange } = useActionForm(tab, action);
  const [value, setValue] = useState('');
  return (
    <Dialog title={title(items)} text={hint} onClose={onClose}>
      <form
        className={classes.dialogForm}
        onSubmit={(event) => {
          event.preventDefault();
          onApply(toChange(value));
        }}
      >
        <SelectField
          data-autofocus
          label={label}
          data={[{ value: '', label: text.choose, disabled: true }, ...options]}
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value);
          }}
        />
        {action === 'set_category' && (
          <ReaderChanges
            request={value === '' ? undefined : { item_ids: [...ids], to: value === NO_CATEGORY ? null : value }}
            compare={compareReadersOfMove}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" disabled={value === ''} isLoading={isPending}>
            {text.apply(items)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
