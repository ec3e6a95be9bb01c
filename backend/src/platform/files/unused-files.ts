import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Row } from '../../schema/index.js';
import { BACKUP_LOCK, Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';
import { LOGGER } from '../logging/logger.js';
import { Storage } from '../storage/storage.js';
import { Files, lockContent } from './files.js';

const KEPT_UNUSED_MS = 24 * 3600_000;
const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Unused = Pick<Row<'files'>, 'id' | 'sha256'>;

/** Of the file f. */
const isUnused = sql<boolean>`not exists (select 1 from file_uses u where u.file_id = f.id)`;

/** Deletes files without references: uploads of abandoned forms, images removed from texts. */
@Injectable()
export class UnusedFiles {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly files: Files,
    jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    jobs.define('files.sweep', () => this.sweep(), {
      cron: '41 * * * *',
      transactional: false,
      expireInSeconds: 3600,
    });
  }

  /**
   * Deletes unreferenced files older than a day. Not to be called in a transaction: a rollback does not restore deleted
   * bytes.
   */
  async sweep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - KEPT_UNUSED_MS);
    let batch: Unused[] = [];
    do {
      batch = await this.unused(before, batch.at(-1)?.id ?? FIRST);
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

  private unused(before: Date, after: string): Promise<Unused[]> {
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
        if (removed) await this.files.countBytes({ sha256, uploaderId: removed.uploader_id }, -Number(removed.size));
      });
    } catch (error) {
      this.logger.warn({ err: error, file: id }, 'unused file not removed');
    }
  }
}
