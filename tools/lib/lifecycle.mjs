// Requests to stop: by a signal, or when the parent process is gone.
import { printError } from './terminal.mjs';

/**
 * @typedef {object} StopRequest
 * @property {AbortSignal} stop aborted by the first SIGINT, SIGTERM or SIGHUP, or when our parent has disappeared
 * @property {AbortSignal} force aborted by a second signal
 * @property {Promise<void>} requested resolves when `stop` is aborted
 */

/** @returns {StopRequest} */
export function watchForStop() {
  const stop = new AbortController();
  const force = new AbortController();
  // npm and terminals may deliver one Ctrl-C twice, which must not count as a second signal.
  let first = 0;
  const ask = () => {
    if (!first) first = Date.now();
    else if (Date.now() - first > 500) force.abort();
    stop.abort();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, ask);

  // A killed parent sends no signal; its children get another parent, which is checked.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop.abort(), 1000).unref();

  const requested = new Promise((/** @type {(value: void) => void} */ resolve) => {
    stop.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { stop: stop.signal, force: force.signal, requested };
}

/**
 * Runs the clean-ups in reverse order; an error in one does not skip the others.
 * @param {Array<() => unknown>} cleanups
 */
export async function cleanUp(cleanups) {
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup();
    } catch (error) {
      printError(error);
      process.exitCode ||= 1;
    }
  }
}
