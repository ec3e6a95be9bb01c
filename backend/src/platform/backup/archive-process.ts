import { ChildCrashError, ChildTaskError, type ChildTaskOptions, runChildTask } from '../child-processes/child-task.js';
import type { Config } from '../config/config.js';
import type { TableDeclarations } from './backup-tables.js';
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

export const INTERRUPTED = 'The process that made the backup ended unexpectedly.';

/** A sentence for administrators. */
export function describeArchiveError(error: unknown): string {
  if (error instanceof ChildCrashError) return INTERRUPTED;
  if (error instanceof ChildTaskError && typeof error.reason === 'string') return error.reason;
  const reason = error instanceof Error ? error.message : String(error);
  return `It ended with an error: ${reason.slice(0, 500)}`;
}
