import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getDocumentRevision } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { ProblemUser } from '../../../api/generated/model/problemUser';
import { getDocument } from '../../../api/generated/reading/reading';
import { getErrorText, hasCode } from '../../../api/problem';
import { writing } from '../../../messages/en-writing';
import { updateDocumentCache } from '../../../shared/content/document-cache';
import { setFieldErrors } from '../../../shared/forms/use-form-submit';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import type { DocumentValues } from './form-values';
import { PartialSaveError, getPartialSaveAlert } from './save-result';
import { detectConflict, type MergeConflict } from './merge-conflict';
import type { DocumentFormState } from './use-document-form';
import { type SaveAttempt, useSaveRequest } from './use-save-request';

const text = writing.form;

interface SaveOptions {
  /** Absent for a new document. */
  existing?: DocumentResponse;
  form: DocumentFormState['form'];
  onSaved: (document: DocumentResponse, attempt: SaveAttempt) => void | Promise<void>;
  /** Called when the document was saved but a subsequent step failed; the form stays open. */
  onPartiallySaved: (document: DocumentResponse, attempt: SaveAttempt) => void;
  /** Called when the server's errors were mapped to fields. */
  onFieldErrors: () => void;
}

/** A save that was rejected because of a newer version, and the values to continue with. */
export interface SaveConflict extends MergeConflict {
  attempt: SaveAttempt;
  /** Who saved the newer version, if the server said so. */
  savedBy: ProblemUser | undefined;
}

async function loadConflict(
  id: string,
  attempt: SaveAttempt,
  values: DocumentValues,
): Promise<Omit<SaveConflict, 'savedBy'>> {
  const [theirs, base] = await Promise.all([
    getDocument(id),
    attempt.version === undefined
      ? undefined
      : getDocumentRevision(id, String(attempt.version)).then(
          ({ snapshot }) => snapshot,
          () => undefined,
        ),
  ]);
  return { attempt, ...detectConflict(base, values, theirs) };
}

export function useSaveDocument({ existing, form, onSaved, onPartiallySaved, onFieldErrors }: SaveOptions) {
  const queryClient = useQueryClient();
  const send = useSaveRequest(existing);
  const [suggestion, setSuggestion] = useState<string>();
  const [conflict, setConflict] = useState<SaveConflict>();

  const handleError = async (error: Error, attempt: SaveAttempt) => {
    if (error instanceof PartialSaveError) {
      onPartiallySaved(error.document, attempt);
      void alert(getPartialSaveAlert(error));
      await updateDocumentCache(queryClient, error.document);
      return;
    }
    if (existing && hasCode(error, 'stale_version')) {
      // Includes input typed while the save was in progress.
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
    void alert({
      title: existing ? text.updateFailedTitle : text.createFailedTitle,
      text: getErrorText(error, existing ? text.updateFailed : text.createFailed),
    });
  };

  const mutation = useActionMutation({
    mutationFn: (attempt: SaveAttempt) => send(attempt),
    onSuccess: async (document, attempt) => {
      // The upload was cancelled.
      if (!document) return;
      await onSaved(document, attempt);
      await updateDocumentCache(queryClient, document);
    },
    onError: (error, attempt) => {
      setSuggestion(hasCode(error, 'slug_taken') ? error.problem.suggestion : undefined);
      return handleError(error, attempt);
    },
  });

  return {
    save: mutation.mutate,
    pendingSave: mutation.isPending ? mutation.variables : undefined,
    suggestion,
    conflict,
    clearConflict: () => {
      setConflict(undefined);
    },
  };
}
