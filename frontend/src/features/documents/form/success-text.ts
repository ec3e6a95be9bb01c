import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { writing } from '../../../messages/en-writing';

const text = writing.form;

/** The success message of a save: `before` is absent for a new document, `requestedStatus` is the requested status. */
export function getSuccessText(
  before: DocumentResponse | undefined,
  after: DocumentResponse,
  requestedStatus: DocumentStatus | undefined,
): string {
  // The published text is unchanged: the save created a pending edit.
  if (before && after.pending_revision && after.version === before.version) return text.pendingReview;
  if (requestedStatus === 'PUBLISHED') return text.published;
  if (requestedStatus === 'IN_REVIEW') return text.submitted;
  return before ? text.updated : text.draftSaved;
}
