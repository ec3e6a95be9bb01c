// `npm run dev`: the embedded PostgreSQL, the backend and the frontend, both reloading when a file changes.
import path from 'node:path';
import { createInterface } from 'node:readline';
import { installPackages } from './lib/install.mjs';
import { lockDataDir } from './lib/instance-lock.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { findBinary, findProductNode, getNpmCommand, getToolEnv, root } from './lib/node-runtime.mjs';
import { endGroup, run, spawnInGroup } from './lib/processes.mjs';
import { checkConfiguration } from './lib/product.mjs';
import { checkAddress, prepareDataDir, readSettings, readSignIns } from './lib/settings.mjs';
import { ignoreClosedOutput, UserError, printError, printLine, runStep, StoppedError } from './lib/terminal.mjs';

const webPort = 5173;

ignoreClosedOutput();
const { stop, force, requested } = watchForStop();
/** Run in reverse order at the end. @type {Array<() => unknown>} */
const cleanups = [];

/**
 * @param {string} label
 * @param {string} folder
 * @param {[string, string[]]} command
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} [onLine] called with each line of its output
 * @returns {Promise<string>} the label, once the process has ended
 */
async function watch(label, folder, [command, args], env, onLine = (_line) => {}) {
  const child = spawnInGroup(command, args, { cwd: path.join(root, folder), env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface(stream).on('line', (line) => {
      process.stdout.write(`[${label}] ${line}\n`);
      onLine(line);
    });
  }
  cleanups.push(() => child.pid && endGroup(child.pid, { graceMs: 15_000, force }));
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', () => resolve(label)));
}

/**
 * @param {string} text
 * @param {[string, string[]]} command
 * @param {NodeJS.ProcessEnv} env
 */
async function prepare(text, command, env) {
  const { code, output } = await runStep(text, () => run(...command, { cwd: root, env, signal: stop }));
  if (code === 0) return;
  process.stderr.write(output);
  throw new UserError(`${text} failed; the output is above.`);
}

async function main() {
  const settings = readSettings();
  const { dataDir } = settings;
  prepareDataDir(dataDir);
  cleanups.push((await lockDataDir(dataDir, stop)).release);
  await checkAddress(settings);
  await checkAddress({ host: '127.0.0.1', port: webPort });
  await installPackages({ signal: stop });

  // Users open the frontend's URL, so links and cookies must use it.
  const PUBLIC_URL = process.env['PUBLIC_URL'] || `http://localhost:${webPort}`;
  const env = getToolEnv({ PUBLIC_URL, DATA_DIR: dataDir, PORT: String(settings.port), FORCE_COLOR: '1' });
  // The watch mode empties `dist` and compiles only `src`, without the migrations: build and run them before.
  await prepare('Building the shared package', getNpmCommand(['run', '-w', 'shared', 'build']), env);
  await prepare('Building the backend', getNpmCommand(['run', '-w', 'backend', 'build']), env);
  await checkConfiguration(env, stop);
  /** @type {import('./lib/database-supervisor.mjs').DatabaseSupervisor | undefined} */
  let supervisor;
  if (!settings.databaseUrl) {
    const { DatabaseSupervisor } = await import('./lib/database-supervisor.mjs'); // only now: it needs a package
    printLine('Starting PostgreSQL …');
    const database = new DatabaseSupervisor({ dataDir, stop, report: printLine });
    cleanups.push(() => database.stop());
    await database.start();
    supervisor = database;
    Object.assign(env, { DATABASE_URL: database.url, DATABASE_EMBEDDED: 'true', DEMO: process.env['DEMO'] || 'true' });
  }
  await prepare('Bringing the database up to date', [findProductNode(), ['backend/dist/cli/migrate.js']], env);
  printLine(`Starting both halves; open http://localhost:${webPort} when they are ready. Ctrl-C stops everything.`);
  let isShown = false;
  const showSignInsOnce = (/** @type {string} */ line) => {
    if (isShown || !line.includes('ready: ')) return;
    isShown = true;
    void supervisor?.appIsReady();
    for (const text of readSignIns(dataDir)) process.stdout.write(`${text}\n`);
  };
  const api = watch('api', 'backend', [findBinary('nest'), ['start', '--watch']], env, showSignInsOnce);
  const shared = watch('shared', 'shared', getNpmCommand(['run', '--silent', 'dev']), env);
  const web = watch('web', 'frontend', [findBinary('vite'), ['--clearScreen', 'false']], env);
  const ended = await Promise.race([shared, api, web, requested]);
  if (!stop.aborted) throw new UserError(`[${String(ended)}] has ended by itself; see above.`);
}

try {
  await main();
} catch (error) {
  printError(error);
  process.exitCode = error instanceof StoppedError ? 0 : 1;
}
await cleanUp(cleanups);
if (stop.aborted) printLine('Stopped.');
process.exit();
