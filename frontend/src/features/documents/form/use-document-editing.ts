import { useNavigate } from '@tanstack/react-router';
import { useState, type RefObject } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { documentParam } from '../../../shared/content/document-link';
import { useRefusal } from '../../../shared/forms/use-refusal';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import type { FoundDraft } from '../drafts/find-draft';
import { useAutosave } from '../drafts/use-autosave';
import { valuesOf, type DocumentValues } from './form-values';
import { successText } from './success-text';
import { useDocumentForm } from './use-document-form';
import { useSaveDocument, type Conflict } from './use-save-document';
import type { Save, ThumbnailChange } from './use-send';
import { useUnsavedGuard } from './use-unsaved-guard';

const text = writing.form;

export interface EditingOptions {
  /** The document as it was when the screen opened, or as this form has created it; absent for a new one. */
  existing?: DocumentResponse;
  /** What was stored of it when the screen opened, and the version it was written on, where that is not the newest. */
  stored: DocumentValues;
  version?: number;
  /** What an earlier visit left unsaved, and where this one leaves it. */
  draft: FoundDraft | undefined;
  place: string;
  /** It is saved, and whoever saved it goes on writing. */
  onStay: (document: DocumentResponse) => void;
}

/** What stood in the form and gave way to another text; it can come back until this is saved or left. */
export interface PutAside {
  why: 'discarded' | 'replaced' | 'combined';
  values: DocumentValues;
  thumbnail: ThumbnailChange;
  version: number | undefined;
}

/** What is being written, where it is kept, and the ways of saving it. */
export function useDocumentEditing(
  { existing, stored, version: begun = existing?.version, draft, place, onStay }: EditingOptions,
  element: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const [restored, setRestored] = useState(draft);
  const [aside, setAside] = useState<PutAside>();
  const [version, setVersion] = useState(draft?.version ?? begun);
  const [thumbnail, setThumbnail] = useState<ThumbnailChange>(draft?.thumbnail);
  const { form, goOnFrom, ...fields } = useDocumentForm(stored, draft?.values);
  const { refusals, refuse } = useRefusal(element);

  const isDirty = form.isDirty() || thumbnail !== undefined;
  const markSaved = useUnsavedGuard(isDirty, form.values.title);
  const keeping = { place, restored: draft, values: form.values, thumbnail, isDirty, version };
  const { otherTab, dropStored, endAutosave } = useAutosave(keeping);

  const goOn = (document: DocumentResponse, sent: Save) => {
    dropStored();
    goOnFrom(sent.values, document);
    setVersion(document.version);
    setThumbnail((now) => (now === sent.thumbnail ? undefined : now));
    setRestored(undefined);
    setAside(undefined);
    onStay(document);
  };
  const saving = useSaveDocument({
    existing,
    form,
    onSaved: async (document, sent) => {
      toast(successText(existing, document, sent.status));
      if (sent.stays) {
        goOn(document, sent);
        return;
      }
      markSaved();
      endAutosave();
      await navigate({ to: '/docs/$id', params: { id: documentParam(document) } });
    },
    onHalfSaved: goOn,
    onRefused: refuse,
  });

  const submit = (how: Pick<Save, 'status' | 'stays'>, uploads: number) => {
    form.onSubmit((values) => {
      if (uploads > 0) void alert({ title: text.picturesOnTheWayTitle, text: text.picturesOnTheWay });
      else if (how.stays && existing && !isDirty) toast(text.allSaved);
      else if (!saving.pending) saving.save({ values, thumbnail, version, ...how });
    }, refuse)();
  };

  /** Goes on from what the other saved. */
  const goOnFromTheirs = ({ theirs, kept }: Conflict, values: DocumentValues, why?: PutAside['why']) => {
    saving.forgetConflict();
    setRestored(undefined);
    setAside(why && { why, values: kept, thumbnail, version: theirs.version });
    fields.replace(values, valuesOf(theirs));
    setVersion(theirs.version);
    onStay(theirs);
  };
  const takeTheirs = (conflict: Conflict) => {
    goOnFromTheirs(conflict, valuesOf(conflict.theirs), 'replaced');
  };
  const combine = (conflict: Conflict, combined: DocumentValues) => {
    goOnFromTheirs(conflict, combined, 'combined');
  };
  const keepMine = (conflict: Conflict) => {
    const { attempt, kept: values, theirs } = conflict;
    goOnFromTheirs(conflict, values);
    saving.save({ ...attempt, values, version: theirs.version });
  };
  const discardRestored = () => {
    setAside({ why: 'discarded', values: form.getValues(), thumbnail, version });
    fields.replace(stored);
    setThumbnail(undefined);
    setVersion(begun);
    setRestored(undefined);
  };
  const bringBack = (what: PutAside) => {
    form.setValues(what.values);
    setThumbnail(what.thumbnail);
    setVersion(what.version);
    setAside(undefined);
  };

  return {
    form,
    ...fields,
    ...saving,
    thumbnail,
    setThumbnail,
    restored,
    aside,
    otherTab,
    refusals,
    submit,
    takeTheirs,
    keepMine,
    combine,
    discardRestored,
    bringBack,
  };
}
