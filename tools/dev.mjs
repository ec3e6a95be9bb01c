// `npm run dev`: the embedded PostgreSQL, the backend and the frontend, both reloading when a file changes.
import path from 'node:path';
import { createInterface } from 'node:readline';
import { installPackages } from './lib/install.mjs';
import { lockDataDir } from './lib/instance-lock.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { installed, npm, productNode, root, toolEnv } from './lib/node-runtime.mjs';
import { endGroup, run, spawnInGroup } from './lib/processes.mjs';
import { checkConfiguration } from './lib/product.mjs';
import { signIns } from './lib/sign-ins.mjs';
import { checkAddress, prepareDataDir, readSettings } from './lib/settings.mjs';
import { PlainError, Stopped, explain, say, step, surviveClosedOutput } from './lib/terminal.mjs';

const webPort = 5173;

surviveClosedOutput();
const { stop, hurry, requested } = watchForStop();
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
  cleanups.push(() => child.pid && endGroup(child.pid, { graceMs: 15_000, hurry }));
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', () => resolve(label)));
}

/**
 * @param {string} text
 * @param {[string, string[]]} command
 * @param {NodeJS.ProcessEnv} env
 */
async function prepare(text, command, env) {
  const { code, output } = await step(text, () => run(...command, { cwd: root, env, signal: stop }));
  if (code === 0) return;
  process.stderr.write(output);
  throw new PlainError(`${text} failed; the output is above.`);
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
  const env = toolEnv({ PUBLIC_URL, DATA_DIR: dataDir, PORT: String(settings.port), FORCE_COLOR: '1' });
  // The watch mode empties `dist` and compiles only `src`, without the migrations: build and run them before.
  await prepare('Building the backend', npm(['run', '-w', 'backend', 'build']), env);
  await checkConfiguration(env, stop);
  /** @type {import('./lib/database-supervisor.mjs').DatabaseSupervisor | undefined} */
  let supervisor;
  if (!settings.databaseUrl) {
    const { DatabaseSupervisor } = await import('./lib/database-supervisor.mjs'); // only now: it needs a package
    say('Starting PostgreSQL …');
    const database = new DatabaseSupervisor({ dataDir, stop, report: say });
    cleanups.push(() => database.stop());
    await database.start();
    supervisor = database;
    Object.assign(env, { DATABASE_URL: database.url, DATABASE_EMBEDDED: 'true', DEMO: process.env['DEMO'] || 'true' });
  }
  await prepare('Bringing the database up to date', [productNode(), ['backend/dist/cli/migrate.js']], env);
  say(`Starting both halves; open http://localhost:${webPort} when they are ready. Ctrl-C stops everything.`);
  let isShown = false;
  const showSignInsOnce = (/** @type {string} */ line) => {
    if (isShown || !line.includes('ready: ')) return;
    isShown = true;
    void supervisor?.appIsReady();
    for (const text of signIns(dataDir)) process.stdout.write(`${text}\n`);
  };
  const api = watch('api', 'backend', [installed('nest'), ['start', '--watch']], env, showSignInsOnce);
  const web = watch('web', 'frontend', [installed('vite'), ['--clearScreen', 'false']], env);
  const ended = await Promise.race([api, web, requested]);
  if (!stop.aborted) throw new PlainError(`[${String(ended)}] has ended by itself; see above.`);
}

try {
  await main();
} catch (error) {
  explain(error);
  process.exitCode = error instanceof Stopped ? 0 : 1;
}
await cleanUp(cleanups);
if (stop.aborted) say('Stopped.');
process.exit();
