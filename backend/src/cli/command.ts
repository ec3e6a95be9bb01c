import { existsSync } from 'node:fs';
import { ArchiveError } from '../platform/backup/archive-input.js';
import { openCopySession } from '../platform/backup/copy-session.js';
import { MayNotCreateDatabaseError } from '../platform/backup/verify-restore.js';
import { type Config, ConfigError } from '../platform/config/config.js';
import { describeConnectionError } from '../platform/database/pg-errors.js';
import { IncompleteRestoreError, requireCompleteRestore } from '../platform/database/migrate.js';
import { DomainError } from '../platform/errors/domain-error.js';

/** What the commands on the terminal have in common: sentences, progress, signals and exit codes. */

/** An error that the user at the terminal can act on; printed without a stack trace. */
export class UsageError extends Error {}

class StoppedError extends Error {}

export const MISSING_FILES_EXIT_CODE = 2;
const STOPPED_EXIT_CODE = 130;
/** npm and terminals may deliver one Ctrl-C more than once. */
const SAME_SIGNAL_MS = 500;
const PROGRESS_EVERY_MS = 5000;

export interface Command {
  /** aborted by SIGINT, SIGTERM and SIGHUP */
  readonly signal: AbortSignal;
  /** what a stop leaves, one sentence; printed when `main` has failed with the reason of the signal */
  onStop: string;
}

/**
 * Runs a command and ends the process. A second signal ends it at once.
 * @param failure begins the sentence about an unexpected error
 * @param main returns the exit code
 */
export async function runCommand(failure: string, main: (command: Command) => Promise<number>): Promise<never> {
  const stopping = new AbortController();
  const command: Command = { signal: stopping.signal, onStop: 'Stopped.' };
  let stoppedAt = 0;
  const stop = () => {
    if (stoppedAt && Date.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(STOPPED_EXIT_CODE);
    if (stoppedAt) return;
    stoppedAt = Date.now();
    print('Stopping …');
    stopping.abort(new StoppedError());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    process.exit(await main(command));
  } catch (error) {
    if (error instanceof StoppedError) {
      print(command.onStop);
      process.exit(STOPPED_EXIT_CODE);
    }
    process.stderr.write(`${describeError(error, failure)}\n`);
    process.exit(1);
  }
}

/** For work that cannot be aborted: the process ends without it. */
export function untilStopped<T>({ signal }: Command, work: Promise<T>): Promise<T> {
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, stopped]);
}

/** Prints each step when it begins, and then what is done of it every few seconds. */
export class ProgressLines {
  private step = '';
  private printedAt = 0;

  /** @param part from 0 to 1 */
  show(step: string, part?: number): void {
    const isNew = step !== this.step;
    if (!isNew && (part === undefined || Date.now() < this.printedAt + PROGRESS_EVERY_MS)) return;
    this.step = step;
    this.printedAt = Date.now();
    print(isNew || part === undefined ? `${step} …` : `${step}: ${Math.floor(part * 100)}%`);
  }
}

/** Commands that work on a hub must not create one. @throws UsageError, IncompleteRestoreError */
export async function requireHub({ env, dataDir, databaseUrl }: Config): Promise<void> {
  if (env.STORAGE === 'local' && !existsSync(dataDir))
    throw new UsageError(`There is no folder ${dataDir}. Set DATA_DIR as the hub does.`);
  const client = await openCopySession(databaseUrl, 'command');
  try {
    await requireCompleteRestore(client);
    const { rows } = await client.query(`select 1 where to_regclass('mikro_orm_migrations') is not null`);
    if (rows.length) return;
  } finally {
    await client.end();
  }
  const place = env.DATABASE_EMBEDDED ? dataDir : 'the database of DATABASE_URL';
  throw new UsageError(`There is no hub in ${place}. Set DATA_DIR, or DATABASE_URL, as the hub does.`);
}

/** Replaces control characters: names in an archive must not control the terminal. */
export function print(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function describeMissingFiles(count: number): string {
  return (
    `The backup lacks ${formatCount(count, 'stored file')} that the storage did not have. ` +
    'Check DATA_DIR, or STORAGE and its S3_… settings; see “Missing files” in docs/operating.md.'
  );
}

const sentences = [
  UsageError,
  ConfigError,
  DomainError,
  ArchiveError,
  MayNotCreateDatabaseError,
  IncompleteRestoreError,
];

export function describeError(error: unknown, failure: string): string {
  if (sentences.some((type) => error instanceof type)) return (error as Error).message;
  const known = describeFileError(error) ?? describeConnectionError(error);
  if (known) return known;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const isDebugging = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '');
  return isDebugging ? `${failure}: ${stack}` : `${failure}: ${message.split('\n')[0]} (LOG_LEVEL=debug shows more.)`;
}

function describeFileError(error: unknown): string | undefined {
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOSPC') return 'There is no space left on the disk.';
  if (typeof path !== 'string') return undefined;
  if (code === 'ENOENT') return `There is nothing at ${path}.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `The account that runs this command has no access to ${path}. Use the account of the hub.`;
  if (code === 'EISDIR') return `${path} is a folder, not a file.`;
  return undefined;
}
