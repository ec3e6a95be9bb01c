import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getDocument } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { hasCode } from '../../../api/problem';
import { writing } from '../../../messages/en-writing';
import { afterSave } from '../../../shared/content/document-cache';
import { failureText } from '../../../shared/errors/failure-text';
import { applyProblem } from '../../../shared/forms/apply-problem';
import { alert } from '../../../ui/dialogs/dialogs';
import { useSend, type Save } from './use-send';
import type { DocumentFormState } from './use-document-form';

const text = writing.form;

interface SaveOptions {
  /** Absent for a document that does not exist yet. */
  existing?: DocumentResponse;
  form: DocumentFormState['form'];
  onSaved: (document: DocumentResponse, status: DocumentStatus | undefined) => void | Promise<void>;
}

export function useSaveDocument({ existing, form, onSaved }: SaveOptions) {
  const queryClient = useQueryClient();
  const send = useSend(existing);
  const [suggestion, setSuggestion] = useState<string>();
  const [savedMeanwhile, setSavedMeanwhile] = useState<DocumentResponse>();

  const mutation = useMutation({
    mutationFn: (attempt: Save) => send(attempt),
    onSuccess: async (document, { status }) => {
      // Cancelled on the way.
      if (!document) return;
      await onSaved(document, status);
      await afterSave(queryClient, document);
    },
    onError: async (error) => {
      setSuggestion(hasCode(error, 'slug_taken') ? error.problem.suggestion : undefined);
      if (existing && hasCode(error, 'stale_version')) {
        setSavedMeanwhile(await getDocument(existing.id).catch(() => undefined));
        return;
      }
      if (applyProblem(form, error)) return;
      if (hasCode(error, 'slug_taken')) {
        form.setFieldError('slug', failureText(error, text.createFailed));
        return;
      }
      // Not awaited: the attempt is over, and its button must not spin behind the dialog.
      void alert({
        title: existing ? text.updateFailedTitle : text.createFailedTitle,
        text: failureText(error, existing ? text.updateFailed : text.createFailed),
      });
    },
  });

  return {
    save: mutation.mutate,
    pending: mutation.isPending ? mutation.variables : undefined,
    suggestion,
    savedMeanwhile,
    /** The attempt that met a newer version, for doing it again on top of that. */
    lastAttempt: mutation.variables,
    forgetConflict: () => {
      setSavedMeanwhile(undefined);
    },
  };
}
