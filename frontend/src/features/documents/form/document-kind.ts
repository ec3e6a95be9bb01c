import { DOCUMENT_CONTENT_MAX, NOTE_MAX } from '@hub/shared/limits';
import { getDocumentRevision } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { getDocument } from '../../../api/generated/reading/reading';
import { writing } from '../../../messages/writing';
import { updateDocumentCache } from '../../../shared/content/document-cache';
import { checkLength } from '../../../shared/forms/check-length';
import { getItemParam } from '../../../shared/links';
import type { ItemKind, SaveAttempt } from '../../editing/item-kind';
import { toFormValues, type DocumentValues } from './document-values';

const text = writing.form;

/** The success message of a save; `before` is absent for a new document. */
function getSuccessText(
  before: DocumentResponse | undefined,
  after: DocumentResponse,
  { status }: SaveAttempt<DocumentValues>,
): string {
  // The published text is unchanged: the save created a pending edit.
  if (before && after.pending_revision && after.version === before.version) return text.pendingReview;
  if (status === 'PUBLISHED') return text.published;
  if (status === 'IN_REVIEW') return text.submitted;
  return before ? text.updated : text.draftSaved;
}

export const documentKind: ItemKind<DocumentValues, DocumentResponse> = {
  texts: text,
  listPath: '/docs',
  toValues: toFormValues,
  validate: ({ content, note }) => ({
    content: content.trim() === '' ? text.contentRequired : checkLength(content, DOCUMENT_CONTENT_MAX),
    note: checkLength(note, NOTE_MAX),
  }),
  transientValues: { note: '' },
  mergedFields: ['content'],
  load: (id) => getDocument(id, { count_view: false }),
  loadVersion: async (id, version) => toFormValues((await getDocumentRevision(id, String(version))).snapshot),
  updateCache: updateDocumentCache,
  getSuccessText,
  open: (navigate, document) => navigate({ to: '/docs/$id', params: { id: getItemParam(document) } }),
};
