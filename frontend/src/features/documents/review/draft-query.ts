import { queryOptions } from '@tanstack/react-query';
import { getDocumentDraft, getGetDocumentDraftQueryKey } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';

/** The pending edit, or the reader's own returned one. */
export const draftQuery = (document: DocumentResponse) =>
  queryOptions({
    // The timestamp changes when the pending edit is replaced.
    queryKey: [...getGetDocumentDraftQueryKey(document.id), document.pending_revision?.created_at],
    queryFn: ({ signal }) => getDocumentDraft(document.id, { signal }),
  });
