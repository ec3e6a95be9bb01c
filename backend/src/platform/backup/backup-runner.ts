import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { sqlState } from '../database/pg-errors.js';
import { VERSION } from '../health/server-health.js';
import { DomainError } from '../http/errors/domain-error.js';
import { LOGGER } from '../logging/logging.module.js';
import { Storage } from '../storage/storage.js';
import { BackupStorage } from './backup-storage.js';
import { BackupTables } from './backup-tables.js';
import { type BackupRow, BackupsRepository } from './backups.repository.js';
import { createArchive } from './create-archive.js';

/** Also tells other processes that this one is alive. */
const REPORT_EVERY_MS = 2000;
const LOCK_NOT_AVAILABLE = '55P03';

/** The instance stops, and the backup with it. */
class StoppedError extends Error {}

/** Makes the archive of a backup. */
@Injectable()
export class BackupRunner implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly repository: BackupsRepository,
    private readonly archives: BackupStorage,
    private readonly storage: Storage,
    private readonly tables: BackupTables,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before the job queue waits for its workers. */
  onModuleDestroy(): void {
    this.stop();
  }

  /** Ends the backup that runs here. */
  stop(): void {
    this.stopping.abort(new StoppedError('The hub was stopped before the backup was complete.'));
  }

  /**
   * Makes the archive; its row becomes complete or failed.
   * @throws when the database is unavailable for the result
   */
  async run({ id, name }: BackupRow): Promise<void> {
    let percent = 0;
    const report = () => this.repository.setProgress(id, percent).catch(() => undefined);
    const reports = setInterval(() => void report(), REPORT_EVERY_MS);
    try {
      const created = await createArchive(
        {
          databaseUrl: this.config.databaseUrl,
          tables: this.tables,
          storage: this.storage,
          hubVersion: VERSION,
        },
        async (archive) => {
          // This process has the lock: no other writes an archive.
          await this.archives.deletePartials();
          await this.archives.write(name, archive);
        },
        { signal: this.stopping.signal, onProgress: (now) => (percent = now) },
      );
      await this.repository.complete(id, created);
      this.logger.info({ backup: id, ...created }, 'backup complete');
    } catch (error) {
      this.logger.error({ err: error, backup: id }, 'backup failed');
      await this.archives.delete(name).catch(() => undefined);
      await this.repository.fail(id, describe(error));
    } finally {
      clearInterval(reports);
    }
  }
}

function describe(error: unknown): string {
  if (error instanceof DomainError || error instanceof StoppedError) return error.message;
  if (sqlState(error) === LOCK_NOT_AVAILABLE) return 'Another backup was still running.';
  const reason = error instanceof Error ? error.message : String(error);
  return `It ended with an error: ${reason.slice(0, 500)}`;
}
