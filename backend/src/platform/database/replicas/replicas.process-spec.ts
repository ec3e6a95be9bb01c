import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '../../../../test/support/database.js';
import { createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import {
  countReads,
  portOfRead,
  replicaStates,
  ReplicatedHub,
  requestAt,
  waitUntilUsed,
} from '../../../../test/support/replicated-hub.js';
import { findFreePort, SLOW_TEST_TIMEOUT_MS } from '../../../../test/support/server-process.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { withTexts } from '../../../../test/support/statement-texts.js';
import type { DocumentResponse } from '../../../modules/content/documents/documents.dto.js';
import { DatabaseReader } from '../database-reader.js';
import { sqlState } from '../pg-errors.js';
import { withStatementTimeout } from '../statement-timeout.js';

let replicated: ReplicatedHub;
let hub: TestApp;
let other: TestApp;
let editor: TestUser;
let reader: TestUser;
beforeAll(async () => {
  replicated = await ReplicatedHub.start();
  [hub, other] = replicated.instances;
  editor = await hub.users.create('ADMIN');
  reader = await hub.users.create();
}, SLOW_TEST_TIMEOUT_MS);
afterEach(() => replicated.replica.resumeReplay());
afterAll(() => replicated.close(), SLOW_TEST_TIMEOUT_MS);

const rename = (id: string, title: string) => editor.request('PUT', `/admin/documents/${id}`, { body: { title } });

describe('reads', () => {
  test('are sent to the replica', async () => {
    // The replica names only the last statement of a connection, which can be that of the monitor by then.
    let limit = 4;
    const readLastStatements = async () => {
      expect((await reader.request('GET', `/documents?limit=${++limit}`)).status).toBe(200);
      const connections = await replicated.replica.query<{ query: string }>(
        `select query from pg_stat_activity where application_name = 'knowledge-hub reads'`,
      );
      return connections.map(({ query }) => query);
    };
    await waitFor(readLastStatements, (statements) => / from content_(items|counts) /.test(statements.join()));
  });

  test('of lists, documents, search, threads, comments and profiles run on the replica', async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED', title: 'Wombat handbook' });
    const category = await createForumCategory(editor);
    const thread = await createThread(editor, category.id);
    await reply(editor, thread.id);
    const requests: (() => Promise<{ status: number }>)[] = [
      '/documents?limit=5',
      `/documents/${id}`,
      '/videos',
      '/dashboard/home',
      '/search/suggestions?q=wombat',
      `/comments/document/${id}`,
      '/forum/categories',
      `/forum/categories/${category.id}/threads`,
      `/forum/threads/${thread.id}`,
      `/forum/threads/${thread.id}/posts`,
      `/users/${editor.id}/profile`,
      '/tags?q=a',
      '/categories',
    ].map((path) => () => reader.request('GET', path));
    requests.push(() => reader.request('POST', '/search', { body: { query: 'wombat' } }));
    for (const [i, request] of requests.entries()) {
      const counts = await countReads(hub, async () => expect((await request()).status).toBe(200));
      expect([i, counts.replica > 0, counts.primary, counts.retried]).toEqual([i, true, 0, 0]);
    }
  });

  test('of transactions and of work with a timeout of its own run on the primary', async () => {
    expect(await portOfRead(hub)).toBe(replicated.replica.port);
    const { port } = replicated.primary;
    expect(await hub.database.transaction(() => portOfRead(hub))).toBe(port);
    expect(await withStatementTimeout(1000, () => portOfRead(hub))).toBe(port);
    expect(await hub.database.one('select inet_server_port() as port')).toEqual({ port });
  });

  test('have the types, the prepared statements and the timeout of the primary', async () => {
    const sql = 'select $1::timestamptz as at, $2::text[] as names, $3::int as n, null as missing';
    const values = [new Date(0), ['a', `b'"`], 7];
    const database = withTexts(hub.get(DatabaseReader));
    expect(await database.query(sql, values)).toEqual(await hub.database.query(sql, values));
    expect(await database.one(`select current_setting('statement_timeout') as timeout`)).toEqual({ timeout: '8s' });
    const prepared = await database.one(
      'select count(*)::int as n, inet_server_port() as port from pg_prepared_statements',
    );
    expect(prepared).toEqual({ n: expect.any(Number), port: replicated.replica.port });
    expect((prepared as { n: number }).n).toBeGreaterThan(0);
  });

  test('that fail by themselves are not repeated; those that write run on the primary', async () => {
    const database = withTexts(hub.get(DatabaseReader));
    const invalid = await countReads(hub, async () => {
      const failure = await database.query('select $1::uuid as id', ['no id']).catch((error: unknown) => error);
      expect(sqlState(failure)).toBe('22P02');
    });
    expect(invalid).toEqual({ replica: 0, primary: 0, retried: 0 });
    const write = await countReads(hub, () =>
      database.query(`insert into settings (key, value, updated_at) values ('test.replica', '1', now()) returning key`),
    );
    expect(write).toEqual({ replica: 0, primary: 0, retried: 1 });
    expect(await hub.database.query(`select value from settings where key = 'test.replica'`)).toHaveLength(1);
  });
});

