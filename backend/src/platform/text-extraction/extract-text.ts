import { stat } from 'node:fs/promises';
import { ChildCrashError, ChildMemoryError, ChildTaskError, runChildTask } from '../child-processes/child-task.js';
import {
  type ExtractionErrorCode,
  ExtractionError,
  type ExtractedText,
  MAX_FILE_BYTES,
  type TextFormat,
} from './extraction.js';
import type { ExtractionTask } from './extraction-worker.js';

/** How long a file is read; after the second time its process is ended, and nothing of the file is kept. */
const READ_MS = 30_000;
const KILL_MS = 60_000;
const MAX_HEAP_MB = 96;
/** Checked every few milliseconds; a process that grows fast stays below 300 MB. */
const MAX_MEMORY_BYTES = 256 * 1024 ** 2;
/** A process may also be killed from outside, but some files always crash it. */
const MAX_RUNS = 2;

const worker = new URL('./extraction-worker', import.meta.url);

/**
 * Reads the text of a local file in a process of its own, with limits for its size, memory and time.
 * @param signal ends the process
 * @throws ExtractionError for reasons that concern the file
 */
export async function extractText(
  path: string,
  format: TextFormat,
  { signal, readMs = READ_MS, killMs = KILL_MS }: { signal?: AbortSignal; readMs?: number; killMs?: number } = {},
): Promise<ExtractedText> {
  if ((await stat(path)).size > MAX_FILE_BYTES) throw new ExtractionError('too_large');
  const task: ExtractionTask = { path, format, milliseconds: readMs };
  for (let run = 1; ; run++) {
    const timeout = AbortSignal.timeout(killMs);
    try {
      return await runChildTask<ExtractedText>(worker, task, {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        maxHeapMb: MAX_HEAP_MB,
        maxMemoryBytes: MAX_MEMORY_BYTES,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      if (timeout.aborted) throw new ExtractionError('too_slow');
      if (error instanceof ChildMemoryError || isOutOfHeap(error)) throw new ExtractionError('too_much_memory');
      if (error instanceof ChildTaskError && error.reason)
        throw new ExtractionError(error.reason as ExtractionErrorCode);
      // A library that fails in an unknown way has met a file that is not as it should be.
      if (error instanceof ChildTaskError) throw new ExtractionError('damaged');
      if (!(error instanceof ChildCrashError)) throw error;
      if (run === MAX_RUNS) throw new ExtractionError('crashed');
    }
  }
}

const isOutOfHeap = (error: unknown): boolean =>
  (error instanceof ChildCrashError && /heap out of memory|Reached heap limit/.test(error.message)) ||
  (error instanceof ChildTaskError &&
    /Array buffer allocation failed|Invalid (?:array|string) length/.test(error.message));
