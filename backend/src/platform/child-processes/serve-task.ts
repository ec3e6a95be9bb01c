import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { ChildTaskMessage, FailedTask } from './child-task.js';

const PROGRESS_EVERY_MS = 500;

/**
 * The other side of runChildTask: does the one task of this process, reports its end, and exits. The process has a
 * lower priority than the server, and where memory runs out, Linux ends it first.
 * @param run also reports its progress, from 0 to 1
 * @param reasonOf sent to the parent with the text of an error, as JSON
 */
export function serveTask<T extends object>(
  run: (task: T, onProgress: (progress: number) => void) => Promise<unknown>,
  reasonOf: (error: unknown) => unknown,
): void {
  // A parent that was killed leaves no task behind.
  process.on('disconnect', () => process.exit(1));
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  void writeFile('/proc/self/oom_score_adj', '900').catch(() => undefined);
  const fail = (error: unknown) => send({ type: 'failed', ...textOf(error), reason: reasonOf(error) });
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

function textOf(error: unknown): Pick<FailedTask, 'message' | 'stack'> {
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
