import { createApp } from '../app.js';
import { backupTables } from '../modules.js';
import { ArchiveError, localArchive } from '../platform/backup/archive-input.js';
import { restoreArchive } from '../platform/backup/restore-archive.js';
import { type Config, loadConfig } from '../platform/config/config.js';
import { Reconciliation } from '../platform/database/reconciliation.js';
import { createLogger } from '../platform/logging/logger.js';
import { Spool } from '../platform/storage/spool.js';
import { createStorage } from '../platform/storage/local-storage.js';
import { readRestoreArguments } from './arguments.js';
import { type Command, describeMissingFiles, print, ProgressLines, runCommand, untilStopped } from './command.js';

// Verifies an archive, restores it into an empty database and the storage, and checks the counters.
await runCommand('The restore failed', async (command) => {
  const path = readRestoreArguments(process.argv.slice(2));
  const config = loadConfig();
  await restore(path, config, command);
  command.onStop =
    'The backup is restored, but its counters were not checked. Run npm run reconcile -- --fix, then start the hub.';
  print('Checking counters …');
  const differences = await untilStopped(command, repairCounters(config));
  print(`${differences} differences between counters and their rows${differences ? ', all repaired' : ''}.`);
  print('Start the hub; all users sign in again.');
  return 0;
});

async function restore(path: string, config: Config, command: Command): Promise<void> {
  command.onStop = 'The restore was stopped. Nothing was restored; what it had written is deleted.';
  const progress = new ProgressLines();
  try {
    const { manifest, end } = await restoreArchive(await localArchive(path), {
      databaseUrl: config.databaseUrl,
      tables: backupTables,
      limits: { fileBytes: config.env.STORAGE_QUOTA_GB * 1024 ** 3 },
      storage: await createStorage(config, new Spool(config)),
      signal: command.signal,
      onProgress: (step, part) => progress.show(step, part),
    });
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
    print(`Restored the backup of ${manifest.created_at}: ${rows} rows and ${end.files.count} files.`);
    if (end.missing.count) print(describeMissingFiles(end.missing.count));
  } catch (error) {
    throw error instanceof ArchiveError ? new ArchiveError(`${error.message} Nothing was restored.`) : error;
  }
}

/** Jobs that waited at the time of the backup are not restored, and some of them change counters. */
async function repairCounters(config: Config): Promise<number> {
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    const results = await app.get(Reconciliation).run({ fix: true });
    return results.reduce((sum, { differences }) => sum + differences, 0);
  } finally {
    await app.close();
  }
}
