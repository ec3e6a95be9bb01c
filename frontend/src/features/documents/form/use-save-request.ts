import { useRef } from 'react';
import {
  createDocument,
  deleteDocumentThumbnail,
  getCreateDocumentUrl,
  getUpdateDocumentUrl,
  setDocumentStatus,
  updateDocument,
} from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { createRandomKey } from '../../../lib/browser';
import { writing } from '../../../messages/en-writing';
import { uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import { PartialSaveError } from './save-result';
import { toFormData, toRequest, type DocumentValues, type SaveRequest } from './form-values';

/** A new image, the removal of the current one, or no change. */
export type ThumbnailChange = File | 'remove' | undefined;

export interface SaveAttempt {
  values: DocumentValues;
  thumbnail?: ThumbnailChange;
  /** The requested status; absent to keep the current one. */
  status?: DocumentStatus;
  /** The version the text is based on; a newer version on the server is a conflict. */
  version?: number;
  /** Keeps the form open after saving. */
  shouldContinueEditing?: boolean;
}

/**
 * Returns one idempotency key per request body: retrying the same body creates nothing twice, a changed body is a new
 * request.
 */
function useIdempotencyKey() {
  const last = useRef({ body: '', key: '' });
  return (body: string) => {
    if (last.current.body !== body) last.current = { body, key: createRandomKey() };
    return last.current.key;
  };
}

/** Creating ignores a status the author may not set directly; a separate request for it follows the usual rules. */
async function applyStatus(document: DocumentResponse, status: DocumentStatus | undefined): Promise<DocumentResponse> {
  if (status === undefined || document.status === status) return document;
  try {
    return await setDocumentStatus(document.id, { status });
  } catch (error) {
    throw new PartialSaveError(document, 'status', error);
  }
}

async function removeThumbnail(document: DocumentResponse): Promise<DocumentResponse> {
  try {
    return await deleteDocumentThumbnail(document.id);
  } catch (error) {
    throw new PartialSaveError(document, 'thumbnail', error);
  }
}

function uploadWithThumbnail(path: string, method: 'POST' | 'PUT', body: SaveRequest, file: File, key?: string) {
  return uploadWithProgress<DocumentResponse>({
    title: writing.thumbnail.saving,
    text: file.name,
    path,
    method,
    headers: key ? { 'Idempotency-Key': key } : undefined,
    body: toFormData(body, file),
  });
}

async function updateExisting(id: string, { values, thumbnail, status, version }: SaveAttempt) {
  const body = { ...toRequest(values), status, version };
  if (thumbnail instanceof File) return uploadWithThumbnail(getUpdateDocumentUrl(id), 'PUT', body, thumbnail);
  const updated = await updateDocument(id, body);
  return thumbnail === 'remove' ? removeThumbnail(updated) : updated;
}

/** Creates or updates the document. Resolves to undefined when the thumbnail upload was cancelled. */
export function useSaveRequest(existing: DocumentResponse | undefined) {
  const getKey = useIdempotencyKey();

  const create = async ({ values, thumbnail, status }: SaveAttempt) => {
    const body = { ...toRequest(values), note: undefined, status };
    const isFile = thumbnail instanceof File;
    const key = getKey(JSON.stringify([body, isFile && [thumbnail.name, thumbnail.size, thumbnail.lastModified]]));
    const created = isFile
      ? await uploadWithThumbnail(getCreateDocumentUrl(), 'POST', body, thumbnail, key)
      : await createDocument(body, { headers: { 'Idempotency-Key': key } });
    return created && applyStatus(created, status);
  };

  return (attempt: SaveAttempt) => (existing ? updateExisting(existing.id, attempt) : create(attempt));
}
