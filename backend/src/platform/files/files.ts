import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Row } from '../../schema/index.js';
import { Jobs } from '../jobs/jobs.js';
import { LOGGER } from '../logging/logger.js';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../config/config.js';
import { counterCheck, Counters } from '../database/counters.js';
import { BACKUP_LOCK } from '../database/advisory-locks.js';
import { Database } from '../database/database.js';
import { type Check, Reconciliation } from '../database/reconciliation.js';
import { DomainError } from '../errors/domain-error.js';
import { PersonalData } from '../personal-data/personal-data.js';
import type { LocalFile } from '../storage/spool.js';
import { Storage } from '../storage/storage.js';
import { createFilePath } from './file-url.js';

/** A file as modules see it. `size` in bytes; `url` with the API prefix. */
export interface StoredFile {
  id: string;
  sha256: string;
  size: number;
  media_type: string;
  name: string;
  url: string;
}

export interface NewFile {
  /** as the uploader calls it; only shown, never a path */
  name: string;
  /** detected from the bytes, see detectMediaType */
  mediaType: string;
  /** who may read the file before something refers to it, and whose quota of images it counts to; null: no user */
  uploaderId: string | null;
  maxBytes: number;
}

type FileRow = Omit<StoredFile, 'url'>;

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(; charset=utf-8)?$/;

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

const KEPT_UNUSED_MS = 24 * 3600_000;
const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Unused = Pick<Row<'files'>, 'id' | 'sha256'>;

/** Of the file f. */
const isUnused = sql<boolean>`not exists (select 1 from file_uses u where u.file_id = f.id)`;

/**
 * Stores files. Rows hold metadata and uploader; the storage holds the bytes, once per content. The bytes are counted
 * in total and per uploader, so that quotas are checked without reading all rows. Files without references are deleted:
 * uploads of abandoned forms, images removed from texts.
 */
