// A real PostgreSQL from npm packages, started and stopped by us. Needs nothing installed on the machine.
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { postgresAccount } from './postgres-account.mjs';
import { postgresBinaries } from './postgres-binaries.mjs';
import { prepareCluster, serverEnv } from './postgres-cluster.mjs';
import { stopLeftover } from './postgres-leftover.mjs';
import { spawnInGroup } from './processes.mjs';

/**
 * @typedef {object} PostgresServer
 * @property {number} port
 * @property {number} pid
 * @property {(database?: string, user?: string) => string} url of a database; by default `postgres`, as its superuser
 * @property {Promise<void>} exited resolves when the server has ended, for whatever reason
 * @property {() => Promise<void>} stop ends sessions and writes everything down ("fast shutdown")
 */

const baseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
/**
 * What PostgreSQL keeps of the database in memory: an eighth of what there is, up to 1 GB. It takes it only as the database grows.
 * @returns {Record<string, string>}
 */
export function memorySettings() {
  const megabytes = Math.floor(Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / 8 / 1024 ** 2);
  return { shared_buffers: `${Math.max(128, Math.min(1024, megabytes))}MB` };
}

/** For databases that live as long as one test run. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** @returns {Promise<number>} a port on 127.0.0.1 that nothing listens on just now */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * Starts the server as a direct child, but in a process group of its own: a Ctrl-C in the terminal must reach us and
 * not the database, so that the product can drain before its database goes.
 * @param {string} command
 * @param {string[]} args
 * @param {{ ids: object, log: (text: string) => void }} options
 */
async function launch(command, args, { ids, log }) {
  const child = spawnInGroup(command, args, { ...ids, env: serverEnv, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  let isReady = false;
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  await new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      log(text);
      if (isReady) return;
      output += text;
      isReady = /ready to accept (read-only )?connections/.test(output);
      if (isReady) resolve(undefined);
    });
    child.once('error', reject);
    void exited.then(() => reject(new Error(`PostgreSQL did not start:\n${output}`)));
  });
  return { pid: /** @type {number} */ (child.pid), exited };
}

/**
 * @param {object} options
 * @param {string} options.dataDir the cluster's folder; made when absent
 * @param {number} [options.port] on 127.0.0.1; by default a free one
 * @param {boolean} [options.durable] false for tests: nothing is synced to disk, and no password is asked for
 * @param {string} [options.password] of a cluster that is made now; by default a random one, kept beside it
 * @param {Record<string, string | number>} [options.settings] more of PostgreSQL's own
 * @param {(text: string) => void} [options.log] gets what the server reports
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres({ dataDir, port, durable = true, password, settings = {}, log = () => {} }) {
  dataDir = path.resolve(dataDir);
  const bin = postgresBinaries();
  const account = postgresAccount(dataDir, path.join(bin, 'postgres'));
  const secret = prepareCluster({ dataDir, bin, account, durable, password });
  const urlAt = (/** @type {number} */ at, database = 'postgres', user = 'postgres') =>
    `postgresql://${user}${secret && `:${encodeURIComponent(secret)}`}@127.0.0.1:${at}/${database}`;
  await stopLeftover(dataDir, urlAt);

  const wanted = { ...baseSettings, ...(durable ? memorySettings() : forgetful), ...settings };
  for (let attempt = 1; ; attempt++) {
    const at = port ?? (await freePort());
    const flags = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command, args] = account.wrap(path.join(bin, 'postgres'), ['-D', dataDir, '-p', String(at), ...flags]);
    try {
      const { pid, exited } = await launch(command, args, { ids: account.ids, log });
      void exited.then(guard(pid));
      return {
        port: at,
        pid,
        exited,
        url: (database, user) => urlAt(at, database, user),
        stop: () => stop(pid, exited),
      };
    } catch (error) {
      // Somebody took the free port first, or workers of a server killed by -9 are on their way out.
      const passes = /could not bind|Address already in use|still in use|shared memory block/i.test(String(error));
      if (attempt === 10 || !passes || port) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/**
 * When we are killed by -9, nobody ends the server. So a shell waits for the end of its input, which is our end too, and
 * asks the server to stop: first when its clients have gone, which gives the product time to drain, then at once.
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
 * @param {Promise<void>} exited
 */
async function stop(pid, exited) {
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    try {
      process.kill(pid, name);
    } catch {
      // it has ended already
    }
  };
  signal('SIGINT');
  // "Immediate" when something holds it up: the next start then recovers from the log, and nothing committed is lost.
  const impatience = setTimeout(() => signal('SIGQUIT'), 20_000);
  await exited;
  clearTimeout(impatience);
}
