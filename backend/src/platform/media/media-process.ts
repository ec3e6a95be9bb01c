import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MediaError } from './media-error.js';
import type { MediaMessage, MediaTaskName, MediaTasks } from './media-task.js';

export interface MediaTaskOptions {
  /** kills the process; the task then rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** from 0 to 1 */
  onProgress?: ((progress: number) => void) | undefined;
  /** how long a task may report nothing */
  silenceMs?: number;
}

/** The process ended without a result: a crash of native code, or a kill from outside. */
export class MediaProcessCrash extends Error {}

const SILENCE_MS = 120_000;
const MAX_ERROR_TEXT = 4000;
const MAX_HEAP_MB = 256;

const worker = fileURLToPath(new URL(`./media-worker${extname(import.meta.url)}`, import.meta.url));

/**
 * Runs a task in a process of its own.
 * @throws MediaError for reasons that concern the file, MediaProcessCrash when the process died
 */
export function runMediaTask<N extends MediaTaskName>(
  name: N,
  input: MediaTasks[N]['input'],
  { signal, onProgress, silenceMs = SILENCE_MS }: MediaTaskOptions = {},
): Promise<MediaTasks[N]['result']> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal.reason));
    // The environment is empty: it contains the passwords of the server.
    const child = fork(worker, {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [...process.execArgv, `--max-old-space-size=${MAX_HEAP_MB}`],
    });
    let errorText = '';
    let outcome: (() => void) | undefined;
    const end = (how: () => void) => {
      outcome ??= how;
      child.kill('SIGKILL');
    };
    const onSilence = () => end(() => reject(new MediaError('too_slow')));
    const onAbort = () => end(() => reject(asError(signal?.reason)));
    let silence = setTimeout(onSilence, silenceMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-MAX_ERROR_TEXT);
    });
    child.on('message', (message: MediaMessage) => {
      clearTimeout(silence);
      if (message.type !== 'progress') return void (outcome ??= () => settle(message, resolve, reject));
      silence = setTimeout(onSilence, silenceMs);
      onProgress?.(message.progress);
    });
    child.on('error', (error) => end(() => reject(error)));
    child.once('close', (code, killedBy) => {
      clearTimeout(silence);
      signal?.removeEventListener('abort', onAbort);
      const crash = () => reject(new MediaProcessCrash(`${name} ended with ${killedBy ?? code}. ${errorText}`));
      (outcome ?? crash)();
    });
    child.send({ name, ...input }, (error) => error && end(() => reject(new MediaProcessCrash(error.message))));
  });
}

function settle<T>(message: MediaMessage, resolve: (value: T) => void, reject: (error: Error) => void): void {
  if (message.type === 'done') resolve(message.result as T);
  else if (message.type === 'refused') reject(new MediaError(message.code, message.details));
  else if (message.type === 'failed') reject(new Error(message.message));
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error('The task was aborted.'));
