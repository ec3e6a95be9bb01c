/** The process that makes an archive. */
import { serveTask } from '../child-processes/child-task.js';
import { sqlState } from '../database/pg-errors.js';
import { DomainError } from '../errors/domain-error.js';
import { sourceTexts } from '../language/texts.js';
import { createStorage } from '../storage/local-storage.js';
import { Spool } from '../storage/spool.js';
import { createBackupStorage } from './archive-input.js';
import type { ArchiveTask } from './backup-runner.js';
import { BackupTables } from './backup-tables.js';
import { type CreatedArchive, createArchive } from './create-archive.js';

const LOCK_NOT_AVAILABLE = '55P03';

serveTask(run, toReason);

async function run(
  { config, tables, hubVersion, name }: ArchiveTask,
  onProgress: (progress: number) => void,
): Promise<CreatedArchive> {
  const archives = await createBackupStorage(config);
  const storage = await createStorage(config, new Spool(config));
  return createArchive(
    { databaseUrl: config.databaseUrl, tables: new BackupTables(tables), storage, hubVersion },
    async (archive) => {
      // This process has the lock: no other writes an archive.
      await archives.deletePartials();
      await archives.write(name, archive);
    },
    onProgress,
  );
}

function toReason(error: unknown): string | undefined {
  if (error instanceof DomainError) return error.message;
  return sqlState(error) === LOCK_NOT_AVAILABLE ? sourceTexts.platform.backupErrors.otherRunning : undefined;
}
