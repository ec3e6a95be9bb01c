// `npm run import -- PATH [--as EMAIL]`: Markdown files into the hub, whether it runs at the moment or not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildWhatIsStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { isInUse, lockDataDir } from './lib/instance-lock.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { productNode, root, toolEnv } from './lib/node-runtime.mjs';
import { prepareDataDir, readSettings } from './lib/settings.mjs';
import { Stopped, explain, surviveClosedOutput } from './lib/terminal.mjs';

surviveClosedOutput();
const { stop } = watchForStop();
/** What to end, the last one first. @type {Array<() => unknown>} */
const cleanups = [];

/**
 * The address of the database: the person's own, that of the running hub, or the embedded one started for this.
 * @param {import('./lib/settings.mjs').Settings} settings
 */
async function databaseUrl({ dataDir, databaseUrl: own }) {
  if (own) return own;
  const { runningProductDatabase, startProductDatabase } = await import('./lib/product-database.mjs'); // it needs a package
  if (isInUse(dataDir)) return runningProductDatabase(dataDir);
  cleanups.push((await lockDataDir(dataDir)).release);
  const database = await startProductDatabase(dataDir);
  cleanups.push(database.stop);
  return database.url;
}

/** npm runs us in the root, but a path means what it means where the person is. @param {string[]} args */
const fromWhereTheyAre = ([first, ...rest]) =>
  first === undefined || first.startsWith('-') ? [first, ...rest] : [path.resolve(process.env['INIT_CWD'] ?? '.', first), ...rest];

/** @returns {Promise<number>} the exit code */
async function main() {
  const settings = readSettings();
  prepareDataDir(settings.dataDir);
  await installPackages({ signal: stop });
  await buildWhatIsStale({ signal: stop });
  const env = { NODE_ENV: 'production', ...toolEnv(), DATA_DIR: settings.dataDir, DATABASE_URL: await databaseUrl(settings) };
  const args = fromWhereTheyAre(process.argv.slice(2)).filter((arg) => arg !== undefined);
  const child = spawn(productNode(), [path.join(root, 'backend/dist/cli/import.js'), ...args], { cwd: root, env, stdio: 'inherit' });
  stop.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(error);
  process.exitCode = error instanceof Stopped ? 0 : 1;
}
await cleanUp(cleanups);
process.exit();
