import { setTimeout as pause } from 'node:timers/promises';

/** A condition was not met in time. */
export class TimeoutError extends Error {}

/**
 * Polls `read` until `isDone` accepts its value.
 * @returns that value
 * @throws TimeoutError with the last value after `ms` milliseconds
 */
export async function waitFor<T>(read: () => Promise<T> | T, isDone: (value: T) => boolean, ms = 5000): Promise<T> {
  for (const until = Date.now() + ms; ; await pause(20)) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > until) throw new TimeoutError(`Not within ${ms} ms; the last value was ${JSON.stringify(value)}.`);
  }
}
