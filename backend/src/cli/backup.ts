import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app.js';
import { backupTables } from '../modules.js';
import { localArchive, openArchive } from '../platform/backup/archive-input.js';
import { FILE_EXTENSION } from '../platform/backup/archive-format.js';
import { BackupRunner } from '../platform/backup/backup-runner.js';
import { Backups } from '../platform/backup/backups.js';
import { BackupsRepository } from '../platform/backup/backups.repository.js';
import { BackupStorage } from '../platform/backup/backup-storage.js';
import { verifyRestore } from '../platform/backup/verify-restore.js';
import { type Config, loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { createLogger } from '../platform/logging/logger.js';
import { readBackupArguments } from './arguments.js';
import {
  type Command,
  formatCount,
  describeMissingFiles,
  MISSING_FILES_EXIT_CODE,
  print,
  ProgressLines,
  requireHub,
  runCommand,
  UsageError,
} from './command.js';

const POLL_PROGRESS_MS = 1000;

// Makes a backup, or restores one into a scratch database and compares it; the hub may run meanwhile.
await runCommand('The backup failed', async (command) => {
  const { verify, file } = readBackupArguments(process.argv.slice(2));
  command.onStop = verify
    ? 'The verification was stopped. Its scratch database is deleted.'
    : 'The backup was stopped. No archive was made.';
  const config = loadConfig();
  await requireHub(config);
  await migrate(config.databaseUrl);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    command.signal.throwIfAborted();
    const missing = verify ? await verifyBackup(app, config, file, command) : await createBackup(app, command);
    if (missing) print(describeMissingFiles(missing));
    return missing ? MISSING_FILES_EXIT_CODE : 0;
  } finally {
    await app.close();
  }
});

/** @returns how many files the backup lacks */
async function createBackup(app: NestFastifyApplication, { signal }: Command): Promise<number> {
  signal.addEventListener('abort', () => app.get(BackupRunner).stop(), { once: true });
  const progress = new ProgressLines();
  progress.show('Creating the archive');
  const poll = async () => {
    const running = (await app.get(Backups).list()).find((row) => row.status === 'running');
    if (running) progress.show('Creating the archive', running.progress / 100);
  };
  const polling = setInterval(() => void poll().catch(() => undefined), POLL_PROGRESS_MS);
  try {
    const { status, name, size_bytes, error, missing_files } = await app.get(Backups).create();
    if (status !== 'complete') {
      signal.throwIfAborted();
      throw new UsageError(`The backup failed. ${error}`);
    }
    print(`Backup created successfully! ${name}, ${megabytes(size_bytes ?? 0)} MB.`);
    return missing_files;
  } finally {
    clearInterval(polling);
  }
}

/** @returns how many files the backup lacks */
async function verifyBackup(
  app: NestFastifyApplication,
  config: Config,
  file: string | undefined,
  { signal }: Command,
): Promise<number> {
  const listed = await app.get(Backups).list();
  const name = file ? basename(file) : listed.find(({ status }) => status === 'complete')?.name;
  const unlisted = file ? [] : await findUnlisted(config, new Set(listed.map((row) => row.name)));
  const [newestUnlisted] = unlisted;
  if (!name)
    throw new UsageError(
      newestUnlisted
        ? 'The list of backups has no complete one. It is not part of an archive, so a restore begins a new list. ' +
            `Name the archive: npm run backup -- --verify ${newestUnlisted}`
        : 'There is no complete backup yet.',
    );
  const progress = new ProgressLines();
  const archive = file ? await localArchive(file) : await openArchive(app.get(BackupStorage), name);
  const { sha256, end } = await verifyRestore(archive, {
    databaseUrl: config.databaseUrl,
    tables: backupTables,
    limits: { fileBytes: config.env.STORAGE_QUOTA_GB * 1024 ** 3 },
    signal,
    onProgress: (step, part) => progress.show(step, part),
  });
  const isOwn = await app.get(BackupsRepository).addVerification(sha256);
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  print(
    `${name} was restored into a scratch database and compared: ${rows} rows and ${end.files.count} files are equal.`,
  );
  if (!isOwn) print('It is none of the backups of this hub, so the dashboard does not count it.');
  if (unlisted.length)
    print(
      `${formatCount(unlisted.length, 'archive')} in DATA_DIR/backups not in the list of backups: ` +
        'the hub never deletes them. Move them away when you no longer need them.',
    );
  return end.missing.count;
}

/** The paths of archives in DATA_DIR that the list does not have, such as those from before a restore; newest first. */
async function findUnlisted({ env, dataDir }: Config, listed: ReadonlySet<string>): Promise<string[]> {
  if (env.STORAGE !== 'local') return [];
  const folder = join(dataDir, 'backups');
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(FILE_EXTENSION) && !listed.has(name))
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name));
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
