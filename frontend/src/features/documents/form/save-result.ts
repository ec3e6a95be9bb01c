import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { NetworkError } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { getErrorText } from '../../../api/problem';

const text = writing.form;

type FailedPart = keyof typeof text.partialSave;

/** The document was saved, but a subsequent step (thumbnail, status) failed. */
export class PartialSaveError extends Error {
  readonly document: DocumentResponse;
  readonly failedPart: FailedPart;

  constructor(document: DocumentResponse, failedPart: FailedPart, cause: unknown) {
    super('Partially saved', { cause });
    this.name = 'PartialSaveError';
    this.document = document;
    this.failedPart = failedPart;
  }
}

/** The text of the alert: what was saved, what was not, the reason and the next step. */
export function getPartialSaveAlert({ failedPart, cause }: PartialSaveError): { title: string; text: string } {
  const { title, fallbackReason, next } = text.partialSave[failedPart];
  const reason =
    cause instanceof NetworkError ? messages.common.loadFailedOffline : getErrorText(cause, fallbackReason);
  return { title, text: `${reason}\n\n${next}` };
}

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
