import type { INestApplication } from '@nestjs/common';
import { AuthFacade, UsersFacade } from '../modules/auth/index.js';
import { CategoriesService } from '../modules/content/index.js';
import { seedDocuments, seedVideos } from '../modules/content/seeds.js';
import { ForumCategoriesService, seededForumTables, type SeededStats, seedThreads } from '../modules/forum/seeds.js';
import { type Bulk, SuspendedIndexes } from '../platform/database/bulk.js';
import { Reconciliation } from '../platform/database/reconciliation.js';

export interface LargeHub {
  documents: number;
  videos: number;
  threads: number;
  /** of all threads, with the Original Posts */
  posts: number;
}

const AUTHORS = 8;
const MEMBERS = 200;
const CATEGORIES = 12;
/** From this number on, making indexes anew is faster than updating them. */
const REBUILD_INDEXES_FROM = 5000;

/**
 * Adds many documents, videos and threads, for performance tests. Each kind of content has a generator like
 * seedDocuments, called here.
 */
export async function fillLargeHub(
  app: INestApplication,
  bulk: Bulk,
  { documents, videos, threads, posts }: LargeHub,
  printLine: (text: string) => void,
): Promise<void> {
  const run = Date.now().toString(36);
  const now = new Date();
  const authors = await createUsers(app, 'Writer', 'CONTRIBUTOR', run, AUTHORS);
  const members = threads ? await createUsers(app, 'Member', 'VIEWER', run, MEMBERS) : [];
  const shelves = await createCategories(run, (name, order_index) =>
    app.get(CategoriesService).create(null, { name: `Shelf ${name}`, order_index }),
  );
  const rooms = await createCategories(run, (name, order_index) =>
    app.get(ForumCategoriesService).create(null, { name: `Room ${name}`, description: '', order_index }),
  );
  const stats: SeededStats = { posts: new Map(), reputation: new Map() };
  // One transaction: an interrupted run changes nothing and keeps the indexes.
  await bulk.query('begin');
  // Only a large maintenance memory sorts the entries of an index without files.
  await bulk.query(`set local maintenance_work_mem = '1GB'; set local synchronous_commit = off`);
  const tables = [
    ...(documents + videos + posts >= REBUILD_INDEXES_FROM ? ['search_entries'] : []),
    ...(posts >= REBUILD_INDEXES_FROM ? seededForumTables : []),
  ];
  const suspended = await SuspendedIndexes.of(bulk, tables);
  const context = { authors, categories: shelves, run, now };
  for await (const done of seedDocuments(bulk, { ...context, count: documents }))
    printLine(`${done} of ${documents} documents`);
  for await (const done of seedVideos(bulk, { ...context, count: videos })) printLine(`${done} of ${videos} videos`);
  if (threads)
    for await (const done of seedThreads(bulk, { threads, posts, members, categories: rooms, now }, stats))
      printLine(`${done} of ${posts} posts`);
  for await (const name of suspended.restore()) printLine(`Making ${name} anew`);
  await bulk.query('commit');
  const users = app.get(UsersFacade);
  await users.addPosts(stats.posts);
  await users.addReputations(stats.reputation);
  printLine('Analysing');
  await bulk.query('vacuum (analyze)');
  printLine('Counting');
  for (const { name, differences } of await app.get(Reconciliation).run({ fix: true }))
    printLine(`${name}: ${differences}`);
}

async function createUsers(
  app: INestApplication,
  name: string,
  role: 'CONTRIBUTOR' | 'VIEWER',
  run: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 1; i <= count; i++) {
    const email = `${name.toLowerCase()}-${run}-${i}@example.org`;
    ids.push((await app.get(AuthFacade).createUser({ email, name: `${name} ${i}`, role })).actor.userId);
  }
  return ids;
}

async function createCategories(
  run: string,
  create: (name: string, orderIndex: number) => Promise<string>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 1; i <= CATEGORIES; i++) ids.push(await create(`${i} (${run})`, 100 + i));
  return ids;
}
