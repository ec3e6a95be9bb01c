// Restarts the app after crashes, within limits.
import { setTimeout as sleep } from 'node:timers/promises';
import { describeExit, signalGroup } from './processes.mjs';
import { appRestartLimit, Backoff, RestartCounter } from './restart-policy.mjs';
import { formatElapsed } from './terminal.mjs';

const KEPT_LINES = 20;

/**
 * @param {import('./processes.mjs').Exit} exit
 * @param {string[]} errors the last lines of its standard error
 * @returns {string} such as `exit code 1: TypeError: x is not a function`
 */
export function describeReason(exit, errors) {
  if (errors.some((line) => line.includes('JavaScript heap out of memory')))
    return `${describeExit(exit)}: out of memory`;
  const line = errors.findLast((text) => /^\S*Error\b.*: |^FATAL/.test(text)) ?? errors.findLast((text) => text.trim());
  return line === undefined ? describeExit(exit) : `${describeExit(exit)}: ${line.trim().slice(0, 300)}`;
}

/** Runs the app and restarts it when it ends unexpectedly. */
export class AppSupervisor {
  #closing = new AbortController();
  /** @type {import('./product.mjs').Product | undefined} */
  #app;
  #backoff = new Backoff();

  /**
   * @param {object} options
   * @param {(onError: (line: string) => void) => import('./product.mjs').Product} options.start begins one run of the
   * app
   * @param {import('./database-supervisor.mjs').DatabaseSupervisor | undefined} options.database the embedded one
   * @param {AbortSignal} options.stop ends waiting and restarts, not the app
   * @param {(text: string, details?: object) => void} options.report
   * @param {(ready: import('./product.mjs').Ready) => void} options.onReady called for the first run only
   * @param {import('./restart-policy.mjs').RestartLimit} [options.limit]
   */
  constructor({ start, database, stop, report, onReady, limit = appRestartLimit }) {
    this.start = start;
    this.database = database;
    this.report = report;
    this.onReady = onReady;
    this.limit = limit;
    this.restarts = new RestartCounter(limit);
    this.signal = AbortSignal.any([stop, this.#closing.signal]);
  }

  /** Resolves with the exit code of the start process once the app is not started again. @returns {Promise<number>} */
  async run() {
    let wasReady = false;
    /** @type {number | undefined} */
    let endedAt;
    for (;;) {
      await this.database?.beforeAppStart();
      if (this.signal.aborted) return 0;
      const outages = this.database?.outages;
      const since = endedAt;
      /** @type {string[]} */
      const errors = [];
      const app = this.start((line) => errors.push(line) > KEPT_LINES && errors.shift());
      this.#app = app;
      let readyAt = Infinity;
      void app.ready.then((ready) => {
        readyAt = performance.now();
        if (wasReady) this.report(`Knowledge Hub runs again after ${formatElapsed(since ?? readyAt)}.`);
        else this.onReady(ready);
        wasReady = true;
        void this.database?.appIsReady();
      });
      const exit = await app.exited;
      this.#app = undefined;
      if (this.signal.aborted) return 0;
      endedAt = performance.now();
      signalGroup(app.pid, 'SIGKILL'); // children of its own, such as an encoder
      const hadNoDatabase = readyAt === Infinity && this.#isDatabaseInTrouble(outages);
      // A failed start has printed its reason, and would fail again.
      if (!wasReady && exit.code !== null && !hadNoDatabase) {
        if (!errors.length) this.report('Knowledge Hub has ended by itself.');
        return exit.code || 1;
      }
      if (exit.code === 0) {
        this.report('Knowledge Hub has ended by itself.');
        return 1;
      }
      if (!this.#mayRestart(exit, errors, hadNoDatabase)) return exit.code || 1;
      await sleep(this.#backoff.next(endedAt - Math.min(readyAt, endedAt)), undefined, { signal: this.signal }).catch(
        () => {},
      );
    }
  }

  /** @param {AbortSignal} [force] */
  async stop(force) {
    this.#closing.abort();
    await this.#app?.stop(force);
  }

  /** @param {number | undefined} outages how often the database had ended when the app was started */
  #isDatabaseInTrouble(outages) {
    return !!this.database && (!this.database.isUp || this.database.outages !== outages || this.database.space.isLow());
  }

  /** @param {import('./processes.mjs').Exit} exit @param {string[]} errors @param {boolean} isExcused */
  #mayRestart(exit, errors, isExcused) {
    const { most, windowMs } = this.limit;
    const within = `within ${windowMs >= 60_000 ? `${windowMs / 60_000} minutes` : `${windowMs / 1000} seconds`}`;
    const what = `Knowledge Hub ended unexpectedly (${describeReason(exit, errors)})`;
    const details = { exitCode: exit.code, signal: exit.signal, errors };
    if (isExcused) {
      this.report(`${what}; it is started again when the database can serve it.`, details);
      return true;
    }
    const number = this.restarts.take();
    if (number) this.report(`${what}; it is started again (${number} of at most ${most} restarts ${within}).`, details);
    else this.report(`${what}, after ${most} restarts ${within}: it is not started again. See hub.log.`, details);
    return number > 0;
  }
}
