import { defineEvent } from '../../../platform/events/events.js';
import type { DocumentStatus } from '../items/enums.js';

export const documentCreated = defineEvent<{ id: string; authorId: string }>('document.created');
export const documentStatusChanged = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  before: DocumentStatus;
  after: DocumentStatus;
  note: string;
}>('document.status_changed');
/** A decision on a document in review, or on an edit that waited; in the first case its status changes too. */
export const documentReviewed = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  of: 'document' | 'edit';
  action: 'approve' | 'request_changes';
  note: string;
}>('document.reviewed');
export const documentDeleted = defineEvent<{ id: string; authorId: string; actorId: string; title: string }>(
  'document.deleted',
);
