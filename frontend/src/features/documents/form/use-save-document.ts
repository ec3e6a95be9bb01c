import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  createDocument,
  getDocument,
  setDocumentStatus,
  updateDocument,
} from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { hasCode } from '../../../api/problem';
import { randomKey } from '../../../lib/random-key';
import { messages } from '../../../messages/en';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { failureText } from '../../../shared/errors/failure-text';
import { applyProblem } from '../../../shared/forms/apply-problem';
import { alert } from '../../../ui/dialogs/dialogs';
import { afterSave } from '../queries';
import { requestOf, type DocumentValues } from './form-values';
import type { DocumentFormState } from './use-document-form';

const text = messages.form;

interface Save {
  values: DocumentValues;
  /** The status it shall have afterwards; without one it keeps what it has. */
  status?: DocumentStatus;
  /** The version the text was written on; a newer one on the server is a conflict. */
  version?: number;
}

/** One key for each text: sending the same again creates nothing, a changed text is a new attempt. */
function useIdempotencyKey() {
  const last = useRef({ body: '', key: '' });
  return (body: string) => {
    if (last.current.body !== body) last.current = { body, key: randomKey() };
    return last.current.key;
  };
}

async function withStatus(document: DocumentResponse, status: DocumentStatus | undefined): Promise<DocumentResponse> {
  if (status === undefined || document.status === status) return document;
  return setDocumentStatus(document.id, { status });
}

interface SaveOptions {
  /** Absent for a document that does not exist yet. */
  existing?: DocumentResponse;
  form: DocumentFormState['form'];
  onSaved: (document: DocumentResponse, status: DocumentStatus | undefined) => void | Promise<void>;
}

export function useSaveDocument({ existing, form, onSaved }: SaveOptions) {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [suggestion, setSuggestion] = useState<string>();
  const [savedMeanwhile, setSavedMeanwhile] = useState<DocumentResponse>();

  const mutation = useMutation({
    mutationFn: async ({ values, status, version }: Save) => {
      const body = { ...requestOf(values), status };
      if (existing) return updateDocument(existing.id, { ...body, version });
      const headers = { 'Idempotency-Key': keyFor(JSON.stringify(body)) };
      // Creating ignores a status the author may not set directly; asking for it afterwards obeys the usual rules.
      return withStatus(await createDocument(body, { headers }), status);
    },
    onSuccess: async (document, { status }) => {
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
