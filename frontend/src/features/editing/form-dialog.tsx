import { useState } from 'react';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import { messages } from '../../messages/common';
import { listFilters } from '../../messages/list-filters';
import { adminContent } from '../../messages/admin-content';
import { getShownStatus } from '../../shared/content/enums';
import { useRegisterUnsaved } from '../../shared/forms/unsaved-changes';
import { useCan } from '../../shared/session/session';
import { Button } from '../../ui/button';
import { DialogActions } from '../../ui/dialogs/dialog';
import { SelectField } from '../../ui/fields';
import type { DetailsValues } from './details-values';
import classes from './item-form.module.css';
import type { EditableItem, ItemKind } from './item-kind';

/** The dialog that a form is in. */
export interface FormDialog {
  onCancel: () => void;
  onSaved: () => void;
}

/** The kind for a form in a dialog, which closes after saving. */
export const toDialogKind = <Values extends DetailsValues, Item extends EditableItem>(
  kind: ItemKind<Values, Item>,
  { onSaved }: FormDialog,
): ItemKind<Values, Item> => ({
  ...kind,
  texts: { ...kind.texts, describeUpdateError: adminContent.updateError },
  // A status that is set together with other fields is an update like the others.
  getSuccessText: (before, after, { values }) => kind.getSuccessText(before, after, { values }),
  open: () => {
    onSaved();
    return Promise.resolve();
  },
});

/** The status of an item in its form; undefined while it is the saved one. */
export function useStatusChoice(existing: EditableItem | undefined) {
  const [chosen, setChosen] = useState<ContentStatus>();
  const saved = existing && getShownStatus(existing);
  const status = chosen === saved ? undefined : chosen;
  useRegisterUnsaved(status !== undefined);
  return { status, saved, setChosen };
}

interface StatusFieldProps {
  choice: ReturnType<typeof useStatusChoice>;
  statuses: readonly ContentStatus[];
}

/** Only for users who may set any status. */
export function StatusField({ choice: { status, saved, setChosen }, statuses }: StatusFieldProps) {
  const canPublish = useCan('content.publish');
  // A video that awaits review has no status of its own to choose.
  const isExtra = saved !== undefined && !statuses.includes(saved);
  return (
    <SelectField
      label={listFilters.status}
      disabled={!canPublish}
      value={status ?? saved}
      data={[...(isExtra ? [saved] : []), ...statuses].map((value) => ({
        value,
        label: messages.status[value],
        disabled: isExtra && value === saved,
      }))}
      onChange={(event) => {
        setChosen([...statuses, saved].find((one) => one === event.currentTarget.value));
      }}
    />
  );
}

export function FormDialogActions({ dialog, isSaving }: { dialog: FormDialog; isSaving: boolean }) {
  return (
    <div className={classes.dialogActions}>
      <DialogActions>
        <Button variant="default" onClick={dialog.onCancel}>
          {messages.common.cancel}
        </Button>
        <Button type="submit" isLoading={isSaving}>
          {adminContent.save}
        </Button>
      </DialogActions>
    </div>
  );
}
