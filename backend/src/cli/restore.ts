import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from '../app.js';
import { backupTables, entities } from '../modules.js';
import { localArchive } from '../platform/backup/archive-file.js';
import { ArchiveError } from '../platform/backup/archive-input.js';
import { restoreArchive } from '../platform/backup/restore-archive.js';
import { type Config, ConfigError, loadConfig } from '../platform/config/config.js';
import { Reconciliation } from '../platform/database/reconciliation.js';
import { createLogger } from '../platform/logging/logger.js';
import { Spool } from '../platform/storage/spool.js';
import { createStorage } from '../platform/storage/create-storage.js';

const USAGE = 'Name the archive of a backup: npm run restore -- FILE';

/** An error that the user at the terminal can act on; printed without a stack trace. */
class UsageError extends Error {}

// Verifies an archive, restores it into an empty database and the storage, and checks the counters.
try {
  const path = readArguments();
  const config = loadConfig();
  const { manifest, end } = await restoreArchive(await localArchive(resolve(path)), {
    databaseUrl: config.databaseUrl,
    entities,
    tables: backupTables,
    limits: { fileBytes: config.env.STORAGE_QUOTA_GB * 1024 ** 3 },
    storage: await createStorage(config, new Spool(config)),
  });
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  print(`Restored the backup of ${manifest.created_at}: ${rows} rows and ${end.files.count} files.`);
  if (end.missing.count) print(`${end.missing.count} files were missing when the backup was made.`);
  const differences = await repairCounters(config);
  print(`${differences} differences between counters and their rows${differences ? ', all repaired' : ''}.`);
  print('Start the hub; all users sign in again.');
  process.exit();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

function readArguments(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals[0] && positionals.length === 1) return positionals[0];
  } catch {
    // unknown option
  }
  throw new UsageError(USAGE);
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

function print(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);
}

function describeError(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  if (error instanceof ArchiveError) return `${error.message} Nothing was restored.`;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOENT' && typeof path === 'string') return `There is nothing at ${path}.`;
  return `The restore failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
