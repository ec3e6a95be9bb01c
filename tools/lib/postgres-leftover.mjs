// Finds a server that survived its killed parent, verifies that it belongs to this cluster, and stops it cleanly.
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine, readStartTime } from './processes.mjs';
import { UserError } from './terminal.mjs';

// The tools have no packages; this one belongs to the backend.
const { Client } = createRequire(new URL('../../backend/package.json', import.meta.url))('pg');

/**
 * @param {string} url
 * @returns {Promise<{ dir: string, started: number } | undefined>} undefined when no server answers to our password
 */
async function ask(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {}); // it may end meanwhile
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('data_directory') as dir,
         extract(epoch from pg_postmaster_start_time())::float8 as started`,
    );
    return rows[0];
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param {number} pid */
function isInProcessTable(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file postmaster.pid @returns the lines we need, or undefined when it is gone or half-written */
function read(file) {
  try {
    const [pid, dir, started, port] = readFileSync(file, 'utf8').split('\n');
    return pid && dir && port ? { pid: Number(pid), dir, started: Number(started), port: Number(port) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns when no server works on this cluster any more. A `postmaster.pid` of a dead server is left to PostgreSQL,
 * which notices that itself and recovers from its log.
 * @param {string} dataDir
 * @param {(port: number) => string} urlOf how we would sign in to our own server on that port
 */
export async function stopLeftover(dataDir, urlOf) {
  const file = path.join(dataDir, 'postmaster.pid');
  const deadline = Date.now() + 60_000;
  let signalled = false;
  for (; existsSync(file); await sleep(signalled ? 20 : 100)) {
    if (Date.now() > deadline) {
      throw new UserError(`Another PostgreSQL seems to use ${dataDir} and does not stop; end it, or delete ${file}.`);
    }
    const held = read(file);
    if (!held || signalled) continue;
    if (readStartTime(held.pid) === undefined) {
      if (!isInProcessTable(held.pid)) return;
      // Zombie process: PostgreSQL still considers its PID alive. Without an init process (in some containers) it is
      // never removed.
      if (Date.now() < deadline - 55_000) continue;
      return rmSync(file);
    }
    // The folder is a copy: the file belongs to the original's server.
    if (existsSync(held.dir) && realpathSync(held.dir) !== realpathSync(dataDir)) return rmSync(file);
    // The file is not proof, because the process id may be reused.
    const server = await ask(urlOf(held.port));
    if (server?.dir === held.dir && Math.abs(server.started - held.started) < 3) {
      process.kill(held.pid, 'SIGINT'); // "fast" ends sessions and writes everything to disk
      signalled = true;
    } else if (!readCommandLine(held.pid).includes(held.dir)) {
      return rmSync(file);
    } // otherwise it is starting or stopping: check again
  }
  if (signalled) await sleep(50); // the file goes a moment before the process
}

/**
 * The processes of a cluster: PostgreSQL works in its folder. Known on Linux only; elsewhere children of a killed
 * server end by themselves, and starts are tried again until they have.
 * @param {string} dataDir
 * @returns {number[]}
 */
function serverProcesses(dataDir) {
  if (!existsSync('/proc/self/cwd')) return [];
  const folder = realpathSync(dataDir);
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isServer =
        /^\d+$/.test(name) &&
        readlinkSync(`/proc/${name}/cwd`) === folder &&
        path.basename(readlinkSync(`/proc/${name}/exe`)) === 'postgres';
      return isServer ? [Number(name)] : [];
    } catch {
      return []; // ended meanwhile, or another account's
    }
  });
}

/**
 * Ends what a killed server left behind: its children hold the shared memory, and a query under way notices late that
 * its server is gone. To be called when no server works on this cluster; nothing committed is lost, the log has it.
 * @param {string} dataDir
 */
export async function killOrphans(dataDir) {
  const deadline = Date.now() + 5000;
  for (let left = serverProcesses(dataDir); left.length && Date.now() < deadline; left = serverProcesses(dataDir)) {
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // it has ended already
      }
    }
    await sleep(10);
  }
}
