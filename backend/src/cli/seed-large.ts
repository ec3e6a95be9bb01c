import pg from 'pg';
import { createApp } from '../app.js';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { Bulk } from '../platform/database/bulk.js';
import { migrate } from '../platform/database/migrate.js';
import { createLogger } from '../platform/logging/logger.js';
import { fillLargeHub, type LargeHub } from './large-hub.js';

const MAX_COUNT = 5_000_000;
/** Unless the command says otherwise, for so many documents there is one video … */
const DOCUMENTS_PER_VIDEO = 5;
/** … and for each document there are so many threads, with so many posts each. */
const THREADS_PER_DOCUMENT = 2;
const POSTS_PER_THREAD = 10;

// Fills a hub with many documents, videos and threads for performance tests. Each run adds more.
try {
  const counts = parseCounts(process.argv.slice(2));
  const config = loadConfig();
  await migrate(config.databaseUrl);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  const client = new pg.Client(config.databaseUrl);
  await client.connect();
  try {
    await fillLargeHub(app, new Bulk(client), counts, (text) => process.stdout.write(`${text}\n`));
  } finally {
    await client.end();
    await app.close();
  }
  process.exit(0);
} catch (error) {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `The seed failed: ${reason}\n`);
  process.exit(1);
}

function parseCounts(args: readonly string[]): LargeHub {
  const documents = Number(args[0] ?? 100_000);
  const videos = Number(args[1] ?? Math.floor(documents / DOCUMENTS_PER_VIDEO));
  const threads = Number(args[2] ?? documents * THREADS_PER_DOCUMENT);
  const posts = Number(args[3] ?? threads * POSTS_PER_THREAD);
  for (const count of [documents, videos, threads, posts])
    if (!Number.isInteger(count) || count < 0 || count > MAX_COUNT || posts < threads || (posts && !threads))
      throw new ConfigError(
        'Say how many documents, videos, threads and posts, at least one post per thread: ' +
          'npm run seed:large -- 100000 20000 200000 2000000',
      );
  return { documents, videos, threads, posts };
}
