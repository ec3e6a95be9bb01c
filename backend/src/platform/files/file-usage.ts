import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Counters, counterCheck } from '../database/counters.js';
import { Database } from '../database/database.js';
import { type Check, Reconciliation } from '../database/reconciliation.js';

/**
 * Locks a content until the end of the transaction. Required to add the first or remove the last row of a content, so
 * that the sweep does not delete bytes while an upload inserts a row for them.
 */
export async function lockContent({ db }: Database, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(db);
}

const TOTAL = 'files.bytes';
const UPLOADER_PREFIX = 'files.bytes.';

const totalBytes = `select coalesce(sum(size), 0)::bigint as n
  from (select distinct on (sha256) size from files order by sha256) contents`;
const bytesByUploader = `select '${UPLOADER_PREFIX}' || uploader_id as name, sum(size)::bigint as n
  from files where uploader_id is not null group by uploader_id`;

/** Counts the bytes of files, in all and per uploader, so that quotas are checked without reading all rows. */
@Injectable()
export class FileUsage {
  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    reconciliation: Reconciliation,
  ) {
    reconciliation.add(counterCheck('bytes of all files', TOTAL, totalBytes, ['files']));
    reconciliation.add(uploaderCheck);
  }

  /** Bytes of all contents; a content that several files share counts once. */
  total(): Promise<number> {
    return this.counters.get(TOTAL);
  }

  /** Bytes of all files of an uploader. */
  ofUploader(uploaderId: string): Promise<number> {
    return this.counters.get(UPLOADER_PREFIX + uploaderId);
  }

  /** When the uploader of all files of a user was removed. Joins the caller's transaction. */
  async deleteUploader(uploaderId: string): Promise<void> {
    await this.counters.delete(UPLOADER_PREFIX + uploaderId);
  }

  /**
   * Joins the transaction that adds or removes a file, as its last statements and under the lock of its content.
   * @param by the size of the file, negative when it was removed
   */
  async add({ sha256, uploaderId }: { sha256: string; uploaderId: string | null }, by: number): Promise<void> {
    if (uploaderId !== null) await this.counters.add(UPLOADER_PREFIX + uploaderId, by);
    const files = await this.database.db
      .selectFrom('files')
      .select('id')
      .where('sha256', '=', sha256)
      .limit(sql.lit(2))
      .execute();
    const isOnlyFile = files.length === (by > 0 ? 1 : 0);
    if (isOnlyFile) await this.counters.add(TOTAL, by);
  }
}

const stored = `select name, n from counters where name like '${UPLOADER_PREFIX}%'`;

const uploaderCheck: Check = {
  name: 'bytes of files per uploader',
  differences: `select coalesce(s.name, r.name) as name, coalesce(s.n, 0) as stored, coalesce(r.n, 0) as real
    from (${stored}) s full join (${bytesByUploader}) r on r.name = s.name where coalesce(s.n, 0) <> coalesce(r.n, 0)`,
  tables: ['files', 'counters'],
  repair: [
    `delete from counters where name like '${UPLOADER_PREFIX}%'`,
    `insert into counters (name, n) ${bytesByUploader}`,
  ],
};
