/**
 * The process that runs native media code, away from the server: it has no configuration, no connections and no
 * secrets, and a crash of a decoder ends only this process. It does one task and exits.
 */
import { serveTask } from '../child-processes/child-task.js';
import { MediaError, type MediaTask } from './media-task.js';
import type { MediaErrorReason } from './media-tools.js';

const MAX_MEMORY_BYTES = 3 * 1024 ** 3;
const MEMORY_CHECK_MS = 500;
const ALIVE_MS = 500;

serveTask(run, toReason);
// Ends the task as any error that is not caught.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) throw new MediaError('too_much_memory');
}, MEMORY_CHECK_MS).unref();

async function run(task: MediaTask, onProgress: (progress: number) => void): Promise<unknown> {
  if (task.name === 'probe' && !task.canConvert) {
    // Large files take long. A blocked event loop reports nothing.
    setInterval(() => onProgress(0), ALIVE_MS).unref();
    return (await import('./worker/container.js')).readContainer(task.path);
  }
  const { Log } = await import('node-av/lib');
  const { AV_LOG_FATAL } = await import('node-av/constants');
  Log.setLevel(AV_LOG_FATAL);
  if (task.name === 'check') return true;
  const { withSource } = await import('./worker/source.js');
  const { writePoster } = await import('./worker/poster.js');
  const { transcode } = await import('./worker/transcode.js');
  if (task.name === 'poster') return writePoster(task.path, task.target);
  return withSource(task.path, (source): Promise<unknown> => {
    if (task.name === 'probe') return Promise.resolve(source.info);
    return transcode(source, task, onProgress);
  });
}

function toReason(error: unknown): MediaErrorReason | undefined {
  return error instanceof MediaError ? { code: error.code, details: error.details } : undefined;
}
