import { defineEvent } from '../../../platform/events/events.js';
import type { DocumentStatus } from '../audience/enums.js';

export const documentStatusChanged = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  before: DocumentStatus;
  after: DocumentStatus;
  note: string;
}>('document.status_changed');
/** A decision on a document in review, which also changes its status, or on a pending edit. */
export const documentReviewed = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  of: 'document' | 'edit';
  action: 'approve' | 'request_changes';
  note: string;
}>('document.reviewed');
