import { defineEvent } from '../../platform/events/events.js';
import type { DocumentStatus } from './items/enums.js';

export const documentCreated = defineEvent<{ id: string; authorId: string }>('document.created');
export const documentStatusChanged = defineEvent<{ id: string; authorId: string; actorId: string; before: DocumentStatus; after: DocumentStatus }>('document.status_changed');
export const documentDeleted = defineEvent<{ id: string; authorId: string; actorId: string }>('document.deleted');
