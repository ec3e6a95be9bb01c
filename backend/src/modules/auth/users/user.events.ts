import { defineEvent } from '../../../platform/events/events.js';

export const userRegistered = defineEvent<{ userId: string }>('user.registered');
export const userRoleChanged = defineEvent<{ userId: string; before: string; after: string; actorId: string }>(
  'user.role_changed',
);
