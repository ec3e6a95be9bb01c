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
import { randomKey } from '../../../lib/random-key';
import { writing } from '../../../messages/en-writing';
import { uploadWithProgress } from '../../../shared/uploads/upload-with-progress';
import { HalfSaved } from './half-saved';
import { formDataOf, requestOf, type DocumentValues, type SaveRequest } from './form-values';

/** Another picture, none any more, or the one it has. */
export type ThumbnailChange = File | 'remove' | undefined;

export interface Save {
  values: DocumentValues;
  thumbnail?: ThumbnailChange;
  /** The status it shall have afterwards; without one it keeps what it has. */
  status?: DocumentStatus;
  /** The version the text was written on; a newer one on the server is a conflict. */
  version?: number;
  /** Whoever saves goes on writing. */
  stays?: boolean;
}

/** One key for each text: sending the same again creates nothing, a changed text is a new attempt. */
function useIdempotencyKey() {
  const last = useRef({ body: '', key: '' });
  return (body: string) => {
    if (last.current.body !== body) last.current = { body, key: randomKey() };
    return last.current.key;
  };
}

/** Creating ignores a status the author may not set directly; asking for it afterwards obeys the usual rules. */
async function withStatus(document: DocumentResponse, status: DocumentStatus | undefined): Promise<DocumentResponse> {
  if (status === undefined || document.status === status) return document;
  try {
    return await setDocumentStatus(document.id, { status });
  } catch (error) {
    throw new HalfSaved(document, 'status', error);
  }
}

async function withoutThumbnail(document: DocumentResponse): Promise<DocumentResponse> {
  try {
    return await deleteDocumentThumbnail(document.id);
  } catch (error) {
    throw new HalfSaved(document, 'thumbnail', error);
  }
}

function sendWithPicture(path: string, method: 'POST' | 'PUT', body: SaveRequest, file: File, key?: string) {
  return uploadWithProgress<DocumentResponse>({
    title: writing.thumbnail.saving,
    text: file.name,
    path,
    method,
    headers: key ? { 'Idempotency-Key': key } : undefined,
    body: formDataOf(body, file),
  });
}

async function update(id: string, { values, thumbnail, status, version }: Save) {
  const body = { ...requestOf(values), status, version };
  if (thumbnail instanceof File) return sendWithPicture(getUpdateDocumentUrl(id), 'PUT', body, thumbnail);
  const updated = await updateDocument(id, body);
  return thumbnail === 'remove' ? withoutThumbnail(updated) : updated;
}

/** Creates the document, or changes the existing one. Answers undefined when the upload of its picture was cancelled. */
export function useSend(existing: DocumentResponse | undefined) {
  const keyFor = useIdempotencyKey();

  const create = async ({ values, thumbnail, status }: Save) => {
    const body = { ...requestOf(values), note: undefined, status };
    const isFile = thumbnail instanceof File;
    const key = keyFor(JSON.stringify([body, isFile && [thumbnail.name, thumbnail.size, thumbnail.lastModified]]));
    const created = isFile
      ? await sendWithPicture(getCreateDocumentUrl(), 'POST', body, thumbnail, key)
      : await createDocument(body, { headers: { 'Idempotency-Key': key } });
    return created && withStatus(created, status);
  };

  return (save: Save) => (existing ? update(existing.id, save) : create(save));
}
