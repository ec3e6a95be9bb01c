// `npm start`: everything a newcomer needs, from an empty checkout to a running product, and a clean end of it all.
// One supervising process: it installs, builds, starts the database and the product, and ends them in this order
// reversed. It runs on the Node that the person has and without any package; only its children need more.
import path from 'node:path';
import { buildWhatIsStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { lockDataDir } from './lib/instance-lock.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { productNode, toolEnv } from './lib/node-runtime.mjs';
import { openProductLog } from './lib/product-log.mjs';
import { checkConfiguration, startProduct } from './lib/product.mjs';
import { signIns } from './lib/sign-ins.mjs';
import { checkAddress, prepareDataDir, readSettings } from './lib/settings.mjs';
import { PlainError, Stopped, explain, say, surviveClosedOutput } from './lib/terminal.mjs';

surviveClosedOutput();
const { stop, hurry, requested } = watchForStop();
/** What to end, the last one first. @type {Array<() => unknown>} */
const cleanups = [];

/** @param {string} url @param {string} dataDir */
function showBanner(url, dataDir) {
  const lines = ['', `Knowledge Hub is ready: ${url}`, '', ...signIns(dataDir), 'Ctrl-C stops it.', ''];
  process.stdout.write(`${lines.map((line) => line.replace(/^(?=.)/gm, '  ')).join('\n')}\n`);
}

/** @returns {Promise<number>} the exit code */
async function main() {
  const settings = readSettings();
  const { dataDir } = settings;
  prepareDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  cleanups.push(lock.release);
  await checkAddress(settings);
  const supervision = { signal: stop, onChild: lock.noteChild };
  await installPackages(supervision);
  productNode(); // says now when there is no Node for the product
  await buildWhatIsStale(supervision);

  /** @type {NodeJS.ProcessEnv} */
  const env = { NODE_ENV: 'production', ...toolEnv(), DATA_DIR: dataDir };
  await checkConfiguration(env, stop);
  /** @type {Promise<void>} */
  let databaseGone = new Promise(() => {});
  if (!settings.databaseUrl) {
    const { startProductDatabase } = await import('./lib/product-database.mjs'); // only now: it needs a package
    say('Starting PostgreSQL …');
    const database = await startProductDatabase(dataDir);
    cleanups.push(database.stop);
    databaseGone = database.exited;
    Object.assign(env, { DATABASE_URL: database.url, DEMO: process.env['DEMO'] || 'true' });
  }
  if (stop.aborted) return 0;

  say('Starting Knowledge Hub …');
  const log = openProductLog(path.join(dataDir, 'hub.log'));
  cleanups.push(log.close);
  let hasSaidWhy = false;
  const product = startProduct({
    env,
    onLog: log.write,
    onError: (line) => {
      hasSaidWhy = true;
      log.writeError(line);
    },
    onProgress: (text) => say(`${text} …`),
  });
  cleanups.push(() => product.stop(hurry));
  lock.noteChild(product.pid);
  void product.ready.then((url) => showBanner(url, dataDir));

  const ended = await Promise.race([product.exited, databaseGone.then(() => 'database'), requested]);
  if (stop.aborted) return 0;
  if (ended === 'database') throw new PlainError(`PostgreSQL ended unexpectedly; ${dataDir}/postgres.log says why.`);
  if (!hasSaidWhy) say('Knowledge Hub has ended by itself.');
  return Number(ended) || 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(error);
  process.exitCode = error instanceof Stopped ? 0 : 1;
}
if (stop.aborted && cleanups.length > 1) say('Stopping; what is being done is finished first (Ctrl-C again hurries) …');
await cleanUp(cleanups);
if (stop.aborted) say('Stopped.');
// Nothing must linger that we did not think of, such as a timer.
process.exit();
