import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { writing } from '../../messages/writing';
import { useUnsavedChangesGuard } from '../../shared/forms/unsaved-changes';
import { useServerErrors } from '../../shared/forms/use-form-submit';
import { useSession } from '../../shared/session/session';
import { toast } from '../../ui/toast/toast';
import { type DetailsValues, getVisibilityRule, withAllowedVisibility } from './details-values';
import type { RestoredDraft } from './drafts/draft-store';
import { useAutosave } from './drafts/use-autosave';
import type { EditableItem, ItemKind, SaveAttempt, SendItem, ThumbnailChange } from './item-kind';
import { useFirstSave, useUnansweredSave } from './use-first-save';
import { useItemForm } from './use-item-form';
import { type BaseVersion, type SaveConflict, useSaveItem } from './use-save-item';

const text = writing.form;

export interface EditingOptions<Values extends DetailsValues, Item extends EditableItem> {
  /** The item as of opening, or as created by this form; absent for a new one. */
  existing?: Item;
  /** The stored values as of opening, and the version they are based on if it is not the latest. */
  stored: Values;
  version?: number;
  /** The restored draft of an earlier visit, and the scope to store this form's drafts under. */
  draft: RestoredDraft<Values> | undefined;
  scope: string;
  /** Called after a save that keeps the form open. */
  onContinueEditing: (item: Item) => void;
}

/** Values that were replaced in the form; they can be restored until the form is saved or left. */
export interface ReplacedText<Values extends DetailsValues = DetailsValues> {
  reason: 'discarded' | 'replaced' | 'combined';
  values: Values;
  thumbnail: ThumbnailChange;
  version: number | undefined;
}

type SubmitOptions<Values extends DetailsValues> = Pick<SaveAttempt<Values>, 'status' | 'shouldContinueEditing'>;

/**
 * The state of the form of an item: values, autosave, saving and conflict resolution.
 * @param savesFirstDraft whether a new item is saved on the server at the first pause in typing
 */
