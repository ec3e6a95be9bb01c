import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { writing } from '../../../messages/en-writing';

const text = writing.form;

/** The words for what a save did: `before` is absent for a new document, `asked` is the status that was wanted. */
export function successText(
  before: DocumentResponse | undefined,
  after: DocumentResponse,
  asked: DocumentStatus | undefined,
): string {
  // The readers' text is the old one still: the edit has become a suggestion.
  if (before && after.pending_revision && after.version === before.version) return text.waits;
  if (asked === 'PUBLISHED') return text.published;
  if (asked === 'IN_REVIEW') return text.submitted;
  return before ? text.updated : text.draftSaved;
}
