import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import type { DocumentSummaryResponse } from '../src/modules/content/documents/documents.dto.js';
import { DemoTree } from '../src/demo/demo-tree.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { killRunningServers, SLOW_TEST_TIMEOUT_MS, type ServerProcess, startServer } from './support/server-process.js';

/* A first start that is killed while it creates the demo: the next start completes it to the same demo. */

let database: TestDatabase;
let client: pg.Client;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  dataDir = await mkdtemp(join(tmpdir(), 'hub-demo-'));
});
afterEach(async () => {
  killRunningServers();
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'true' });
const count = async (of: string) =>
  (await client.query<{ n: number }>(`select count(*)::int as n from ${of}`)).rows[0]!.n;
const published = `content_items where status = 'PUBLISHED'`;

async function killAt(reached: () => Promise<boolean>): Promise<void> {
  const { child, ended } = await start();
  while (child.exitCode === null && !(await reached())) await new Promise((done) => setTimeout(done, 5));
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
}

async function signIns(): Promise<[role: string, email: string, password: string][]> {
  const text = await readFile(join(dataDir, 'credentials.txt'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/) as [string, string, string]);
}

async function started(): Promise<ServerProcess> {
  const server = await start();
  expect(await server.ready).toBe(true);
  return server;
}

async function stop({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

async function expectWholeDemo(): Promise<void> {
  const server = await started();
  const { url } = server;
  const tokens = new Map<string, string>();
  for (const [role, email, password] of await signIns()) {
    const response = await fetch(`${url}/api/auth/login-manual`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect([role, response.status]).toEqual([role, 200]);
    tokens.set(role, ((await response.json()) as { session_token: string }).session_token);
  }
  expect([...tokens.keys()].sort()).toEqual(['ADMIN', 'CONTRIBUTOR', 'EDITOR', 'REVIEWER', 'VIEWER']);
  const list = async (query: string) => {
    const headers = { authorization: `Bearer ${tokens.get('ADMIN')}` };
    return (await (await fetch(`${url}/api/documents?${query}`, { headers })).json()) as DocumentSummaryResponse[];
  };
  const articles = await list('limit=200');
  const documents = [...articles, ...(await list('template=true'))];
  const actual = documents.map(({ slug, status, author_name }) => ({ slug, status, author: author_name }));
  expect(actual.sort(bySlug)).toEqual((await new DemoTree().documents()).sort(bySlug));
  expect(articles.filter(({ thumbnail, category }) => !thumbnail || !category)).toEqual([]);
  expect([await count('users'), await count('content_categories')]).toEqual([5, 6]);
  expect((await client.query(`select value from settings where key = 'demo.unfinished'`)).rows).toEqual([
    { value: false },
  ]);
  await stop(server);
}

const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1);

async function resume(reached: () => Promise<boolean>): Promise<void> {
  await killAt(reached);
  expect((await client.query(`select value from settings where key = 'demo.unfinished'`)).rows).toEqual([
    { value: true },
  ]);
  await expectWholeDemo();
}

test('killed while creating users', () => resume(async () => (await count('users')) >= 2), SLOW_TEST_TIMEOUT_MS);
test(
  'killed while creating documents',
  () => resume(async () => (await count('content_items')) >= 4),
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'killed while publishing documents; later starts keep changes by users',
  async () => {
    await resume(
      async () =>
        (await count('content_items')) >= 15 &&
        (await count(`${published} and author_id in (select id from users where role = 'CONTRIBUTOR')`)) >= 1,
    );
    await client.query(`update content_items set title = 'Ours now' where slug = 'welcome'`);
    const before = await signIns();
    await stop(await started());
    expect(await count(`content_items where title = 'Ours now'`)).toBe(1);
    expect(await signIns()).toEqual(before);
  },
  SLOW_TEST_TIMEOUT_MS,
);
