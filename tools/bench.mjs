// `npm run bench [-- DOCUMENTS [VIDEOS]] [--write]`: compares the hub with a bare server on the same large database,
// which has two threads per document and ten posts per thread. The database stays in `.bench`, so that only the first
// run creates it. `--write` stores figures and plans in docs/performance. `--growth` compares the hub with itself at a
// tenth of the documents. `--only=TEXT` measures the cases whose name contains the text, or one of several:
// `--only="reply|search"`. `--events=N` adds N events of a year and the cases of analytics. `--beside=FOLDER` compares
// with another version, built in that folder, on the same database, and says whose plans differ. `--spaces` puts half
// of the content into categories with limits, and the readers into groups; the database keeps them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfStale } from './lib/build.mjs';
import { findFreePort, getMemorySettings, startPostgres } from './lib/embedded-postgres.mjs';
import { installPackages } from './lib/install.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { findProductNode, root, getToolEnv } from './lib/node-runtime.mjs';
import { run } from './lib/processes.mjs';
import { startProduct } from './lib/product.mjs';
import { createProductDatabase } from './lib/product-database.mjs';
import { prepareDataDir } from './lib/settings.mjs';
import { UserError, printError, printLine, ignoreClosedOutput } from './lib/terminal.mjs';

ignoreClosedOutput();
const { stop } = watchForStop();
/** @type {Array<() => unknown>} */
const cleanups = [];
const args = process.argv.slice(2);
const [count = 100_000, videoCount] = args.filter((arg) => !arg.startsWith('-')).map(Number);
const DOCUMENTS_PER_VIDEO = 5;
const THREADS_PER_DOCUMENT = 2;
const POSTS_PER_THREAD = 10;
const events = Number(args.find((arg) => arg.startsWith('--events='))?.slice('--events='.length) ?? 0);
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';
const hasSpaces = args.includes('--spaces');
const beside = args.find((arg) => arg.startsWith('--beside='))?.slice('--beside='.length);
/** @param {{ name: string }} one */
const isWanted = ({ name }) => only.split('|').some((text) => name.includes(text));

/** @param {number} documents */
function getSize(documents) {
  const threads = documents * THREADS_PER_DOCUMENT;
  const videos = videoCount === undefined ? documents / DOCUMENTS_PER_VIDEO : (videoCount * documents) / count;
  return { documents, videos: Math.floor(videos), threads, posts: threads * POSTS_PER_THREAD };
}

/** @param {number} documents */
const sizeText = (documents) =>
  Object.entries(getSize(documents))
    .map(([name, n]) => `${n} ${name}`)
    .join(', ');

/**
 * @param {import('./lib/embedded-postgres.mjs').PostgresServer} server @param {string} dataDir @param {number}
 * documents
 */
async function createFilledDatabase(server, dataDir, documents) {
  const url = await createProductDatabase(server);
  const { Client } = (await import('pg')).default;
  const client = new Client(url);
  await client.connect();
  cleanups.push(() => client.end());
  const isMigrated = async () =>
    (await client.query(`select to_regclass('forum_threads') is not null as migrated`)).rows[0].migrated;
  const size = getSize(documents);
  /** @param {string} rows SQL @param {number} wanted */
  const missing = async (rows, wanted) => {
    if (wanted === 0) return 0;
    const isThere = async () =>
      (await client.query(`select from ${rows} limit 1 offset $1`, [wanted - 1])).rowCount === 1;
    return (await isMigrated()) && (await isThere()) ? 0 : wanted;
  };
  const threads = await missing('forum_threads', size.threads);
  const wanted = [
    await missing(`content_items where kind = 'document'`, size.documents),
    await missing(`content_items where kind = 'video'`, size.videos),
    threads,
    threads && size.posts,
  ];
  if (wanted.some((each) => each > 0)) {
    printLine(`Making ${wanted[0]} documents, ${wanted[1]} videos and ${wanted[2]} threads (once) …`);
    const env = { NODE_ENV: 'production', ...getToolEnv(), DATA_DIR: dataDir, DATABASE_URL: url };
    const { code, output } = await run(
      findProductNode(),
      [path.join(root, 'backend/dist/cli/seed-large.js'), ...wanted.map(String)],
      { cwd: root, env, signal: stop },
    );
    if (code !== 0) throw new UserError(output);
  }
  if (events > 0) {
    const { fillEvents } = await import('../backend/bench/events.mjs');
    printLine(`Making ${events} events (once) …`);
    await fillEvents(client, events);
  }
  if (hasSpaces) {
    const { fillSpaces } = await import('../backend/bench/spaces.mjs');
    printLine('Making groups and categories with limits (once) …');
    await fillSpaces(client);
  }
  return { url, client };
}