export function useItemEditing<Values extends DetailsValues, Item extends EditableItem>(
  kind: ItemKind<Values, Item>,
  send: SendItem<Values, Item>,
  {
    existing,
    stored,
    version: baseVersion = existing?.version,
    draft,
    scope,
    onContinueEditing,
  }: EditingOptions<Values, Item>,
  element: RefObject<HTMLFormElement | null>,
  savesFirstDraft = false,
) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [restored, setRestored] = useState(draft);
  const [replacedText, setReplacedText] = useState<ReplacedText<Values>>();
  const [version, setVersion] = useState(draft?.version ?? baseVersion);
  const [base, setBase] = useState<BaseVersion<Values>>({ values: stored, version: baseVersion });
  const [thumbnail, setThumbnail] = useState<ThumbnailChange>(draft?.thumbnail);
  const [file, setFile] = useState<File>();
  const { user } = useSession();
  // Without a session all options remain: the user signs in again and continues.
  const canSetInternal = user?.permissions.includes('content.set_internal') ?? true;
  const getRule = (live: Item | undefined) => getVisibilityRule(live?.visibility, canSetInternal);
  const allowed = (values: Values, live = existing) => withAllowedVisibility(values, getRule(live), live?.visibility);
  const { form, applySaved, ...fields } = useItemForm(kind, stored, allowed(draft?.values ?? stored));
  const { errorCount: serverErrorCount, focusFirstError } = useServerErrors(element);

  const isDirty = form.isDirty() || thumbnail !== undefined || file !== undefined;
  const markSaved = useUnsavedChangesGuard(isDirty, {
    title: text.leaveTitle,
    text: text.leaveText(form.values.title || kind.texts.untitled),
    stay: text.stay,
    leave: text.leave,
  });
  const autosaveOptions = { scope, restored, values: form.values, thumbnail, isDirty, version };
  const { isOpenInOtherTab, autosaveState, keepTyped, deleteStoredDraft, stopAutosave } = useAutosave(autosaveOptions);
  /** When this form was last saved on the server; milliseconds since the epoch. */
  const [savedAt, setSavedAt] = useState<number>();

  /** Whether the user has not saved the item since the form did. */
  const [isOnlyAutomatic, setOnlyAutomatic] = useState(false);

  const continueEditing = (item: Item, attempt: SaveAttempt<Values>) => {
    deleteStoredDraft();
    setSavedAt(Date.now());
    setOnlyAutomatic(attempt.isAutomatic ?? false);
    applySaved(attempt, item);
    setVersion(item.version);
    setBase({ values: attempt.values, version: item.version });
    setThumbnail((current) => (current === attempt.thumbnail ? undefined : current));
    setFile((current) => (current === attempt.file ? undefined : current));
    setRestored(undefined);
    setReplacedText(undefined);
    onContinueEditing(item);
  };
  const { send: sendTracked, unanswered } = useUnansweredSave(send);
  const { reportError, ...saving } = useSaveItem({
    kind,
    existing,
    base,
    form,
    send: sendTracked,
    onSaved: async (item, attempt) => {
      toast(kind.getSuccessText(isOnlyAutomatic ? undefined : existing, item, attempt), { subject: item.id });
      if (attempt.shouldContinueEditing) {
        continueEditing(item, attempt);
        return;
      }
      markSaved();
      stopAutosave();
      await kind.open(navigate, item);
    },
    onPartiallySaved: continueEditing,
    onFieldErrors: focusFirstError,
  });

  /** A save by the user that waits for the form's own. */
  const [waitingSave, setWaitingSave] = useState<SubmitOptions<Values>>();
  const { isPending: isFirstSavePending, saveNow } = useFirstSave({
    isEnabled: savesFirstDraft && !existing && !saving.pendingSave && user !== null,
    values: form.values,
    canSave: () => form.isValid(),
    send: sendTracked,
    unanswered,
    onSaved: (item, attempt) => {
      continueEditing(item, attempt);
      void kind.updateCache(queryClient, item);
    },
    onCanceled: () => {
      setWaitingSave(undefined);
    },
  });
  /**
   * The request that may have created the item: a further one would create a second. A file is not uploaded again.
   */
  const findLostSave = () => {
    const lost = existing || saving.pendingSave ? undefined : unanswered.current;
    return lost?.attempt.file ? undefined : lost;
  };

  /** @param check returns whether the form can be saved now */
  const submit = (options: SubmitOptions<Values>, check: () => boolean = () => true) => {
    form.onSubmit((values) => {
      if (!check()) return;
      if (isFirstSavePending || findLostSave()) {
        setWaitingSave(options);
        if (!isFirstSavePending) void saveNow();
        return;
      }
      if (options.shouldContinueEditing && existing && !isDirty) {
        const saved = isOnlyAutomatic
          ? kind.getSuccessText(undefined, existing, { values, ...options })
          : text.allSaved;
        toast(saved, { subject: existing.id });
        setOnlyAutomatic(false);
      } else if (!saving.pendingSave) saving.save({ values, thumbnail, file, version, ...options });
    }, focusFirstError)();
  };
  const submitWaiting = useEffectEvent(() => {
    if (!waitingSave) return;
    setWaitingSave(undefined);
    const lost = findLostSave();
    if (lost) void reportError(lost.error, lost.attempt);
    else submit(waitingSave);
  });
  useEffect(() => {
    if (isFirstSavePending) return undefined;
    const timer = setTimeout(() => {
      submitWaiting();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [isFirstSavePending]);

  /** Continues with the version saved by the other author. */
  const continueFromTheirs = (
    { theirs, rebased }: SaveConflict<Values, Item>,
    values: Values,
    reason?: ReplacedText<Values>['reason'],
  ) => {
    saving.clearConflict();
    setRestored(undefined);
    setReplacedText(reason && { reason, values: rebased, thumbnail, version: theirs.version });
    fields.replace(allowed(values, theirs), kind.toValues(theirs));
    setVersion(theirs.version);
    setBase({ values: kind.toValues(theirs), version: theirs.version });
    onContinueEditing(theirs);
  };
  const takeTheirs = (conflict: SaveConflict<Values, Item>) => {
    continueFromTheirs(conflict, kind.toValues(conflict.theirs), 'replaced');
  };
  const merge = (conflict: SaveConflict<Values, Item>, merged: Values) => {
    continueFromTheirs(conflict, merged, 'combined');
  };
  const keepMine = (conflict: SaveConflict<Values, Item>) => {
    const { attempt, rebased: values, theirs } = conflict;
    continueFromTheirs(conflict, values);
    saving.save({ ...attempt, values: allowed(values, theirs), version: theirs.version });
  };
  const discardRestored = () => {
    setReplacedText({ reason: 'discarded', values: form.getValues(), thumbnail, version });
    fields.replace(allowed(stored));
    setThumbnail(undefined);
    setVersion(baseVersion);
    setRestored(undefined);
  };
  const restoreReplaced = (replaced: ReplacedText<Values>) => {
    form.setValues(allowed(replaced.values));
    setThumbnail(replaced.thumbnail);
    setVersion(replaced.version);
    setReplacedText(undefined);
  };

  return {
    form,
    ...fields,
    ...saving,
    pendingSave: saving.pendingSave ?? waitingSave,
    thumbnail,
    setThumbnail,
    file,
    setFile,
    restored,
    replacedText,
    isOpenInOtherTab,
    keepTyped,
    isDirty,
    autosaveState,
    savedAt,
    serverErrorCount,
    visibility: getRule(existing),
    submit,
    takeTheirs,
    keepMine,
    merge,
    discardRestored,
    restoreReplaced,
  };
}
