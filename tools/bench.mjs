// `npm run bench [-- DOCUMENTS] [--write]`: the hub and a bare server on the same large database, one after the other in
// the same run. The database stays in `.bench`, so that only the first run has to fill it. `--write` keeps figures and
// plans in docs/performance.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildWhatIsStale } from './lib/build.mjs';
import { freePort, memorySettings, startPostgres } from './lib/embedded-postgres.mjs';
import { installPackages } from './lib/install.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { productNode, root, toolEnv } from './lib/node-runtime.mjs';
import { run } from './lib/processes.mjs';
import { startProduct } from './lib/product.mjs';
import { productDatabase } from './lib/product-database.mjs';
import { prepareDataDir } from './lib/settings.mjs';
import { PlainError, explain, say, surviveClosedOutput } from './lib/terminal.mjs';

surviveClosedOutput();
const { stop } = watchForStop();
/** @type {Array<() => unknown>} */
const cleanups = [];
const args = process.argv.slice(2);
const count = Number(args.find((arg) => !arg.startsWith('-')) ?? 100_000);

/** @param {string} dataDir @param {import('./lib/embedded-postgres.mjs').PostgresServer} server */
async function database(dataDir, server) {
  const url = await productDatabase(server);
  const { Client } = (await import('pg')).default;
  const client = new Client(url);
  await client.connect();
  cleanups.push(() => client.end());
  const isFilled = async () => {
    const { rows } = await client.query(`select to_regclass('content_items') is not null as migrated`);
    return rows[0].migrated && (await client.query('select from content_items limit 1 offset $1', [count - 1])).rowCount === 1;
  };
  if (!(await isFilled())) {
    say(`Making ${count} documents (once) …`);
    const env = { NODE_ENV: 'production', ...toolEnv(), DATA_DIR: dataDir, DATABASE_URL: url };
    const { code, output } = await run(productNode(), [path.join(root, 'backend/dist/cli/seed-large.js'), String(count)], { cwd: root, env, signal: stop });
    if (code !== 0) throw new PlainError(output);
  }
  return { url, client };
}

/** @param {NodeJS.ProcessEnv} env */
async function startHub(env) {
  const port = await freePort();
  const hub = startProduct({ env: { ...env, PORT: String(port) }, onLog: () => {}, onError: (line) => say(line) });
  cleanups.push(() => hub.stop());
  await Promise.race([hub.ready, hub.exited.then(() => Promise.reject(new PlainError('The hub did not start.')))]);
  return { url: `http://127.0.0.1:${port}`, stop: hub.stop };
}

/** @param {NodeJS.ProcessEnv} env */
async function startBare(env) {
  const child = spawn(productNode(), [path.join(root, 'backend/bench/bare.mjs')], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  cleanups.push(() => child.kill('SIGTERM') && once(child, 'exit'));
  const [message] = await once(child, 'message');
  return /** @type {string} */ (message.address);
}

async function main() {
  if (!Number.isInteger(count) || count < 1) throw new PlainError('Say how many documents: npm run bench -- 100000');
  await installPackages({ signal: stop });
  await buildWhatIsStale({ signal: stop });
  // They need packages, which may only just have come.
  const [{ casesOf }, { takeSamples }, { compare }, { explainSettings }, { explainCases }, report] = await Promise.all([
    import('../backend/bench/cases.mjs'), import('../backend/bench/samples.mjs'), import('../backend/bench/compare.mjs'),
    import('../backend/bench/plans.mjs'), import('../backend/bench/explain.mjs'), import('../backend/bench/report.mjs'),
  ]);
  const dataDir = path.join(root, '.bench', String(count));
  prepareDataDir(dataDir);
  let log = '';
  const server = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), durable: false, settings: { ...memorySettings(), ...explainSettings }, log: (text) => (log += text) });
  cleanups.push(server.stop);
  const { url, client } = await database(dataDir, server);
  const samples = await takeSamples(client);
  // The budgets per address are not what is measured.
  const env = { NODE_ENV: 'production', ...toolEnv(), DATA_DIR: dataDir, DATABASE_URL: url, DEMO: 'false', LOG_LEVEL: 'warn', RATE_LIMIT_IP_FACTOR: '1000000' };
  const hub = await startHub(env);
  const alone = await startHub({ ...env, SHARED_READS_SECONDS: '0' });
  const bare = await startBare(env);
  const cases = casesOf(samples);
  const results = await compare({ hub: { shared: hub.url, alone: alone.url }, bare, cases, say, stop });
  console.log(`\n${report.figures(results, count)}`);
  await Promise.all([hub.stop(), alone.stop()]);
  // Only a superuser may have everything written down.
  const superuser = new (await import('pg')).default.Client(server.url('hub'));
  await superuser.connect();
  cleanups.push(() => superuser.end());
  const plans = await explainCases({ client: superuser, cases, start: () => startHub({ ...env, SHARED_READS_SECONDS: '0' }), log: () => log });
  if (args.includes('--write')) {
    const folder = path.join(root, 'docs/performance');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `figures-${count}.md`), report.figures(results, count));
    writeFileSync(path.join(folder, `plans-${count}.md`), report.plans(plans, count));
    say(`Written to docs/performance.`);
  }
}

try {
  await main();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
await cleanUp(cleanups);
process.exit();
