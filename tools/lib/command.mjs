// Runs a command of the product on its database, whether the hub is running or not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { switchToOwner, checkOwner } from './hub-account.mjs';
import { installPackages } from './install.mjs';
import { isInUse, lockDataDir } from './instance-lock.mjs';
import { cleanUp, watchForStop } from './lifecycle.mjs';
import { findProductNode, root, getToolEnv } from './node-runtime.mjs';
import { checkConfiguration } from './product.mjs';
import { prepareDataDir, readSettings } from './settings.mjs';
import { UserError, StoppedError, printError, ignoreClosedOutput } from './terminal.mjs';

ignoreClosedOutput();
const { stop } = watchForStop();
/** What to end, the last one first. @type {Array<() => unknown>} */
const cleanups = [];

/**
 * The URL of the database: the configured one, that of the running hub, or an embedded one started for this command.
 * @param {import('./settings.mjs').Settings} settings
 */
async function databaseUrl({ dataDir, databaseUrl: own }) {
  if (own) return own;
  const { findRunningDatabase, startProductDatabase } = await import('./product-database.mjs'); // it needs a package
  if (isInUse(dataDir)) return findRunningDatabase(dataDir);
  cleanups.push((await lockDataDir(dataDir, stop)).release);
  const database = await startProductDatabase(dataDir);
  cleanups.push(database.stop);
  return database.url;
}

/**
 * The command itself refuses a database of DATABASE_URL without a hub.
 * @param {import('./settings.mjs').Settings} settings
 */
function requireHub({ dataDir, databaseUrl: own }) {
  if (!own && !existsSync(path.join(dataDir, 'postgres/PG_VERSION')))
    throw new UserError(`There is no hub in ${dataDir}. Set DATA_DIR, or DATABASE_URL, as the hub does.`);
}

/**
 * @typedef {object} CommandOptions
 * @property {boolean} [createsHub] whether it may begin with an empty folder
 * @property {boolean} [isPrepared] true for tests: nothing is installed or built
 */

/**
 * @param {string} name of the file in backend/src/cli
 * @param {string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<number>} the exit code
 */
async function main(name, args, { createsHub, isPrepared }) {
  const settings = readSettings();
  const { dataDir } = settings;
  // The container image has the build without its sources.
  if (!isPrepared && existsSync(path.join(root, 'package-lock.json'))) {
    await installPackages({ signal: stop });
    await buildIfStale({ signal: stop });
  }
  switchToOwner(dataDir);
  /** @type {NodeJS.ProcessEnv} */
  const env = { NODE_ENV: 'production', ...getToolEnv(), DATA_DIR: dataDir };
  await checkConfiguration(env, stop, [name, ...args]);
  if (createsHub) prepareDataDir(dataDir);
  else requireHub(settings);
  checkOwner(dataDir);
  const url = await databaseUrl(settings);
  if (stop.aborted) throw new StoppedError();
  Object.assign(env, { DATABASE_URL: url, ...(!settings.databaseUrl && { DATABASE_EMBEDDED: 'true' }) });
  const child = spawn(findProductNode(), [path.join(root, `backend/dist/cli/${name}.js`), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  stop.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/**
 * Runs the command and ends this process with its exit code.
 * @param {string} name of the file in backend/src/cli
 * @param {string[]} args
 * @param {CommandOptions} [options]
 */
export async function runCommand(name, args, options = {}) {
  try {
    process.exitCode = await main(name, args, options);
  } catch (error) {
    printError(stop.aborted ? new UserError('Stopped before the command began.') : error);
    process.exitCode = stop.aborted ? 130 : 1;
  }
  await cleanUp(cleanups);
  process.exit();
}

/**
 * npm runs scripts in the root; paths are relative to the user's folder.
 * @param {string[]} args
 */
export const resolvePaths = (args) =>
  args.map((arg) => (arg.startsWith('-') ? arg : path.resolve(process.env['INIT_CWD'] ?? '.', arg)));
