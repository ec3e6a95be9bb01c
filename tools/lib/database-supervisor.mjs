// Restarts the embedded PostgreSQL when it ends, and makes it read-only while the volume is full.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskSpace, toMegabytes } from './disk-space.mjs';
import { startPostgres } from './embedded-postgres.mjs';
import { describeExit } from './processes.mjs';
import { createProductDatabase, setReadOnly } from './product-database.mjs';
import { openProductLog } from './product-log.mjs';
import { Backoff } from './restart-policy.mjs';
import { UserError, StoppedError, formatElapsed } from './terminal.mjs';

const CHECK_SPACE_EVERY_MS = 1000;
const REPEAT_REPORT_AFTER_MS = 60_000;
/** Log lines about clients, which do not explain why the server ended. */
const ofClients =
  /terminating connection|the database system is|password authentication|does not exist|remaining connection/;

/** @param {number} ms @param {AbortSignal} signal resolves early when aborted */
const pause = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {});

/**
 * The PostgreSQL of a data folder for as long as the hub runs. Its port stays the same over restarts. On a full volume
 * PostgreSQL panics when it cannot extend its log, and cannot recover without space. So a reserve on the volume is
 * deleted for the recovery, and while the reserve is missing, transactions are read-only by default.
 */
export class DatabaseSupervisor {
  #closing = new AbortController();
  #backoff = new Backoff();
  /** @type {import('./embedded-postgres.mjs').PostgresServer | undefined} */
  #server;
  #isUp = false;
  #startedAt = 0;
  #lastFailure = '';
  /** The app migrates and writes while it starts, before it takes requests. */
  #isAppStarting = true;
  /** @type {boolean | undefined} undefined until it was set; it is kept in the cluster's configuration */
  #isReadOnly;
  /** @type {Map<string, number>} when a sentence was last reported */
  #reported = new Map();
  /** @type {Promise<unknown>} the end of what was begun last: changes of the mode and starts run one at a time */
  #last = Promise.resolve();
  /** @type {Promise<unknown>[]} */
  #loops = [];

  /** how often the server ended unexpectedly */
  outages = 0;
  url = '';

