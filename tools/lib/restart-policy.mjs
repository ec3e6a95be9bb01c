// Delays and limits of restarts after unexpected ends.

/** @typedef {{ most: number, windowMs: number }} RestartLimit at most so many restarts within this time */

/** For the app: permanent crashes must not be hidden by endless restarts. */
export const appRestartLimit = { most: 5, windowMs: 5 * 60_000 };

/** Milliseconds before consecutive attempts; the last value is used for all further ones. */
const DELAYS_MS = [0, 250, 500, 1000, 2000, 5000];
/** A process that ran this long was healthy: its restart has no delay. */
const HEALTHY_AFTER_MS = 1000;

/** Growing delays between the restarts of a process that ends again soon. */
export class Backoff {
  #attempts = 0;

  /** @param {number} aliveMs how long the process served before it ended; 0 when it did not start at all */
  next(aliveMs) {
    if (aliveMs >= HEALTHY_AFTER_MS) this.#attempts = 0;
    return DELAYS_MS[Math.min(this.#attempts++, DELAYS_MS.length - 1)] ?? 0;
  }
}

/** Counts restarts within a sliding window. */
export class RestartCounter {
  /** @type {number[]} */
  #times = [];

  /** @param {RestartLimit} limit */
  constructor({ most, windowMs }) {
    this.most = most;
    this.windowMs = windowMs;
  }

  /**
   * @param {number} [now] in milliseconds
   * @returns {number} which restart of the window this one is, from 1; 0 when there are none left
   */
  take(now = performance.now()) {
    this.#times = this.#times.filter((time) => now - time < this.windowMs);
    if (this.#times.length >= this.most) return 0;
    return this.#times.push(now);
  }
}
