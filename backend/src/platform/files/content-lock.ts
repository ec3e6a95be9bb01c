import type { Database } from '../database/database.js';

/**
 * Held until the transaction ends by whoever adds the row of a content or removes the last one: the sweep cannot remove
 * bytes for which an upload is just writing a row.
 */
export async function contentLock(database: Database, sha256: string): Promise<void> {
  await database.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [sha256]);
}
