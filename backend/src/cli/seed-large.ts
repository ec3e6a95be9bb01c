import type { INestApplication } from '@nestjs/common';
import pg from 'pg';
import { createApp } from '../app.js';
import { AuthFacade } from '../modules/auth/index.js';
import { CategoriesFacade, seedDocuments, seedVideos } from '../modules/content/index.js';
import { entities } from '../modules.js';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { Bulk } from '../platform/database/bulk.js';
import { migrate } from '../platform/database/migrate.js';
import { Reconciliation } from '../platform/database/reconciliation.js';
import { createLogger } from '../platform/logging/logger.js';

const AUTHORS = 8;
const CATEGORIES = 12;
/** From this number on, rebuilding the search indexes is faster than updating them. */
const REBUILD_INDEXES_FROM = 5000;

/** Of so many documents there is one video, unless the command says otherwise. */
const DOCUMENTS_PER_VIDEO = 5;
const MAX_COUNT = 5_000_000;

// Fills a hub with many documents and videos for performance tests. Each run adds more.
try {
  const documents = Number(process.argv[2] ?? 100_000);
  const videos = Number(process.argv[3] ?? Math.floor(documents / DOCUMENTS_PER_VIDEO));
  for (const count of [documents, videos])
    if (!Number.isInteger(count) || count < 0 || count > MAX_COUNT)
      throw new ConfigError('Say how many documents and videos: npm run seed:large -- 100000 20000');
  const config = loadConfig();
  await migrate(config.databaseUrl, entities);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  const client = new pg.Client(config.databaseUrl);
  await client.connect();
  try {
    await seed(app, new Bulk(client), { documents, videos });
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

/** Each kind of content has a generator like seedDocuments, called here. */
async function seed(
  app: INestApplication,
  bulk: Bulk,
  { documents, videos }: { documents: number; videos: number },
): Promise<void> {
  const run = Date.now().toString(36);
  const auth = app.get(AuthFacade);
  const shelves = app.get(CategoriesFacade);
  const authors: string[] = [];
  for (let i = 1; i <= AUTHORS; i++)
    authors.push(
      (await auth.createUser({ email: `writer-${run}-${i}@example.org`, name: `Writer ${i}`, role: 'CONTRIBUTOR' }))
        .actor.userId,
    );
  const categories: string[] = [];
  for (let i = 1; i <= CATEGORIES; i++)
    categories.push(await shelves.create(null, { name: `Shelf ${i} (${run})`, order_index: 100 + i }));
  // One transaction: an interrupted run changes nothing and keeps the indexes.
  await bulk.query('begin');
  const indexes = documents + videos >= REBUILD_INDEXES_FROM ? await dropIndexes(bulk, 'search_entries') : [];
  const context = { authors, categories, run, now: new Date() };
  for await (const done of seedDocuments(bulk, { ...context, count: documents }))
    printLine(`${done} of ${documents} documents`);
  for await (const done of seedVideos(bulk, { ...context, count: videos })) printLine(`${done} of ${videos} videos`);
  for (const index of indexes) {
    printLine(`Making the index ${index.name} anew`);
    await bulk.query(index.sql);
  }
  await bulk.query('commit');
  printLine('Counting');
  for (const { name, differences } of await app.get(Reconciliation).run({ fix: true }))
    printLine(`${name}: ${differences}`);
  await bulk.query('vacuum (analyze)');
}

async function dropIndexes(bulk: Bulk, table: string): Promise<{ name: string; sql: string }[]> {
  const indexes = await bulk.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql
     from pg_index i where i.indrelid = $1::regclass and not i.indisprimary`,
    [table],
  );
  for (const { name } of indexes) await bulk.query(`drop index ${name}`);
  return indexes;
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