@Injectable()
export class Files {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly config: Config,
    private readonly counters: Counters,
    reconciliation: Reconciliation,
    personalData: PersonalData,
    jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    jobs.define('files.sweep', () => this.sweep(), {
      cron: '41 * * * *',
      transactional: false,
      expireInSeconds: 3600,
    });
    reconciliation.add(counterCheck('bytes of all files', TOTAL, totalBytes, ['files']));
    reconciliation.add(uploaderCheck);
    // Erasing keeps files that texts show; the sweep removes the others.
    personalData.register({
      sections: [
        {
          name: 'files',
          description: 'Uploaded images and files',
          select: (id) => sql`
            select f.id as cursor, f.id, f.name, f.media_type, f.size, f.created_at,
                   '/files/' || f.id || '/' || left(f.sha256, 16) as url
            from files f where f.uploader_id = ${id}::uuid`,
        },
      ],
      erase: ({ id }) => this.removeUploader(id),
    });
  }

  /**
   * Stores an upload: a stream, or a local file, which stays and is not copied where that is possible. The stored
   * file is deleted after a day unless something refers to it, see FileReferences. Not to be called in a transaction:
   * uploads take long, and a retried transaction could not read the stream again.
   * @throws 413 above maxBytes or STORAGE_QUOTA_GB, 507 when the disk is full
   */
  async store(source: Readable | LocalFile, { name, mediaType, uploaderId, maxBytes }: NewFile): Promise<StoredFile> {
    if (this.database.isInTransaction) throw new Error('A file was stored inside a transaction.');
    if (!MEDIA_TYPE.test(mediaType)) throw new Error(`"${mediaType}" is no media type.`);
    const file = { id: uuidv7(), media_type: mediaType, name: sanitizeFileName(name) };
    const content = await this.storage.put(source, { maxBytes }, (announced) =>
      this.insert({ ...file, ...announced }, uploaderId),
    );
    return this.withUrl({ ...file, ...content });
  }

  /** A file by its id, without an access check. */
  async find(id: string): Promise<StoredFile | undefined> {
    const file = await this.database.db
      .selectFrom('files')
      .select(['id', 'sha256', sql<number>`size::float8`.as('size'), 'media_type', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
    return file && this.withUrl(file);
  }

  /** Locks a file, so that it is not deleted before the end of the transaction. @returns whether it exists */
  async lock(id: string): Promise<boolean> {
    const { db } = this.database;
    const row = await db.selectFrom('files').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    return row !== undefined;
  }

  getUrl(file: { id: string; sha256: string }): string {
    return this.config.env.API_PREFIX + createFilePath(file);
  }

  private withUrl(file: FileRow): StoredFile {
    return { ...file, url: this.getUrl(file) };
  }

  private async insert({ id, sha256, size, media_type, name }: FileRow, uploaderId: string | null): Promise<void> {
    await this.database.transaction(async () => {
      await lockContent(this.database, sha256);
      await this.requireQuota(size);
      await this.database.db
        .insertInto('files')
        .values({ id, sha256, size, media_type, name, uploader_id: uploaderId, created_at: new Date() })
        .execute();
      await this.countBytes({ sha256, uploaderId }, size);
    });
  }

  private async removeUploader(id: string): Promise<void> {
    await this.database.db.updateTable('files').set({ uploader_id: null }).where('uploader_id', '=', id).execute();
    this.database.beforeCommit(() => this.counters.delete(UPLOADER_PREFIX + id));
  }

  /** @throws 413 when this many bytes more would exceed STORAGE_QUOTA_GB */
  async requireQuota(bytes: number): Promise<void> {
    const quota = this.config.env.STORAGE_QUOTA_GB;
    if ((await this.getTotalBytes()) + bytes <= quota * 1024 ** 3) return;
    throw new DomainError(413, 'quota_reached', (texts) => texts.platform.quotaReached(quota));
  }

  /** Bytes of all contents; a content that several files share counts once. */
  getTotalBytes(): Promise<number> {
    return this.counters.get(TOTAL);
  }

  /** Bytes of all files of an uploader. */
  getBytesOfUploader(uploaderId: string): Promise<number> {
    return this.counters.get(UPLOADER_PREFIX + uploaderId);
  }

  /**
   * Joins the transaction that adds or removes a file, as its last statements and under the lock of its content.
   * @param by the size of the file, negative when it was removed
   */
  async countBytes({ sha256, uploaderId }: { sha256: string; uploaderId: string | null }, by: number): Promise<void> {
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

  /**
   * Deletes unreferenced files older than a day. Not to be called in a transaction: a rollback does not restore deleted
   * bytes.
   */
  async sweep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - KEPT_UNUSED_MS);
    let batch: Unused[] = [];
    do {
      batch = await this.listUnused(before, batch.at(-1)?.id ?? FIRST);
      for (const file of batch) await this.remove(file);
    } while (batch.length === BATCH);
  }

  /** Deletes uploads at once that a failed command did not use. Never throws: the sweep retries. */
  async discard(fileIds: readonly string[]): Promise<void> {
    try {
      const files = await this.database.db
        .selectFrom('files as f')
        .select(['f.id', 'f.sha256'])
        .where(sql<boolean>`f.id = any(${fileIds}::uuid[])`)
        .where(isUnused)
        .execute();
      for (const file of files) await this.remove(file);
    } catch (error) {
      this.logger.warn({ err: error, files: fileIds }, 'unused files not removed');
    }
  }

  private listUnused(before: Date, after: string): Promise<Unused[]> {
    return this.database.db
      .selectFrom('files as f')
      .select(['f.id', 'f.sha256'])
      .where('f.id', '>', after)
      .where('f.created_at', '<', before)
      .where(isUnused)
      .orderBy('f.id')
      .limit(sql.lit(BATCH))
      .execute();
  }

  /**
   * One transaction per file, so that a file that is still referenced does not block the others. While a backup runs,
   * nothing is removed: its snapshot may refer to the file.
   */
  private async remove({ id, sha256 }: Unused): Promise<void> {
    try {
      await this.database.transaction(async () => {
        const { db } = this.database;
        const lock = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as taken`;
        if (!(await lock.execute(db)).rows[0]?.taken) return;
        await lockContent(this.database, sha256);
        // Waits for transactions that are adding a reference, so that the next statement sees it. Later ones wait for
        // this lock and then find no file.
        await db.selectFrom('files').select('id').where('id', '=', id).forUpdate().execute();
        const removed = await db
          .deleteFrom('files as f')
          .where('f.id', '=', id)
          .where(isUnused)
          .returning(['f.uploader_id', 'f.size'])
          .executeTakeFirst();
        const sharer = await db
          .selectFrom('files')
          .select('id')
          .where('sha256', '=', sha256)
          .limit(sql.lit(1))
          .executeTakeFirst();
        // Before the commit: a crash leaves a row that the next sweep finds, instead of bytes without a row.
        if (!sharer) await this.storage.delete(sha256);
        if (removed) await this.countBytes({ sha256, uploaderId: removed.uploader_id }, -Number(removed.size));
      });
    } catch (error) {
      this.logger.warn({ err: error, file: id }, 'unused file not removed');
    }
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

const MAX_NAME_LENGTH = 200;

/**
 * Makes a name safe for display and download: no folders, no control or bidirectional characters, well-formed, not
 * empty.
 */
export function sanitizeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const { stem, extension } = /^(?<stem>.*?)(?<extension>\.[\p{L}\p{N}]{1,10})?$/u.exec(clean)?.groups ?? {};
  const room = MAX_NAME_LENGTH - (extension?.length ?? 0);
  return `${stem?.slice(0, room).toWellFormed() ?? ''}${extension ?? ''}` || 'file';
}