/** A database with so many documents, and hubs for it. @param {number} documents */
async function open(documents) {
  const [{ explainSettings }, { takeSamples }] = await Promise.all([
    import('../backend/bench/plans.mjs'),
    import('../backend/bench/samples.mjs'),
  ]);
  const dataDir = path.join(root, '.bench', String(documents));
  prepareDataDir(dataDir);
  let log = '';
  // Commits are flushed, as those of a hub in use: replies are compared with bare ones.
  const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  const settings = { ...getMemorySettings(), ...explainSettings, ...durability };
  const server = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    durable: false,
    settings,
    log: (text) => (log += text),
  });
  cleanups.push(server.stop);
  const { url, client } = await createFilledDatabase(server, dataDir, documents);
  // Rate limits per address do not apply here.
  const env = {
    NODE_ENV: 'production',
    ...getToolEnv(),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO: 'false',
    // Users can only register once there is an administrator.
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: 'bench-password',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_IP_FACTOR: '1000000',
    // Readers have different addresses.
    TRUST_PROXY: 'true',
  };
  return {
    server,
    samples: await takeSamples(client),
    settle: () => settleUsers(client),
    rest: () => waitForRest(client),
    log: () => log,
    startBare: () => startBare(env),
    start: (folder = root) => startHub(env, folder),
    startFresh: (folder = root) => startHub({ ...env, SHARED_READS_SECONDS: '0' }, folder),
  };
}

