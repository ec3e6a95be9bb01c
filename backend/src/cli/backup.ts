import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app.js';
import { backupTables, entities } from '../modules.js';
import { localArchive, openArchive } from '../platform/backup/archive-file.js';
import { ArchiveError } from '../platform/backup/archive-input.js';
import { BackupRunner } from '../platform/backup/backup-runner.js';
import { Backups } from '../platform/backup/backups.js';
import { BackupsRepository } from '../platform/backup/backups.repository.js';
import { BackupStorage } from '../platform/backup/backup-storage.js';
import { MayNotCreateDatabaseError, verifyRestore } from '../platform/backup/verify-restore.js';
import { type Config, ConfigError, loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { DomainError } from '../platform/http/errors/domain-error.js';
import { createLogger } from '../platform/logging/logger.js';

const USAGE = 'Usage: npm run backup, or npm run backup -- --verify [FILE]';

/** An error that the user at the terminal can act on; printed without a stack trace. */
class UsageError extends Error {}

// Makes a backup, or restores one into a scratch database and compares it; the hub may run meanwhile.
try {
  const { verify, file } = readArguments();
  const config = loadConfig();
  await migrate(config.databaseUrl, entities);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    if (verify) await verifyBackup(app, config, file);
    else await createBackup(app);
  } finally {
    await app.close();
  }
  process.exit();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

function readArguments(): { verify: boolean; file: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { verify: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.length <= (values.verify ? 1 : 0)) return { verify: values.verify, file: positionals[0] };
  } catch {
    // unknown option
  }
  throw new UsageError(USAGE);
}

async function createBackup(app: NestFastifyApplication): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.get(BackupRunner).stop());
  const { status, name, size_bytes, error, missing_files } = await app.get(Backups).create();
  if (status !== 'complete') throw new UsageError(`The backup failed. ${error}`);
  print(`Backup created successfully! ${name}, ${megabytes(size_bytes ?? 0)} MB.`);
  if (missing_files)
    print(`${missing_files} files that something refers to were missing in the storage already; see the manual.`);
}

async function verifyBackup(app: NestFastifyApplication, config: Config, file: string | undefined): Promise<void> {
  const name = file
    ? basename(file)
    : (await app.get(Backups).list()).find(({ status }) => status === 'complete')?.name;
  if (!name) throw new UsageError('There is no complete backup yet.');
  const archive = file ? await localArchive(resolve(file)) : await openArchive(app.get(BackupStorage), name);
  const limits = { fileBytes: config.env.STORAGE_QUOTA_GB * 1024 ** 3 };
  const { databaseUrl } = config;
  const { sha256, end } = await verifyRestore(archive, { databaseUrl, entities, tables: backupTables, limits });
  const isOwn = await app.get(BackupsRepository).addVerification(sha256);
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  print(
    `${name} was restored into a scratch database and compared: ${rows} rows and ${end.files.count} files are equal.`,
  );
  if (!isOwn) print('It is none of the backups of this hub, so the dashboard does not count it.');
  if (end.missing.count) print(`${end.missing.count} files were missing when the backup was made.`);
}

function print(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}

function describeError(error: unknown): string {
  const known = [UsageError, ConfigError, DomainError, ArchiveError, MayNotCreateDatabaseError];
  if (known.some((type) => error instanceof type)) return (error as Error).message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOENT' && typeof path === 'string') return `There is nothing at ${path}.`;
  return `The backup failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