  /**
   * @param {{ dataDir: string, stop: AbortSignal, report: (text: string) => void }} options `stop` ends waiting and
   * restarts, not the server
   */
  constructor({ dataDir, stop, report }) {
    this.folder = path.join(dataDir, 'postgres');
    this.dataDir = dataDir;
    this.report = report;
    this.space = new DiskSpace(dataDir);
    this.signal = AbortSignal.any([stop, this.#closing.signal]);
    this.log = openProductLog(path.join(dataDir, 'postgres.log'), { terminal: false });
  }

  get isUp() {
    return this.#isUp;
  }

  /** @throws UserError when a new cluster does not fit on the volume; a full volume otherwise is waited for */
  async start() {
    for (;;) {
      if (existsSync(path.join(this.folder, 'PG_VERSION'))) this.#freeDiskSpace();
      try {
        this.url = await createProductDatabase(await this.#launch());
        this.#isReadOnly = false;
        break;
      } catch (error) {
        if (this.#isUp) await this.#server?.stop();
        this.#isUp = false;
        if (this.signal.aborted) throw new StoppedError();
        if (!this.space.isLow()) throw error;
        const left = `${this.dataDir} has only ${toMegabytes(this.space.free())} left`;
        if (!existsSync(path.join(this.folder, 'PG_VERSION'))) throw new UserError(`${left}: free some space first.`);
        this.#reportOnce(`${left}: waiting until there is space for PostgreSQL.`);
        await pause(this.#backoff.next(0), this.signal);
      }
    }
    this.#loops = [this.#keepRunning(), this.#watchSpace()];
  }

  async stop() {
    this.#closing.abort();
    await Promise.all(this.#loops);
    await this.#last.catch(() => {});
    if (this.#isUp) await this.#server?.stop();
    await this.log.close();
  }

  /** Waits for the server, and lets the app write while it starts. */
  async beforeAppStart() {
    this.#isAppStarting = true;
    while (!this.#isUp && !this.signal.aborted) await pause(20, this.signal);
    if (this.signal.aborted) return;
    this.#freeDiskSpace();
    await this.#exclusively(() => this.#setReadOnly(false));
  }

  async appIsReady() {
    this.#isAppStarting = false;
    await this.#exclusively(() => this.#followSpace());
  }

  async #launch() {
    const port = this.#server?.port;
    const server = await startPostgres({
      dataDir: this.folder,
      ...(port && { port }),
      log: (text) => this.#note(text),
      signal: this.signal,
    });
    this.#server = server;
    this.#startedAt = performance.now();
    this.#isUp = true;
    return server;
  }

  async #keepRunning() {
    const aborted = new Promise((resolve) => this.signal.addEventListener('abort', () => resolve(undefined)));
    while (this.#server) {
      const exit = await Promise.race([this.#server.exited, aborted]);
      if (!exit || this.signal.aborted) return;
      this.#isUp = false;
      this.outages++;
      // A killed server has not logged a reason.
      const why = [describeExit(exit), exit.signal ? '' : this.#lastFailure].filter(Boolean).join('; ');
      this.report(`PostgreSQL ended unexpectedly (${why}); it is started again.`);
      await this.#restart(performance.now() - this.#startedAt);
      if (!this.#isUp) return;
    }
  }

  /** @param {number} aliveMs how long the server ran before */
  async #restart(aliveMs) {
    const since = performance.now();
    for (; ; aliveMs = 0) {
      await pause(this.#backoff.next(aliveMs), this.signal);
      if (this.signal.aborted) return;
      this.#freeDiskSpace();
      this.#lastFailure = '';
      try {
        await this.#launch();
        this.report(`PostgreSQL runs again after ${formatElapsed(since)}.`);
        return void this.#exclusively(() => this.#followSpace());
      } catch (error) {
        if (this.signal.aborted) return;
        this.#reportOnce(`PostgreSQL could not be started (${this.#whyNot(error)}); it is tried again.`);
      }
    }
  }

  async #watchSpace() {
    while (!this.signal.aborted) {
      await pause(CHECK_SPACE_EVERY_MS, this.signal);
      if (!this.signal.aborted) await this.#exclusively(() => this.#followSpace());
    }
  }

  /** Read-only while there is too little space, writable again once the reserve is back. */
  async #followSpace() {
    if (!this.#isUp || this.#isAppStarting) return;
    if (!this.space.isReserveHeld() && this.space.free() >= this.space.wanted())
      await this.space.restoreReserve(this.signal);
    const isShort = this.space.free() < this.space.wanted();
    const isHeld = this.space.isReserveHeld();
    const wanted = this.#isReadOnly ? isShort || !isHeld : this.space.isLow() || (isShort && !isHeld);
    if (wanted === this.#isReadOnly || !(await this.#setReadOnly(wanted))) return;
    const left = toMegabytes(this.space.free());
    const required = toMegabytes(this.space.wanted());
    if (wanted) this.report(`${this.dataDir} has only ${left} left: the hub is read-only until ${required} are free.`);
    else this.report(`${this.dataDir} has ${left} left: the hub takes writes again.`);
  }

  /** @param {boolean} isReadOnly @returns {Promise<boolean>} whether it is so now */
  async #setReadOnly(isReadOnly) {
    for (;;) {
      if (!this.#isUp || !this.#server) return false;
      try {
        await setReadOnly(this.#server, isReadOnly);
        this.#isReadOnly = isReadOnly;
        return true;
      } catch (error) {
        // PostgreSQL rewrites its configuration file, which needs space too.
        if (this.space.isLow() && this.space.shrinkReserve()) continue;
        this.#note(`could not set the database ${isReadOnly ? 'read-only' : 'writable'}: ${String(error)}\n`);
        return false;
      }
    }
  }

  #freeDiskSpace() {
    if (!this.space.isLow()) return;
    const left = toMegabytes(this.space.free());
    if (this.space.releaseReserve())
      this.report(
        `${this.dataDir} has only ${left} left: ` +
          `the reserve of ${toMegabytes(this.space.reserve)} is given up for PostgreSQL.`,
      );
  }

  /** @param {string} text */
  #note(text) {
    this.log.write(text.trimEnd());
    for (const line of text.split('\n')) {
      const [, severity, message = ''] = /\b(FATAL|PANIC): {2}(.*)/.exec(line) ?? [];
      if (severity && !ofClients.test(message) && (severity === 'PANIC' || !this.#lastFailure))
        this.#lastFailure = message;
    }
  }

  /** @param {unknown} error */
  #whyNot(error) {
    const left = this.space.isLow() ? `; ${this.dataDir} has only ${toMegabytes(this.space.free())} left` : '';
    return `${this.#lastFailure || String(error).split('\n')[0]}${left}`;
  }

  /** Leaves out what was reported within the last minute: a full disk can last for days. @param {string} text */
  #reportOnce(text) {
    const now = performance.now();
    if (now - (this.#reported.get(text) ?? -Infinity) < REPEAT_REPORT_AFTER_MS) return;
    this.#reported = new Map([...this.#reported].filter(([, at]) => now - at < REPEAT_REPORT_AFTER_MS)).set(text, now);
    this.report(text);
  }

  /** @param {() => Promise<unknown>} work @returns {Promise<unknown>} */
  #exclusively(work) {
    this.#last = this.#last.catch(() => {}).then(work);
    return this.#last.catch((error) => this.#note(`${error}\n`));
  }
}
