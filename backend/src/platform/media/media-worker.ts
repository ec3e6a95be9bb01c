/**
 * The process that runs native media code, away from the server: it has no configuration, no connections and no
 * secrets, and a crash of a decoder ends only this process. It does one task and exits.
 */
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { MediaError } from './media-error.js';
import type { MediaMessage, MediaTask } from './media-task.js';

const MAX_MEMORY_BYTES = 3 * 1024 ** 3;
const MEMORY_CHECK_MS = 500;
const PROGRESS_EVERY_MS = 500;

// A parent that was killed leaves no conversion behind.
process.on('disconnect', () => process.exit(1));
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Where memory runs out, Linux ends this process first and not the server or its database.
void writeFile('/proc/self/oom_score_adj', '900').catch(() => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) report(new MediaError('too_much_memory'));
}, MEMORY_CHECK_MS).unref();
process.on('uncaughtException', report);
process.once('message', (task: MediaTask) => {
  run(task).then((result) => send({ type: 'done', result }), report);
});

async function run(task: MediaTask): Promise<unknown> {
  if (task.name === 'probe' && !task.canConvert)
    return (await import('./worker/container.js')).readContainer(task.path);
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
    return transcode(
      source,
      task,
      throttle(PROGRESS_EVERY_MS, (progress) => process.send?.({ type: 'progress', progress })),
    );
  });
}

/** Exits after the message is sent, because native threads would keep the process alive. */
function send(message: MediaMessage): void {
  process.send?.(message, undefined, undefined, () => process.exit(0));
}

function report(error: unknown): void {
  if (error instanceof MediaError) return send({ type: 'refused', code: error.code, details: error.details });
  send({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

function throttle(everyMs: number, call: (value: number) => void): (value: number) => void {
  let lastAt = 0;
  return (value) => {
    if (Date.now() < lastAt + everyMs) return;
    lastAt = Date.now();
    call(value);
  };
}
