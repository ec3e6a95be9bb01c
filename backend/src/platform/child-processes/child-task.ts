import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

export interface ChildTaskOptions {
  /** kills the process; the task then rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** from 0 to 1 */
  onProgress?: ((progress: number) => void) | undefined;
  /** how long the task may report nothing before its process is killed; without it forever */
  silenceMs?: number | undefined;
  /** by default the environment of the process is empty: the server's contains passwords */
  inheritsEnvironment?: boolean;
  /** of JavaScript, 256 by default */
  maxHeapMb?: number;
  /** resident memory above which the process is killed, on Linux only; its garbage collector then saves memory */
  maxMemoryBytes?: number | undefined;
}

/** What the process reports; see serveTask. */
export type ChildTaskMessage = { type: 'progress'; progress: number } | { type: 'done'; result: unknown } | FailedTask;

export interface FailedTask {
  type: 'failed';
  message: string;
  stack?: string | undefined;
  /** what a task knows about its error, as JSON */
  reason?: unknown;
}

/** The task ended with an error, whose stack is the one of the process. */
export class ChildTaskError extends Error {
  readonly reason: unknown;

  constructor({ message, stack, reason }: FailedTask) {
    super(message);
    this.stack = stack ?? message;
    this.reason = reason;
  }
}

/** The process reported nothing for `silenceMs`. */
export class SilentChildError extends Error {}

/** The process ended without a result: a crash of native code, or a kill from outside. */
export class ChildCrashError extends Error {}

/** The process needed more than `maxMemoryBytes`. */
export class ChildMemoryError extends Error {}

const MAX_ERROR_TEXT = 4000;
const MAX_HEAP_MB = 256;

/**
 * Runs a task in a process of its own, which is over when this settles.
 * @param worker the module of the process, beside the module of the caller, without its ending
 * @throws ChildTaskError, SilentChildError, ChildMemoryError, ChildCrashError
 */
export function runChildTask<R>(
  worker: URL,
  task: object,
  {
    signal,
    onProgress,
    silenceMs,
    inheritsEnvironment,
    maxHeapMb = MAX_HEAP_MB,
    maxMemoryBytes,
  }: ChildTaskOptions = {},
): Promise<R> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal.reason));
    const child = fork(fileURLToPath(worker) + extname(import.meta.url), {
      ...(!inheritsEnvironment && { env: {} }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [
        ...process.execArgv,
        `--max-old-space-size=${maxHeapMb}`,
        // By default, objects that are about to be collected take more than the others.
        ...(maxMemoryBytes ? ['--max-semi-space-size=4'] : []),
      ],
    });
    let errorText = '';
    let outcome: (() => void) | undefined;
    const end = (error: Error) => {
      outcome ??= () => reject(error);
      child.kill('SIGKILL');
    };
    const onAbort = () => end(asError(signal?.reason));
    signal?.addEventListener('abort', onAbort, { once: true });
    let silence: NodeJS.Timeout | undefined;
    const awaitReport = () => {
      clearTimeout(silence);
      if (silenceMs) silence = setTimeout(() => end(new SilentChildError('The process reported nothing.')), silenceMs);
    };
    awaitReport();
    const stopWatching = maxMemoryBytes
      ? watchMemory(child.pid, maxMemoryBytes, () => end(new ChildMemoryError('The process needed too much memory.')))
      : undefined;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-MAX_ERROR_TEXT);
    });
    child.on('message', (message: ChildTaskMessage) => {
      awaitReport();
      if (message.type === 'progress') return onProgress?.(message.progress);
      outcome ??= () => (message.type === 'done' ? resolve(message.result as R) : reject(new ChildTaskError(message)));
    });
    child.on('error', end);
    child.once('close', (code, killedBy) => {
      clearTimeout(silence);
      stopWatching?.();
      signal?.removeEventListener('abort', onAbort);
      outcome ??= () => reject(new ChildCrashError(`The process ended with ${killedBy ?? code}. ${errorText}`));
      outcome();
    });
    child.send(task, (error) => error && end(new ChildCrashError(error.message)));
  });
}

const MEMORY_CHECK_MS = 20;
const PAGE_BYTES = 4096;

/** Calls `onExceeded` when the resident memory of a process exceeds a limit. @returns a function that stops watching */
function watchMemory(pid: number | undefined, maxBytes: number, onExceeded: () => void): () => void {
  const timer = setInterval(() => {
    void readFile(`/proc/${pid}/statm`, 'utf8').then(
      (text) => Number(text.split(' ')[1]) * PAGE_BYTES > maxBytes && onExceeded(),
      // The process has ended, or the system is another one.
      () => clearInterval(timer),
    );
  }, MEMORY_CHECK_MS).unref();
  return () => clearInterval(timer);
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error('The task was aborted.'));

const PROGRESS_EVERY_MS = 500;

/**
 * The other side of runChildTask: does the one task of this process, reports its end, and exits. The process has a
 * lower priority than the server, and where memory runs out, Linux ends it first.
 * @param run also reports its progress, from 0 to 1
 * @param getReason sent to the parent with the text of an error, as JSON
 */
export function serveTask<T extends object>(
  run: (task: T, onProgress: (progress: number) => void) => Promise<unknown>,
  getReason: (error: unknown) => unknown,
): void {
  // A parent that was killed leaves no task behind.
  process.on('disconnect', () => process.exit(1));
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  void writeFile('/proc/self/oom_score_adj', '900').catch(() => undefined);
  const fail = (error: unknown) => send({ type: 'failed', ...describeError(error), reason: getReason(error) });
  process.on('uncaughtException', fail);
  const onProgress = throttle(PROGRESS_EVERY_MS, (progress) => process.send?.({ type: 'progress', progress }));
  process.once('message', (task: T) => {
    run(task, onProgress).then((result) => send({ type: 'done', result }), fail);
  });
}

/** Exits after the message is sent, because native threads would keep the process alive. */
function send(message: ChildTaskMessage): void {
  process.send?.(message, undefined, undefined, () => process.exit(0));
}

function describeError(error: unknown): Pick<FailedTask, 'message' | 'stack'> {
  return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
}

function throttle(everyMs: number, call: (value: number) => void): (value: number) => void {
  let lastAt = 0;
  return (value) => {
    if (Date.now() < lastAt + everyMs) return;
    lastAt = Date.now();
    call(value);
  };
}
