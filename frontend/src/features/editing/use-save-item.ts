import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProblemUser } from '../../api/generated/model/problemUser';
import { getErrorText, hasCode } from '../../api/problem';
import { setFieldErrors } from '../../shared/forms/use-form-submit';
import { useActionMutation } from '../../shared/use-action-mutation';
import { alert } from '../../ui/dialogs/dialogs';
import type { DetailsValues } from './details-values';
import type { EditableItem, ItemKind, SaveAttempt, SendItem } from './item-kind';
import type { MergeConflict } from './merge-conflict';
import { getPartialSaveAlert, PartialSaveError } from './save-result';
import type { ItemForm } from './use-item-form';

/** Stored values and the version they have on the server. */
export interface BaseVersion<Values> {
  values: Values;
  version: number | undefined;
}

interface SaveOptions<Values extends DetailsValues, Item extends EditableItem> {
  kind: ItemKind<Values, Item>;
  /** Absent for a new item. */
  existing: Item | undefined;
  base: BaseVersion<Values>;
  form: ItemForm<Values>;
  send: SendItem<Values, Item>;
  onSaved: (item: Item, attempt: SaveAttempt<Values>) => void | Promise<void>;
  /** Called when the item was saved but a subsequent step failed; the form stays open. */
  onPartiallySaved: (item: Item, attempt: SaveAttempt<Values>) => void;
  /** Called when the server's errors were mapped to fields. */
  onFieldErrors: () => void;
}

/** A save that was rejected because of a newer version, and the values to continue with. */
export interface SaveConflict<
  Values extends DetailsValues = DetailsValues,
  Item extends EditableItem = EditableItem,
> extends MergeConflict<Values, Item> {
  attempt: SaveAttempt<Values>;
  /** Who saved the newer version, if the server said so. */
  savedBy: ProblemUser | undefined;
}

export function useSaveItem<Values extends DetailsValues, Item extends EditableItem>(
  options: SaveOptions<Values, Item>,
) {
  const { kind, existing, base, form, send, onSaved, onPartiallySaved, onFieldErrors } = options;
  const { texts } = kind;
  const queryClient = useQueryClient();
  const [suggestion, setSuggestion] = useState<string>();
  const [conflict, setConflict] = useState<SaveConflict<Values, Item>>();

  const loadBase = (id: string, version: number | undefined): Promise<Values | undefined> | Values | undefined => {
    if (version === undefined) return undefined;
    if (!kind.loadVersion) return base.version === version ? base.values : undefined;
    return kind.loadVersion(id, version).catch(() => undefined);
  };
  // The values include input typed while the save was in progress.
  const loadConflict = async (id: string, attempt: SaveAttempt<Values>, values: Values) => {
    const [theirs, baseValues, { detectConflict }] = await Promise.all([
      kind.load(id),
      loadBase(id, attempt.version),
      // Loads the comparison, which most forms never need.
      import('./merge-conflict'),
    ]);
    return { attempt, ...detectConflict(kind, baseValues, values, theirs) };
  };
  const handleError = async (error: Error, attempt: SaveAttempt<Values>) => {
    if (error instanceof PartialSaveError) {
      const item = error.item as Item;
      onPartiallySaved(item, attempt);
      void alert(getPartialSaveAlert(error));
      void kind.updateCache(queryClient, item);
      return;
    }
    if (existing && hasCode(error, 'stale_version')) {
      const detected = await loadConflict(existing.id, attempt, form.getValues()).catch(() => undefined);
      setConflict(detected && { ...detected, savedBy: error.problem.saved_by });
      if (detected) return;
    }
    if (setFieldErrors(form, error)) {
      onFieldErrors();
      return;
    }
    // The sign-in dialog opens.
    if (hasCode(error, 'not_signed_in')) return;
    // Not awaited: the submit has ended, and its button must not show a spinner behind the dialog.
    const reason = getErrorText(error, existing ? texts.updateFailed : texts.createFailed);
    void alert({
      title: existing ? texts.updateFailedTitle : texts.createFailedTitle,
      text: existing && texts.describeUpdateError ? texts.describeUpdateError(reason) : reason,
    });
  };
  const mutation = useActionMutation({
    mutationFn: send,
    onSuccess: async (item, attempt) => {
      // The upload was cancelled.
      if (!item) return;
      await onSaved(item, attempt);
      // Not awaited: the form says that all is saved, and the next save would be ignored while lists load again.
      void kind.updateCache(queryClient, item);
    },
    onError: (error, attempt) => {
      setSuggestion(hasCode(error, 'slug_taken') ? error.problem.suggestion : undefined);
      return handleError(error, attempt);
    },
  });
  return {
    save: mutation.mutate,
    reportError: handleError,
    pendingSave: mutation.isPending ? mutation.variables : undefined,
    suggestion,
    conflict,
    clearConflict: () => {
      setConflict(undefined);
    },
  };
}
