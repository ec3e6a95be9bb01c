import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { ChildCrashError, ChildTaskError, type ChildTaskOptions, runChildTask } from '../child-processes/child-task.js';
import { Config } from '../config/config.js';
import { VERSION } from '../health/server-health.js';
import { translateStored } from '../language/stored-texts.js';
import { sourceTexts, type Texts } from '../language/texts.js';
import { LOGGER } from '../logging/logger.js';
import { BackupStorage } from './backup-storage.js';
import { BackupTables, type TableDeclarations } from './backup-tables.js';
import { type BackupRow, BackupsRepository } from './backups.repository.js';
import type { CreatedArchive } from './create-archive.js';

export interface ArchiveTask {
  config: Pick<Config, 'env' | 'dataDir' | 'databaseUrl'>;
  tables: readonly TableDeclarations[];
  hubVersion: string;
  /** of the archive */
  name: string;
}

const worker = new URL('./archive-worker', import.meta.url);

/**
 * Makes an archive in a process of its own, because hashing and copying gigabytes would delay the requests of the
 * server. A process that was killed may leave a partial archive.
 */
export function runArchiveProcess(
  { config: { env, dataDir, databaseUrl }, ...task }: ArchiveTask,
  options: Pick<ChildTaskOptions, 'signal' | 'onProgress'>,
): Promise<CreatedArchive> {
  return runChildTask(
    worker,
    { config: { env, dataDir, databaseUrl }, ...task } satisfies ArchiveTask,
    // Variables that the hub does not read, such as NODE_EXTRA_CA_CERTS, concern the connections of the process too.
    { ...options, inheritsEnvironment: true },
  );
}

/* Stored in English; who shows them translates them ({@link translateBackupError}). */
const { backupErrors } = sourceTexts.platform;
export const INTERRUPTED = backupErrors.interrupted;

/** Why a backup failed, in the language of the reader. */
export const translateBackupError = (error: string, texts: Texts): string =>
  translateStored(error, texts, ({ platform, errors }) => ({ ...platform.backupErrors, diskFull: errors.diskFull }));

/** A sentence for administrators. */
export function describeArchiveError(error: unknown): string {
  if (error instanceof ChildCrashError) return INTERRUPTED;
  if (error instanceof ChildTaskError && typeof error.reason === 'string') return error.reason;
  const reason = error instanceof Error ? error.message : String(error);
  return backupErrors.failed(reason.slice(0, 500));
}

/** Also tells other processes that this one is alive. */
const REPORT_EVERY_MS = 2000;

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
    private readonly tables: BackupTables,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before the job queue waits for its workers. */
  onModuleDestroy(): void {
    this.stop();
  }

  /** Ends the backup that runs here. */
  stop(): void {
    this.stopping.abort(new StoppedError(backupErrors.stopped));
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
      const created = await runArchiveProcess(
        { config: this.config, tables: this.tables.declarations, hubVersion: VERSION, name },
        { signal: this.stopping.signal, onProgress: (progress) => (percent = Math.floor(progress * 100)) },
      );
      await this.repository.complete(id, created);
      this.logger.info({ backup: id, ...created }, 'backup complete');
    } catch (error) {
      this.logger.error({ err: error, backup: id }, 'backup failed');
      await this.deleteRemains(name).catch(() => undefined);
      const wasStopped = error instanceof StoppedError;
      const reason = wasStopped ? error.message : describeArchiveError(error);
      await this.repository.fail(id, reason, wasStopped || error instanceof ChildCrashError);
    } finally {
      clearInterval(reports);
    }
  }

  /** Until the row has failed, no other process writes an archive. */
  private async deleteRemains(name: string): Promise<void> {
    await this.archives.delete(name);
    await this.archives.deletePartials();
  }
}
