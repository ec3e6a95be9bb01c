import { sql } from 'kysely';

/** Whether a user may sign in. Only `users` has these columns, so that joins need no prefix. */
export const isActive = sql<boolean>`(deactivated_at is null and erased_at is null)`;
