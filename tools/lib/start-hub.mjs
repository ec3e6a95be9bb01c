// What `npm start` does: installs, builds, starts and supervises the product, and stops all of it cleanly.
import path from 'node:path';
import { AppSupervisor } from './app-supervisor.mjs';
import { buildIfStale } from './build.mjs';
import { checkOwner } from './hub-account.mjs';
import { installPackages } from './install.mjs';
import { lockDataDir } from './instance-lock.mjs';
import { cleanUp, watchForStop } from './lifecycle.mjs';
import { getHeapFlags, mallocEnv } from './memory.mjs';
import { findProductNode, getToolEnv } from './node-runtime.mjs';
import { openProductLog } from './product-log.mjs';
import { checkConfiguration, startProduct } from './product.mjs';
import { checkAddress, prepareDataDir, readSettings, readSignIns } from './settings.mjs';
import { ignoreClosedOutput, printError, printLine, StoppedError } from './terminal.mjs';

/** @param {import('./product.mjs').Ready} ready @param {string} dataDir */
function showBanner({ url, setupUrl }, dataDir) {
  const setup = setupUrl
    ? ['This hub has no administrator yet. Open this link within an hour to create one:', setupUrl, '']
    : [];
  const lines = ['', `Knowledge Hub is ready: ${url}`, '', ...setup, ...readSignIns(dataDir), 'Ctrl-C stops it.', ''];
  process.stdout.write(`${lines.map((line) => line.replace(/^(?=.)/gm, '  ')).join('\n')}\n`);
}

/**
 * @param {import('./lifecycle.mjs').StopRequest} request
 * @param {Array<() => unknown>} cleanups gets what to end, the last one first
 * @param {StartOptions} options
 * @returns {Promise<number>} the exit code
 */
async function start({ stop, force, requested }, cleanups, { isPrepared, restartLimit }) {
  const settings = readSettings();
  const { dataDir } = settings;
  prepareDataDir(dataDir);
  checkOwner(dataDir);
  const lock = await lockDataDir(dataDir, stop);
  cleanups.push(lock.release);
  await checkAddress(settings);
  if (!isPrepared) {
    const supervision = { signal: stop, onChild: lock.noteChild };
    await installPackages(supervision);
    findProductNode(); // fails early without a suitable Node
    await buildIfStale(supervision);
  }

  /** @type {NodeJS.ProcessEnv} */
  const env = { NODE_ENV: 'production', ...getToolEnv(), DATA_DIR: dataDir };
  await checkConfiguration(env, stop);
  const log = openProductLog(path.join(dataDir, 'hub.log'));
  cleanups.push(log.close);
  /** @type {import('./database-supervisor.mjs').DatabaseSupervisor | undefined} */
  let database;
  if (!settings.databaseUrl) {
    const { DatabaseSupervisor } = await import('./database-supervisor.mjs'); // only now: it needs a package
    printLine('Starting PostgreSQL …');
    const supervisor = new DatabaseSupervisor({ dataDir, stop, report: log.report });
    cleanups.push(() => supervisor.stop());
    await supervisor.start();
    database = supervisor;
    Object.assign(env, { DATABASE_URL: database.url, DATABASE_EMBEDDED: 'true', DEMO: process.env['DEMO'] || 'true' });
  }
  if (stop.aborted) return 0;

  printLine('Starting Knowledge Hub …');
  const nodeFlags = getHeapFlags({ isDatabaseEmbedded: !!database });
  const app = new AppSupervisor({
    start: (onError) => {
      const product = startProduct({
        env: { ...mallocEnv, ...env },
        nodeFlags,
        onLog: log.write,
        onError: (line) => {
          onError(line);
          log.writeError(line);
        },
        onProgress: (text) => printLine(`${text} …`),
      });
      lock.noteChild(product.pid);
      return product;
    },
    database,
    stop,
    report: log.report,
    onReady: (ready) => showBanner(ready, dataDir),
    ...(restartLimit && { limit: restartLimit }),
  });
  cleanups.push(() => app.stop(force));
  const code = await Promise.race([app.run(), requested]);
  return code ?? 0;
}

/**
 * @typedef {object} StartOptions
 * @property {boolean} [isPrepared] true for tests: nothing is installed or built
 * @property {import('./restart-policy.mjs').RestartLimit} [restartLimit] of the app
 */

/**
 * Runs the hub until it is asked to stop, and ends this process.
 * @param {StartOptions} [options]
 */
export async function startHub(options = {}) {
  ignoreClosedOutput();
  const request = watchForStop();
  const { stop } = request;
  /** @type {Array<() => unknown>} */
  const cleanups = [];
  try {
    process.exitCode = await start(request, cleanups, options);
  } catch (error) {
    printError(error);
    process.exitCode = error instanceof StoppedError ? 0 : 1;
  }
  if (stop.aborted && cleanups.length > 1)
    printLine('Stopping; what is being done is finished first (Ctrl-C again hurries) …');
  await cleanUp(cleanups);
  if (stop.aborted) printLine('Stopped.');
  // Ends remaining timers and handles.
  process.exit();
}
