// Output on the terminal: short sentences with the seconds since the start.

const began = performance.now();

/** An error that the user can act on: shown as one sentence without a stack trace. */
export class UserError extends Error {}

/** Thrown by a step that was aborted because the user asked to stop. */
export class StoppedError extends Error {}

/** @param {number} since a `performance.now()` value @returns {string} such as `3.2 s` */
export const formatElapsed = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** @param {string} text */
const formatLine = (text) => `[${formatElapsed(began).padStart(7)}] ${text}`;

/** @param {string} text */
export function printLine(text) {
  process.stdout.write(`${formatLine(text)}\n`);
}

/**
 * Announces a task, shows how long it has been running, and returns its result. On a terminal the seconds count up in
 * the same line; elsewhere a line follows every 15 s.
 * @template T
 * @param {string} text what begins now
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runStep(text, work) {
  const { isTTY } = process.stdout;
  const start = performance.now();
  const show = () => {
    const seconds = Math.round((performance.now() - start) / 1000);
    if (isTTY) process.stdout.write(`\r${formatLine(`${text} … ${seconds} s`)}`);
    else printLine(`${text} … ${seconds} s`);
  };
  if (isTTY) show();
  else printLine(`${text} …`);
  const heartbeat = setInterval(show, isTTY ? 1000 : 15_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (isTTY) process.stdout.write('\n');
  }
}

/** A closed terminal or pipe must not prevent the clean stop. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Prints the reason for the end: a sentence for a UserError, everything for unexpected errors.
 * @param {unknown} error
 */
export function printError(error) {
  if (error instanceof StoppedError) return;
  console.error(error instanceof UserError ? error.message : error);
}
