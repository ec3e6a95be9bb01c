import {
  createDocument,
  deleteDocumentThumbnail,
  getCreateDocumentUrl,
  getUpdateDocumentUrl,
  setDocumentStatus,
  updateDocument,
} from '../../../api/generated/documents-writing/documents-writing';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { createSlug } from '@hub/shared/slugs';
import { writing } from '../../../messages/writing';
import { useIdempotencyKey } from '../../../shared/forms/idempotency-key';
import { uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import type { SaveAttempt, SendItem } from '../../editing/item-kind';
import { applyFirstStatus, toEdit, toFormData } from '../../editing/save-request';
import { PartialSaveError } from '../../editing/save-result';
import { toRequest, type DocumentValues, type SaveRequest } from './document-values';

/** The page that a new document is created below, as long as it has the category of that page. */
export interface NewPageParent {
  id: string;
  categoryId: string;
}

type Attempt = SaveAttempt<DocumentValues>;

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
    body: toFormData(body, { thumbnail: file }),
  });
}

async function updateExisting(existing: DocumentResponse, { values, thumbnail, status, version }: Attempt) {
  const { id } = existing;
  const edit = toEdit(existing, toRequest(values), version);
  const body = { ...edit, status: status as DocumentStatus | undefined, version };
  if (thumbnail instanceof File) return uploadWithThumbnail(getUpdateDocumentUrl(id), 'PUT', body, thumbnail);
  const updated = await updateDocument(id, body);
  return thumbnail === 'remove' ? removeThumbnail(updated) : updated;
}

/** Creates or updates the document. Resolves to undefined when the thumbnail upload was cancelled. */
export function useSaveRequest(
  existing: DocumentResponse | undefined,
  parent?: NewPageParent,
): SendItem<DocumentValues, DocumentResponse> {
  const getKey = useIdempotencyKey();

  const create = async ({ values, thumbnail, status, isAutomatic }: Attempt) => {
    const request = toRequest(values);
    // The server finds a free slug for a title that may be incomplete.
    const slug = isAutomatic && request.slug === createSlug(values.title) ? undefined : request.slug;
    const isBelow = parent !== undefined && parent.categoryId === request.category_id;
    const body = { ...request, slug, note: undefined, parent_id: isBelow ? parent.id : undefined };
    const isFile = thumbnail instanceof File;
    const key = getKey(JSON.stringify([body, isFile && [thumbnail.name, thumbnail.size, thumbnail.lastModified]]));
    const created = isFile
      ? await uploadWithThumbnail(getCreateDocumentUrl(), 'POST', body, thumbnail, key)
      : await createDocument(body, { headers: { 'Idempotency-Key': key } });
    if (!created) return undefined;
    const setStatus = () => setDocumentStatus(created.id, { status: status as DocumentStatus });
    return applyFirstStatus(created, status, setStatus);
  };

  return (attempt) => (existing ? updateExisting(existing, attempt) : create(attempt));
}
