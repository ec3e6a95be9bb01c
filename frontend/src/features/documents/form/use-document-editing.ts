import { useNavigate } from '@tanstack/react-router';
import { useState, type RefObject } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { getDocumentParam } from '../../../shared/links';
import { useServerErrors } from '../../../shared/forms/use-form-submit';
import { useUnsavedChangesGuard } from '../../../shared/forms/unsaved-changes';
import { useSession } from '../../../shared/session/session';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import type { RestoredDraft } from '../drafts/draft-store';
import { useAutosave } from '../drafts/use-autosave';
import { toFormValues, type DocumentValues, getVisibilityRule, withAllowedVisibility } from './form-values';
import { getSuccessText } from './save-result';
import { useDocumentForm } from './use-document-form';
import { useSaveDocument, type SaveConflict } from './use-save-document';
import type { SaveAttempt, ThumbnailChange } from './use-save-request';

const text = writing.form;

export interface EditingOptions {
  /** The document as of opening, or as created by this form; absent for a new one. */
  existing?: DocumentResponse;
  /** The stored values as of opening, and the version they are based on if it is not the latest. */
  stored: DocumentValues;
  version?: number;
  /** The restored draft of an earlier visit, and the scope to store this form's drafts under. */
  draft: RestoredDraft | undefined;
  scope: string;
  /** Called after a save that keeps the form open. */
  onContinueEditing: (document: DocumentResponse) => void;
}

/** Content that was replaced in the form; it can be restored until the form is saved or left. */
export interface ReplacedText {
  reason: 'discarded' | 'replaced' | 'combined';
  values: DocumentValues;
  thumbnail: ThumbnailChange;
  version: number | undefined;
}

/** The state of the document form: values, autosave, saving and conflict resolution. */
export function useDocumentEditing(
  { existing, stored, version: baseVersion = existing?.version, draft, scope, onContinueEditing }: EditingOptions,
  element: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const [restored, setRestored] = useState(draft);
  const [replacedText, setReplacedText] = useState<ReplacedText>();
  const [version, setVersion] = useState(draft?.version ?? baseVersion);
  const [thumbnail, setThumbnail] = useState<ThumbnailChange>(draft?.thumbnail);
  const { user } = useSession();
  // Without a session all options remain: the user signs in again and continues.
  const canSetInternal = user?.permissions.includes('content.set_internal') ?? true;
  const ruleFor = (live: DocumentResponse | undefined) => getVisibilityRule(live?.visibility, canSetInternal);
  const allowed = (values: DocumentValues, live = existing) =>
    withAllowedVisibility(values, ruleFor(live), live?.visibility);
  const { form, applySaved, ...fields } = useDocumentForm(stored, allowed(draft?.values ?? stored));
  const { errorCount: serverErrorCount, focusFirstError } = useServerErrors(element);

  const isDirty = form.isDirty() || thumbnail !== undefined;
  const markSaved = useUnsavedChangesGuard(isDirty, {
    title: text.leaveTitle,
    text: text.leaveText(form.values.title || text.untitled),
    stay: text.stay,
    leave: text.leave,
  });
  const autosaveOptions = { scope, restored, values: form.values, thumbnail, isDirty, version };
  const { isOpenInOtherTab, autosaveState, deleteStoredDraft, stopAutosave } = useAutosave(autosaveOptions);
  /** When this form was last saved on the server; milliseconds since the epoch. */
  const [savedAt, setSavedAt] = useState<number>();

  const continueEditing = (document: DocumentResponse, attempt: SaveAttempt) => {
    deleteStoredDraft();
    setSavedAt(Date.now());
    applySaved(attempt.values, document);
    setVersion(document.version);
    setThumbnail((current) => (current === attempt.thumbnail ? undefined : current));
    setRestored(undefined);
    setReplacedText(undefined);
    onContinueEditing(document);
  };
  const saving = useSaveDocument({
    existing,
    form,
    onSaved: async (document, attempt) => {
      toast(getSuccessText(existing, document, attempt.status));
      if (attempt.shouldContinueEditing) {
        continueEditing(document, attempt);
        return;
      }
      markSaved();
      stopAutosave();
      await navigate({ to: '/docs/$id', params: { id: getDocumentParam(document) } });
    },
    onPartiallySaved: continueEditing,
    onFieldErrors: focusFirstError,
  });

  const submit = (options: Pick<SaveAttempt, 'status' | 'shouldContinueEditing'>, uploads: number) => {
    form.onSubmit((values) => {
      if (uploads > 0) void alert({ title: text.uploadsPendingTitle, text: text.uploadsPending });
      else if (options.shouldContinueEditing && existing && !isDirty) toast(text.allSaved);
      else if (!saving.pendingSave) saving.save({ values, thumbnail, version, ...options });
    }, focusFirstError)();
  };

  /** Continues with the version saved by the other author. */
  const continueFromTheirs = (
    { theirs, rebased }: SaveConflict,
    values: DocumentValues,
    reason?: ReplacedText['reason'],
  ) => {
    saving.clearConflict();
    setRestored(undefined);
    setReplacedText(reason && { reason, values: rebased, thumbnail, version: theirs.version });
    fields.replace(allowed(values, theirs), toFormValues(theirs));
    setVersion(theirs.version);
    onContinueEditing(theirs);
  };
  const takeTheirs = (conflict: SaveConflict) => {
    continueFromTheirs(conflict, toFormValues(conflict.theirs), 'replaced');
  };
  const merge = (conflict: SaveConflict, merged: DocumentValues) => {
    continueFromTheirs(conflict, merged, 'combined');
  };
  const keepMine = (conflict: SaveConflict) => {
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
  const restoreReplaced = (replaced: ReplacedText) => {
    form.setValues(allowed(replaced.values));
    setThumbnail(replaced.thumbnail);
    setVersion(replaced.version);
    setReplacedText(undefined);
  };

  return {
    form,
    ...fields,
    ...saving,
    thumbnail,
    setThumbnail,
    restored,
    replacedText,
    isOpenInOtherTab,
    isDirty,
    autosaveState,
    savedAt,
    serverErrorCount,
    visibility: ruleFor(existing),
    submit,
    takeTheirs,
    keepMine,
    merge,
    discardRestored,
    restoreReplaced,
  };
}