describe('while the replica has stopped to replay', () => {
  test('each write is visible at once to all users, on both instances', async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED', title: 'Before' });
    // It has replayed the creation.
    await waitFor(
      () => portOfRead(hub),
      (port) => port === replicated.replica.port,
    );
    await replicated.replica.pauseReplay();
    expect((await rename(id, 'After')).status).toBe(200);
    for (const instance of [hub, other])
      for (const user of [editor, reader, undefined]) {
        const counts = await countReads(instance, async () => {
          const { body } = await requestAt(instance, user)<DocumentResponse>('GET', `/documents/${id}`);
          expect(body.title).toBe('After');
          expect((await requestAt(instance, user)('GET', '/documents?limit=100')).text).toContain('After');
        });
        expect([counts.replica, counts.primary > 0]).toEqual([0, true]);
      }
    const [stale] = await replicated.replica.query<{ title: string }>(
      `select title from content_items where id = '${id}'`,
    );
    expect(stale?.title).toBe('Before');
    await replicated.replica.resumeReplay();
    const { port } = replicated.replica;
    for (const instance of [hub, other])
      expect(
        await waitFor(
          () => portOfRead(instance),
          (found) => found === port,
        ),
      ).toBe(port);
  });

  test('a revoked session, a lost permission and a hidden document are obeyed at once', async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED' });
    const leaving = await hub.users.create('EDITOR');
    const demoted = await hub.users.create('EDITOR');
    await replicated.replica.pauseReplay();
    expect((await leaving.request('POST', '/auth/logout')).status).toBe(200);
    expect((await requestAt(other, leaving)('GET', '/user/bookmarks')).status).toBe(401);
    await hub.database.query(`update users set role = 'VIEWER' where id = $1`, [demoted.id]);
    expect((await requestAt(other, demoted)('GET', '/admin/content/counts')).status).toBe(403);
    const hidden = await editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
    expect(hidden.status).toBe(200);
    for (const instance of [hub, other]) {
      expect((await requestAt(instance)('GET', `/documents/${id}`)).status).toBe(404);
      expect((await requestAt(instance)('GET', '/documents?limit=100')).text).not.toContain(id);
    }
  });

  test('caches are filled with the state after an invalidation', async () => {
    const cached = await replicated.startInstance([replicated.replica.url], { SHARED_READS_SECONDS: '60' });
    await waitUntilUsed(cached);
    const { id } = await createDocument(editor, { status: 'PUBLISHED', title: 'Cached before' });
    const author = requestAt(cached, editor);
    const titles = () =>
      Promise.all(
        [author, requestAt(cached, reader), requestAt(cached)].map(
          async (request) => (await request<DocumentResponse>('GET', `/documents/${id}`)).body.title,
        ),
      );
    expect(await titles()).toEqual(Array(3).fill('Cached before'));
    await replicated.replica.pauseReplay();
    const update = await author('PUT', `/admin/documents/${id}`, { body: { title: 'Cached after' } });
    expect(update.status).toBe(200);
    expect(await titles()).toEqual(Array(3).fill('Cached after'));
    await replicated.replica.resumeReplay();
    expect(await titles()).toEqual(Array(3).fill('Cached after'));
    await cached.close();
  });
});

test(
  'a write is seen by the next read of either instance, 60 times in a row',
  async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED', title: 'Race' });
    const path = `/documents/${id}`;
    const requests = [requestAt(hub, editor), requestAt(other, editor), requestAt(other), requestAt(hub, reader)];
    const counts = await countReads(hub, async () => {
      for (let i = 0; i < 60; i++) {
        await rename(id, `Race ${i}`);
        const seen = await Promise.all(
          requests.map(async (request) => (await request<DocumentResponse>('GET', path)).body.title),
        );
        expect(seen).toEqual(requests.map(() => `Race ${i}`));
      }
    });
    // Most of them after a short wait for the replica.
    expect([counts, counts.replica > counts.primary, counts.retried]).toEqual([counts, true, 0]);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test('servers that are no replica of the database are left out, and the hub starts without them', async () => {
  const otherDatabase = new URL(replicated.replica.url);
  otherDatabase.pathname = '/template1';
  const nothing = new URL(replicated.replica.url);
  nothing.port = String(await findFreePort());
  const otherServer = await createTestDatabase();
  const { url: primaryUrl } = replicated.primary;
  const urls = [primaryUrl, otherServer.url, otherDatabase.href, nothing.href];
  const instance = await replicated.startInstance(urls);
  expect(
    await waitFor(
      () => replicaStates(instance),
      (states) => !states.includes('starting'),
    ),
  ).toEqual(['not_a_replica', 'not_a_replica', 'other_database', 'unreachable']);
  const counts = await countReads(instance, async () => {
    expect((await requestAt(instance)('GET', '/documents')).status).toBe(200);
    expect(await portOfRead(instance)).toBe(replicated.primary.port);
  });
  expect([counts.replica, counts.retried]).toEqual([0, 0]);
  await instance.close();
  await otherServer.drop();
});
