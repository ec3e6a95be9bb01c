// What a person at the terminal sees: short sentences with the seconds since the start.

const began = performance.now();

/** A problem the person at the terminal can act on: shown as one sentence, never as a stack trace. */
export class PlainError extends Error {}

/** Thrown out of a step that was given up because the person asked to stop. */
export class Stopped extends Error {}

/** @param {number} since a `performance.now()` value @returns {string} such as `3.2 s` */
export const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** @param {string} text */
export function say(text) {
  process.stdout.write(`[${secondsSince(began).padStart(7)}] ${text}\n`);
}

/**
 * Announces a piece of work, says every 15 s that it still goes on, and returns what the work returns.
 * @template T
 * @param {string} text what begins now
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(text, work) {
  say(`${text} …`);
  const start = performance.now();
  const heartbeat = setInterval(() => say(`  … still working on it (${secondsSince(start)})`), 15_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}

/** A closed terminal or pipe must not keep us from stopping what we started. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Shows why a command ends: a sentence for a PlainError, everything for a defect of ours.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof Stopped) return;
  console.error(error instanceof PlainError ? error.message : error);
}
