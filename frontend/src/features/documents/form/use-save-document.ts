import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getDocumentRevision } from '../../../api/generated/documents/documents';
import { getDocument } from '../../../api/generated/reading/reading';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { hasCode } from '../../../api/problem';
import { writing } from '../../../messages/en-writing';
import { afterSave } from '../../../shared/content/document-cache';
import { failureText } from '../../../shared/errors/failure-text';
import { applyProblem } from '../../../shared/forms/apply-problem';
import { alert } from '../../../ui/dialogs/dialogs';
import type { DocumentValues } from './form-values';
import { HalfSaved, halfSavedAlert } from './half-saved';
import { meet, type Meeting } from './meeting';
import { useSend, type Save } from './use-send';
import type { DocumentFormState } from './use-document-form';

const text = writing.form;

interface SaveOptions {
  /** Absent for a document that does not exist yet. */
  existing?: DocumentResponse;
  form: DocumentFormState['form'];
  onSaved: (document: DocumentResponse, attempt: Save) => void | Promise<void>;
  /** The text is safe, but not all of the rest: whoever wrote it stays, to see to that. */
  onHalfSaved: (document: DocumentResponse, attempt: Save) => void;
  /** Errors stand at fields. */
  onRefused: () => void;
}

/** A save that met a newer version, and how to go on. */
export interface Conflict extends Meeting {
  attempt: Save;
}

async function conflictOf(id: string, attempt: Save, typed: DocumentValues): Promise<Conflict> {
  const [theirs, base] = await Promise.all([
    getDocument(id),
    attempt.version === undefined
      ? undefined
      : getDocumentRevision(id, String(attempt.version)).then(
          ({ snapshot }) => snapshot,
          () => undefined,
        ),
  ]);
  return { attempt, ...meet(base, typed, theirs) };
}

export function useSaveDocument({ existing, form, onSaved, onHalfSaved, onRefused }: SaveOptions) {
  const queryClient = useQueryClient();
  const send = useSend(existing);
  const [suggestion, setSuggestion] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();

  const fail = async (error: Error, attempt: Save) => {
    if (error instanceof HalfSaved) {
      onHalfSaved(error.document, attempt);
      void alert(halfSavedAlert(error));
      await afterSave(queryClient, error.document);
      return;
    }
    if (existing && hasCode(error, 'stale_version')) {
      // With what was typed while the save was on its way.
      const found = await conflictOf(existing.id, attempt, form.getValues()).catch(() => undefined);
      setConflict(found);
      if (found) return;
    }
    if (applyProblem(form, error)) {
      onRefused();
      return;
    }
    // Not awaited: the attempt is over, and its button must not spin behind the dialog.
    void alert({
      title: existing ? text.updateFailedTitle : text.createFailedTitle,
      text: failureText(error, existing ? text.updateFailed : text.createFailed),
    });
  };

  const mutation = useMutation({
    mutationFn: (attempt: Save) => send(attempt),
    onSuccess: async (document, attempt) => {
      // Cancelled on the way.
      if (!document) return;
      await onSaved(document, attempt);
      await afterSave(queryClient, document);
    },
    onError: (error, attempt) => {
      setSuggestion(hasCode(error, 'slug_taken') ? error.problem.suggestion : undefined);
      return fail(error, attempt);
    },
  });

  return {
    save: mutation.mutate,
    pending: mutation.isPending ? mutation.variables : undefined,
    suggestion,
    conflict,
    forgetConflict: () => {
      setConflict(undefined);
    },
  };
}
