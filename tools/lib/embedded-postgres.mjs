// Starts and stops a PostgreSQL server from npm packages.
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { divideMemory, getUsableMemory } from './memory.mjs';
import { choosePostgresAccount, findPostgresBinaries, prepareCluster, serverEnv } from './postgres-cluster.mjs';
import { killOrphans, stopLeftover } from './postgres-leftover.mjs';
import { spawnInGroup, waitForExit } from './processes.mjs';
import { StoppedError } from './terminal.mjs';

/** @typedef {import('./processes.mjs').Exit} Exit */

/**
 * @typedef {object} PostgresServer
 * @property {number} port
 * @property {number} pid
 * @property {(database?: string, user?: string) => string} url of a database; by default `postgres`, as its superuser
 * @property {Promise<Exit>} exited resolves when the server has ended
 * @property {() => Promise<void>} stop ends sessions and flushes ("fast shutdown")
 */

const baseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
/** @returns {Record<string, string>} */
export const getMemorySettings = () => ({
  shared_buffers: `${divideMemory(getUsableMemory(), { isDatabaseEmbedded: true }).sharedBuffersMb}MB`,
});

/** For databases that live as long as one test run. */
const nonDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** @returns {Promise<number>} an unused port of 127.0.0.1 */
export const findFreePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * Starts the server as a direct child in its own process group: Ctrl-C must not reach the database, so that the product
 * can finish requests before its database stops.
 * @param {string} command
 * @param {string[]} args
 * @param {{ ids: object, log: (text: string) => void, signal?: AbortSignal | undefined }} options
 */
async function launch(command, args, { ids, log, signal }) {
  const child = spawnInGroup(command, args, { ...ids, env: serverEnv, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  let isReady = false;
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  // The output may stay open, because children of a killed server hold it until they notice.
  const failed = /** @type {Exit} */ ({ code: 1, signal: null }); // the program could not be started
  const exited = waitForExit(child).then(
    async (exit) => {
      await Promise.race([closed, sleep(500, undefined, { ref: false })]);
      return exit;
    },
    () => failed,
  );
  const abort = () => child.pid && void stop(child.pid, exited);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await new Promise((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text) => {
        log(text);
        if (isReady) return;
        output += text;
        isReady = /ready to accept (read-only )?connections/.test(output);
        if (isReady) resolve(undefined);
      });
      child.once('error', reject);
      void exited.then(() =>
        reject(signal?.aborted ? new StoppedError() : new Error(`PostgreSQL did not start:\n${output}`)),
      );
      if (signal?.aborted) abort();
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
  return { pid: /** @type {number} */ (child.pid), exited };
}

/**
 * @param {object} options
 * @param {string} options.dataDir the cluster's folder; created when absent
 * @param {number} [options.port] on 127.0.0.1; by default a free one
 * @param {boolean} [options.durable] false for tests: nothing is synced to disk, and no password is required
 * @param {string} [options.password] of a cluster that is created now; by default a random one, stored next to it
 * @param {Record<string, string | number>} [options.settings] further settings of PostgreSQL
 * @param {(text: string) => void} [options.log] receives the server's log
 * @param {AbortSignal} [options.signal] ends a start under way, which may have a long log to replay
 * @returns {Promise<PostgresServer>}
 * @throws StoppedError when `signal` was aborted
 */
export async function startPostgres(options) {
  const { port, durable = true, password, settings = {}, log = () => {}, signal } = options;
  const dataDir = path.resolve(options.dataDir);
  const bin = findPostgresBinaries();
  const account = choosePostgresAccount(dataDir, path.join(bin, 'postgres'));
  const secret = prepareCluster({ dataDir, bin, account, durable, password });
  const getUrl = (/** @type {number} */ at, database = 'postgres', user = 'postgres') =>
    `postgresql://${user}${secret && `:${encodeURIComponent(secret)}`}@127.0.0.1:${at}/${database}`;
  await stopLeftover(dataDir, getUrl);
  await killOrphans(dataDir);

  const wanted = { ...baseSettings, ...(durable ? getMemorySettings() : nonDurableSettings), ...settings };
  for (let attempt = 1; ; attempt++) {
    const at = port ?? (await findFreePort());
    const flags = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command, args] = account.wrap(path.join(bin, 'postgres'), ['-D', dataDir, '-p', String(at), ...flags]);
    try {
      const { pid, exited } = await launch(command, args, { ids: account.ids, log, signal });
      let hasEnded = false;
      void exited.then(guard(pid));
      void exited.then(() => (hasEnded = true));
      return {
        port: at,
        pid,
        exited,
        url: (database, user) => getUrl(at, database, user),
        // Not when it has ended: the process id may be reused.
        stop: async () => (hasEnded ? undefined : stop(pid, exited)),
      };
    } catch (error) {
      // Another process took the free port, or workers of a killed server still exist.
      const isTransient = /could not bind|Address already in use|still in use|shared memory block/i.test(String(error));
      if (attempt === 10 || !isTransient || port) throw error;
      await sleep(200);
    }
  }
}

/**
 * When this process is killed, a shell detects the end of its input and stops the server: first with the end of its
 * clients, which gives the product time to finish, then at once.
 */
const guardScript = `read -r _; kill -TERM $0; i=0
while kill -0 $0 && [ $i -lt 20 ]; do sleep 1; i=$((i+1)); done; kill -INT $0`;

/** @param {number} pid */
function guard(pid) {
  const shell = spawnInGroup('sh', ['-c', guardScript, String(pid)], { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  /** @type {import('node:net').Socket | null} */ (shell.stdin)?.unref();
  return () => void shell.kill('SIGKILL');
}

/**
 * @param {number} pid
 * @param {Promise<unknown>} exited
 */
async function stop(pid, exited) {
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended.
    }
  };
  signal('SIGINT');
  // "Immediate" when the stop is delayed: the next start recovers from the log, and nothing committed is lost.
  const forceTimer = setTimeout(() => signal('SIGQUIT'), 20_000);
  await exited;
  clearTimeout(forceTimer);
}
