import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logging.module.js';
import { Storage } from '../storage/storage.js';
import { lockContent, FileUsage } from './file-usage.js';

const KEPT_UNUSED_MS = 24 * 3600_000;
const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Unused {
  id: string;
  sha256: string;
}

/** Removes what nothing shows: uploads of abandoned forms, images taken out of texts. */
@Injectable()
export class UnusedFiles {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly usage: FileUsage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Files older than a day without any use. Not to be called in a transaction: what leaves the storage does not come back with a rollback. */
  async sweep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - KEPT_UNUSED_MS);
    let batch: Unused[] = [];
    do {
      batch = await this.unused(before, batch.at(-1)?.id ?? FIRST);
      for (const file of batch) await this.remove(file);
    } while (batch.length === BATCH);
  }

  /** The same at once, for what was stored for a command that did not use it in the end. Never fails: the sweep comes by anyway. */
  async discard(fileIds: readonly string[]): Promise<void> {
    try {
      const files = await this.database.query<Unused>(
        'select f.id, f.sha256 from files f where f.id = any($1::uuid[]) and not exists (select 1 from file_uses u where u.file_id = f.id)',
        [fileIds],
      );
      for (const file of files) await this.remove(file);
    } catch (error) {
      this.logger.warn({ err: error, files: fileIds }, 'unused files not removed');
    }
  }

  private unused(before: Date, after: string): Promise<Unused[]> {
    return this.database.query<Unused>(
      `select f.id, f.sha256 from files f where f.id > $1 and f.created_at < $2
         and not exists (select 1 from file_uses u where u.file_id = f.id) order by f.id limit ${BATCH}`,
      [after, before],
    );
  }

  /** Each for itself, so that one that something still refers to does not hold up the others. */
  private async remove({ id, sha256 }: Unused): Promise<void> {
    try {
      await this.database.transaction(async () => {
        await lockContent(this.database, sha256);
        // Waits for whoever is just beginning to use it, so that the next statement sees that; later ones wait for us and find no file.
        await this.database.query('select id from files where id = $1 for update', [id]);
        const removed = await this.database.one<{ uploader_id: string | null; size: number }>(
          `delete from files f where f.id = $1 and not exists (select 1 from file_uses u where u.file_id = f.id)
           returning f.uploader_id, f.size::float8 as size`,
          [id],
        );
        const sharer = await this.database.one('select id from files where sha256 = $1 limit 1', [sha256]);
        // Before the commit: a crash leaves a row to sweep again, rather than bytes that no row knows.
        if (!sharer) await this.storage.delete(sha256);
        if (removed) await this.usage.add({ sha256, uploaderId: removed.uploader_id }, -removed.size);
      });
    } catch (error) {
      this.logger.warn({ err: error, file: id }, 'unused file not removed');
    }
  }
}
