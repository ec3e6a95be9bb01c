// `npm run lighthouse [-- --runs=5] [--throttled] [--only=TEXT]`: the scores of Lighthouse for a guest's phone, of a
// hub with the demo that is started for it. Each figure is the median of the runs: single runs differ by a third, and
// of five, two may be disturbed without a change of the result. `--throttled` slows network and processor down while
// the page loads, instead of computing what they would have cost. Lighthouse has 200 packages of 190 MB, so it is no
// dependency that everybody installs: npx downloads it at the first run.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfStale } from './lib/build.mjs';
import { findFreePort, startPostgres } from './lib/embedded-postgres.mjs';
import { installPackages } from './lib/install.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { getNpmCommand, getToolEnv } from './lib/node-runtime.mjs';
import { run } from './lib/processes.mjs';
import { startProduct } from './lib/product.mjs';
import { createProductDatabase } from './lib/product-database.mjs';
import { ignoreClosedOutput, printError, printLine, UserError } from './lib/terminal.mjs';
import { ensureChromium, findChromium } from './lib/test-programs.mjs';

/** The last version that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const DEMO_SECONDS = 180;
const QUIET_MS = 20_000;
const ATTEMPTS = 3;

ignoreClosedOutput();
const { stop } = watchForStop();
/** @type {Array<() => unknown>} */
const cleanups = [];
const args = process.argv.slice(2);
/** @param {string} name */
const getOption = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const runs = Number(getOption('runs') ?? 5);
const isThrottled = args.includes('--throttled');
const only = getOption('only') ?? '';

/** Starts a hub with demo content. @returns {Promise<string>} its URL */
async function startDemo() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-lighthouse-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false });
  cleanups.push(server.stop);
  const port = await findFreePort();
  const hub = startProduct({
    env: {
      NODE_ENV: 'production',
      ...getToolEnv(),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: await createProductDatabase(server),
      DATA_DIR: path.join(folder, 'data'),
      DEMO: 'true',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_IP_FACTOR: '1000',
    },
    onLog: () => {},
    onError: (line) => printLine(line),
  });
  cleanups.push(() => hub.stop());
  const ended = hub.exited.then(() => Promise.reject(new UserError('The hub did not start.')));
  return (await Promise.race([hub.ready, ended])).url;
}

/** Waits for the demo, whose videos are converted after the start. @param {string} url */
async function listPages(url) {
  /** @param {string} request @returns {Promise<string | undefined>} the slug of the first one */
  const findFirst = async (request) => {
    const items = await (await fetch(`${url}/api/${request}?limit=1`)).json();
    return /** @type {{ slug: string }[]} */ (items)[0]?.slug;
  };
  const findThread = async () => {
    const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
    const threads = /<loc>([^<]*\/sitemaps\/threads\/[^<]*)</.exec(sitemap)?.[1];
    return threads && /<loc>[^<]*(\/community\/thread\/[^<]*)</.exec(await (await fetch(threads)).text())?.[1];
  };
  for (let second = 0; second < DEMO_SECONDS; second++) {
    const [document, video, thread] = await Promise.all([findFirst('documents'), findFirst('videos'), findThread()]);
    if (document && video && thread) {
      // The last video is still being converted.
      await sleep(QUIET_MS, undefined, { signal: stop });
      const pages = { document: `/docs/${document}`, thread, home: '/', video: `/videos/${video}`, list: '/docs' };
      return Object.entries(pages).filter(([name]) => name.includes(only));
    }
    await sleep(1000, undefined, { signal: stop });
  }
  throw new UserError('The demo content is not complete.');
}

/** @typedef {{ categories: Record<string, { score: number }>, audits: Record<string, Audit> }} Report */
/** @typedef {{ numericValue?: number, score: number | null, title: string }} Audit */

/** @param {string} url @returns {Promise<Report>} */
async function audit(url) {
  const chromeFlags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])].join(' ');
  const file = path.join(os.tmpdir(), `hub-lighthouse-${process.pid}.json`);
  const [command, parameters] = getNpmCommand([
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--no-enable-error-reporting',
    '--only-categories=performance,accessibility,best-practices,seo',
    `--throttling-method=${isThrottled ? 'devtools' : 'simulate'}`,
    `--chrome-flags=${chromeFlags}`,
  ]);
  const env = getToolEnv({ CHROME_PATH: findChromium() });
  for (let attempt = 1; ; attempt++) {
    const { code, output } = await run(command, parameters, { cwd: os.tmpdir(), env, signal: stop });
    if (code === 0) break;
    // Chromium sometimes records no trace (NO_NAVSTART).
    if (attempt === ATTEMPTS) throw new UserError(output);
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
}

/** @param {number[]} values */
const getMedian = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const scores = {
  Performance: 'performance',
  Accessibility: 'accessibility',
  'Best Practices': 'best-practices',
  SEO: 'seo',
};
/** @type {[string, (report: Report) => number, (median: number) => string][]} */
const columns = [
  ...Object.entries(scores).map(
    ([title, id]) =>
      /** @type {(typeof columns)[number]} */ ([
        title,
        (report) => (report.categories[id]?.score ?? 0) * 100,
        (median) => String(Math.round(median)),
      ]),
  ),
  ['LCP (s)', ({ audits }) => getValue(audits, 'largest-contentful-paint') / 1000, (median) => median.toFixed(2)],
  ['CLS', ({ audits }) => getValue(audits, 'cumulative-layout-shift'), (median) => median.toFixed(3)],
  ['TBT (ms)', ({ audits }) => getValue(audits, 'total-blocking-time'), (median) => String(Math.round(median))],
  ['KB', ({ audits }) => getValue(audits, 'total-byte-weight') / 1000, (median) => String(Math.round(median))],
];

/** @param {Report['audits']} audits @param {string} id */
const getValue = (audits, id) => audits[id]?.numericValue ?? NaN;

/** Audits of the categories that should be complete. @param {Report} report */
function listFailures({ audits, categories: all }) {
  const ids = ['accessibility', 'best-practices', 'seo'].flatMap(
    (id) => /** @type {{ auditRefs?: { id: string, weight: number }[] }} */ (all[id])?.auditRefs ?? [],
  );
  const failed = ids.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return [...new Set(failed.map(({ id }) => `${id} (${audits[id]?.title})`))];
}

async function main() {
  if (!Number.isInteger(runs) || runs < 1) throw new UserError('The number of runs: npm run lighthouse -- --runs=5');
  await installPackages({ signal: stop });
  await buildIfStale({ signal: stop });
  await ensureChromium(stop);
  const url = await startDemo();
  printLine(`Measuring ${runs} times${isThrottled ? ', with throttling' : ''} …`);
  const rows = [];
  const failures = new Set();
  for (const [name, address] of await listPages(url)) {
    // Readers rarely are the first ones after a start, when nothing is compiled and cached.
    await fetch(url + address);
    /** @type {Report[]} */
    const reports = [];
    for (let number = 0; number < runs; number++) reports.push(await audit(url + address));
    rows.push([name, ...columns.map(([, read, write]) => write(getMedian(reports.map(read))))]);
    for (const failure of reports.flatMap(listFailures)) failures.add(`${name}: ${failure}`);
    printLine(`${name} measured`);
  }
  const head = ['Page', ...columns.map(([title]) => title)];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  console.log(`\n${lines.join('\n')}\n${[...failures].map((text) => `\n- ${text}`).join('')}`);
}

try {
  await main();
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
await cleanUp(cleanups);
process.exit();
