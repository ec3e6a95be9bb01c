// Runs a command of the product on its database, whether the hub is running or not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildWhatIsStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { isInUse, lockDataDir } from './instance-lock.mjs';
import { cleanUp, watchForStop } from './lifecycle.mjs';
import { productNode, root, toolEnv } from './node-runtime.mjs';
import { checkConfiguration } from './product.mjs';
import { prepareDataDir, readSettings } from './settings.mjs';
import { Stopped, explain, surviveClosedOutput } from './terminal.mjs';

surviveClosedOutput();
const { stop } = watchForStop();
/** What to end, the last one first. @type {Array<() => unknown>} */
const cleanups = [];

/**
 * The URL of the database: the configured one, that of the running hub, or an embedded one started for this command.
 * @param {import('./settings.mjs').Settings} settings
 */
async function databaseUrl({ dataDir, databaseUrl: own }) {
  if (own) return own;
  const { runningProductDatabase, startProductDatabase } = await import('./product-database.mjs'); // it needs a package
  if (isInUse(dataDir)) return runningProductDatabase(dataDir);
  cleanups.push((await lockDataDir(dataDir, stop)).release);
  const database = await startProductDatabase(dataDir);
  cleanups.push(database.stop);
  return database.url;
}

/**
 * @param {string} name of the file in backend/src/cli
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main(name, args) {
  const settings = readSettings();
  prepareDataDir(settings.dataDir);
  await installPackages({ signal: stop });
  await buildWhatIsStale({ signal: stop });
  /** @type {NodeJS.ProcessEnv} */
  const env = { NODE_ENV: 'production', ...toolEnv(), DATA_DIR: settings.dataDir };
  await checkConfiguration(env, stop);
  env['DATABASE_URL'] = await databaseUrl(settings);
  const child = spawn(productNode(), [path.join(root, `backend/dist/cli/${name}.js`), ...args], {
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
 */
export async function runCommand(name, args) {
  try {
    process.exitCode = await main(name, args);
  } catch (error) {
    explain(error);
    process.exitCode = error instanceof Stopped ? 0 : 1;
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