/** After a start, hubs look for items without a search entry for half a minute. @param {import('pg').Client} client */
async function waitForRest(client) {
  for (let idle = 0; idle < 5;) {
    await sleep(1000, undefined, { signal: stop });
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and state = 'active' and query_start < now() - interval '1 second'`,
    );
    idle = rowCount ? 0 : idle + 1;
  }
}

/** New members may post a few times a minute only. @param {import('pg').Client} client */
async function settleUsers(client) {
  const users = `select id from users where email like 'bench-%'`;
  await client.query(`update users set created_at = now() - interval '1 month' where id in (${users})`);
  if (events > 0) await client.query(`update users set role = 'EDITOR' where id in (${users})`);
  await client.query(`update user_stats set post_count = greatest(post_count, 10) where user_id in (${users})`);
  if (hasSpaces) await (await import('../backend/bench/spaces.mjs')).joinGroups(client);
}

/** @param {NodeJS.ProcessEnv} env @param {string} folder of the version */
async function startHub(env, folder) {
  const port = await findFreePort();
  const hub = startProduct({
    folder,
    env: { ...env, PORT: String(port) },
    onLog: () => {},
    onError: (line) => printLine(line),
  });
  cleanups.push(() => hub.stop());
  await Promise.race([hub.ready, hub.exited.then(() => Promise.reject(new UserError('The hub did not start.')))]);
  return { url: `http://127.0.0.1:${port}`, pid: hub.pid, stop: hub.stop };
}

/** @param {NodeJS.ProcessEnv} env */
async function startBare(env) {
  const child = spawn(findProductNode(), [path.join(root, 'backend/bench/bare.mjs')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  cleanups.push(() => child.kill('SIGTERM') && once(child, 'exit'));
  const [message] = await once(child, 'message');
  return /** @type {string} */ (message.address);
}

/** @param {string} name @param {string} text */
function write(name, text) {
  if (!args.includes('--write')) return;
  const folder = path.join(root, 'docs/performance');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}-${count}.md`), text);
  printLine(`Written: docs/performance/${name}-${count}.md`);
}

async function compareWithBare() {
  const [{ compare }, report] = await Promise.all([
    import('../backend/bench/compare.mjs'),
    import('../backend/bench/report.mjs'),
  ]);
  const database = await open(count);
  const cases = await findCases(database.samples);
  const [hub, fresh, bare] = [await database.start(), await database.startFresh(), await database.startBare()];
  await database.rest();
  const { settle } = database;
  const hubs = { cached: hub.url, fresh: fresh.url };
  const results = await compare({ hub: hubs, bare, cases, settle, say: printLine, stop });
  console.log(`\n${report.figures(results, sizeText(count))}`);
  await Promise.all([hub.stop(), fresh.stop()]);
  const plans = await explain(database, cases, database.startFresh);
  write('figures', report.figures(results, sizeText(count)));
  write('plans', report.plans(plans, sizeText(count)));
}

/** @param {string} folder of the other version */
async function compareWithVersion(folder) {
  const [{ compareVersions }, { comparePlans }, report] = await Promise.all([
    import('../backend/bench/compare-versions.mjs'),
    import('../backend/bench/plans.mjs'),
    import('../backend/bench/report.mjs'),
  ]);
  const database = await open(count);
  const cases = await findCases(database.samples);
  // This version comes first, since it may have to migrate the database.
  const versions = [
    { hub: await database.start(), fresh: await database.startFresh() },
    { hub: await database.start(folder), fresh: await database.startFresh(folder) },
  ];
  await database.rest();
  const [now, before] = versions.map(({ hub, fresh }) => ({ cached: hub, fresh }));
  if (!now || !before) return;
  const { settle } = database;
  const results = await compareVersions({ now, before, cases, settle, say: printLine, stop });
  console.log(`\n${report.versions(results, sizeText(count))}`);
  await Promise.all(versions.flatMap(({ hub, fresh }) => [hub.stop(), fresh.stop()]));
  const plans = await explain(database, cases, () => database.startFresh(folder));
  console.log(comparePlans(plans, await explain(database, cases, database.startFresh)));
}

/** The wanted cases for a database. @param {Awaited<ReturnType<typeof open>>['samples']} samples */
async function findCases(samples) {
  const [{ createCases }, { analyticsCases }, { spacesCases }] = await Promise.all([
    import('../backend/bench/cases.mjs'),
    import('../backend/bench/analytics-cases.mjs'),
    import('../backend/bench/spaces.mjs'),
  ]);
  return [
    ...createCases(samples),
    ...(events > 0 ? analyticsCases(samples.slugs) : []),
    ...(hasSpaces ? spacesCases(samples) : []),
  ].filter(isWanted);
}

/**
 * @param {Awaited<ReturnType<typeof open>>} database
 * @param {import('../backend/bench/cases.mjs').Case[]} cases
 * @param {() => ReturnType<typeof startHub>} start
 */
async function explain({ server, log }, cases, start) {
  const { explainCases } = await import('../backend/bench/explain.mjs');
  // Only a superuser may enable auto_explain.
  const superuser = new (await import('pg')).default.Client(server.url('hub'));
  await superuser.connect();
  try {
    return await explainCases({ client: superuser, cases, start, log });
  } finally {
    await superuser.end();
  }
}

async function compareWithLess() {
  const [{ createCases }, { compare }, report] = await Promise.all([
    import('../backend/bench/cases.mjs'),
    import('../backend/bench/compare.mjs'),
    import('../backend/bench/report.mjs'),
  ]);
  const [few, many] = [await open(count / 10), await open(count)];
  const fewer = createCases(few.samples);
  const cases = createCases(many.samples)
    .map((one, i) => ({
      ...one,
      name: one.name.replace(', not cached', ''),
      fresh: true,
      bare: fewer[i]?.requests ?? [],
    }))
    // Users exist in one of the two databases only, and nothing is cached in either.
    .filter(
      ({ name, signedIn, againstHub }, i, all) =>
        !signedIn && !againstHub && all.findIndex((one) => one.name === name) === i,
    )
    .filter(isWanted);
  const [fresh, less] = [(await many.startFresh()).url, (await few.startFresh()).url];
  await Promise.all([many.rest(), few.rest()]);
  const results = await compare({
    hub: { cached: fresh, fresh },
    bare: less,
    cases,
    settle: many.settle,
    say: printLine,
    stop,
  });
  console.log(`\n${report.growth(results, count)}`);
  write('growth', report.growth(results, count));
}

async function main() {
  if (!Number.isInteger(count / 10) || count < 10 || (videoCount !== undefined && !Number.isInteger(videoCount)))
    throw new UserError('The number of documents must be a multiple of 10: npm run bench -- 100000');
  if (only && args.includes('--write')) throw new UserError('--write stores all cases: leave out --only.');
  await installPackages({ signal: stop });
  await buildIfStale({ signal: stop });
  if (beside) await compareWithVersion(path.resolve(beside));
  else await (args.includes('--growth') ? compareWithLess() : compareWithBare());
}

try {
  await main();
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
await cleanUp(cleanups);
process.exit();
