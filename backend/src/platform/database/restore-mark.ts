import type pg from 'pg';

/*
 * A table that exists in the database while a backup is restored into it. It stays when the restore is killed, so that
 * the rest is not taken for a hub.
 */

const TABLE = 'public.incomplete_restore';

/** A restore into this database was killed. The message says what to do. */
export class IncompleteRestoreError extends Error {
  constructor() {
    super(
      'A restore into this database was interrupted, so its content is incomplete. Restore again: npm run restore -- ' +
        'FILE clears it first.',
    );
  }
}

export async function createRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`create table ${TABLE} (started_at timestamptz not null default now())`);
}

export async function deleteRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`drop table ${TABLE}`);
}

export async function hasRestoreMark(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select 1 where to_regclass('${TABLE}') is not null`);
  return rows.length > 0;
}

/** @throws IncompleteRestoreError */
export async function requireCompleteRestore(client: pg.Client): Promise<void> {
  if (await hasRestoreMark(client)) throw new IncompleteRestoreError();
}
