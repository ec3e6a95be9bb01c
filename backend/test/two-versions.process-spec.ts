import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Reconciliation } from '../src/platform/database/reconciliation.js';
import type { NotificationResponse } from '../src/modules/notifications/inbox/notifications.dto.js';
import type { SessionOpenedResponse } from '../src/modules/auth/sessions/sessions.dto.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { buildEarlierVersion, type EarlierVersion } from './support/earlier-version.js';
import { earlierVersions } from './support/earlier-versions.js';
import { openStream } from './support/event-stream.js';
import { createFetchRequester, type SendRequest } from './support/http.js';
import { waitForJobs } from './support/jobs.js';
import {
  adminEnvironment,
  killRunningServers,
  type ServerProcess,
  SLOW_TEST_TIMEOUT_MS,
  startServer,
} from './support/server-process.js';
import { createTestApp } from './support/test-app.js';
import { waitFor } from './support/wait-for.js';

/* A rolling deployment: instances of an earlier version and of this one serve one database, which this one migrated. */

const password = 'secret-of-tests';
let number = 0;

/** Sends requests to a server. @param token of a session, which instances of both versions accept */
const requester = ({ url }: ServerProcess, token?: string): SendRequest =>
  createFetchRequester(url, token === undefined ? {} : { authorization: `Bearer ${token}` });

/** @returns the body of a successful response */
async function send<Body = { id: string }>(...[request, ...args]: [SendRequest, ...Parameters<SendRequest>]) {
  const { status, body, text } = await request<Body>(...args);
  if (status >= 300) throw new Error(`${args[0]} ${args[1]} responded ${status}: ${text}`);
  return body;
}

describe.each(earlierVersions)('beside $commit ($what)', ({ commit, leaves }) => {
  let earlier: EarlierVersion;
  let database: TestDatabase;
  let client: pg.Client;
  let folder: string;
  let former: ServerProcess;
  let current: ServerProcess;
  let environment: Record<string, string>;

  beforeAll(async () => {
    earlier = await buildEarlierVersion(commit);
    database = await createTestDatabase('template0');
    client = new pg.Client(database.url);
    await client.connect();
    folder = await mkdtemp(join(tmpdir(), 'hub-test-data-'));
    environment = {
      DATABASE_URL: database.url,
      ...adminEnvironment,
      // Files and secrets are shared, as by all instances of a hub.
      DATA_DIR: folder,
      RATE_LIMIT_IP_FACTOR: '1000',
      // Cached reads that no message invalidates would stay wrong for the whole test.
      SHARED_READS_SECONDS: '60',
    };
    former = await start(earlier.main);
    await createAccount(former, 'VIEWER');
    current = await start();
  }, SLOW_TEST_TIMEOUT_MS);

  afterAll(async () => {
    killRunningServers();
    await client?.end();
    await database?.drop();
    await earlier?.delete();
    if (folder) await rm(folder, { recursive: true, force: true });
  }, SLOW_TEST_TIMEOUT_MS);

  async function start(main?: string): Promise<ServerProcess> {
    const server = await startServer(environment, main === undefined ? undefined : [process.execPath, main]);
    if (!(await server.ready)) throw new Error(`The server has ended: ${(await server.ended).stderr}`);
    return server;
  }

  /** @param on where the account registers */
  async function createAccount(on: ServerProcess, role: string) {
    const email = `person-${++number}@example.org`;
    const body = { email, name: `Person ${number}`, password };
    const { user, session_token: token } = await send<SessionOpenedResponse>(requester(on), 'POST', '/auth/register', {
      body,
    });
    await client.query('update users set role = $2 where id = $1', [user.id, role]);
    return { id: user.id, email, token };
  }

  const directions = () =>
    [
      ['the earlier version', former, current],
      ['this version', current, former],
    ] as const;
  const directionNames = ['the earlier version', 'this version'] as const;
  const directionOf = (name: string) => directions().find(([what]) => what === name)!;

  describe.each(directionNames)('what %s does', (name) => {
    test('sessions begin and end on both', async () => {
      const [, one, other] = directionOf(name);
      const { email } = await createAccount(one, 'VIEWER');
      const { session_token: token } = await send<SessionOpenedResponse>(
        requester(other),
        'POST',
        '/auth/login-manual',
        {
          body: { email, password },
        },
      );
      for (const server of [one, other])
        expect((await requester(server, token)('GET', '/auth/me')).body).toMatchObject({ email });
      expect((await requester(one, token)('POST', '/auth/logout')).status).toBe(200);
      const statusOn = async (server: ServerProcess) => (await requester(server, token)('GET', '/auth/me')).status;
      expect(await statusOn(one)).toBe(401);
      await waitFor(
        () => statusOn(other),
        (status) => status === 401,
      );
    });

    test('a document is read, changed and deleted on both, and no read is stale', async () => {
      const [, one, other] = directionOf(name);
      const { token } = await createAccount(other, 'EDITOR');
      const title = `Rolling ${++number}`;
      const { id, slug } = await send<{ id: string; slug: string }>(requester(one, token), 'POST', '/documents', {
        body: { title, content: 'First text', status: 'PUBLISHED', visibility: 'PUBLIC' },
      });
      const contentOn = async (server: ServerProcess) =>
        (await requester(server)<{ content?: string }>('GET', `/documents/${slug}`)).body.content;
      // Guests, whose responses are cached longest.
      for (const server of [one, other]) expect(await contentOn(server)).toBe('First text');
      await send(requester(one, token), 'PUT', `/admin/documents/${id}`, { body: { content: 'Second text' } });
      for (const server of [one, other])
        await waitFor(
          () => contentOn(server),
          (content) => content === 'Second text',
        );
      for (const server of [one, other]) {
        const found = await waitFor(
          () => requester(server)<{ total: number }>('POST', '/search', { body: { query: title } }),
          ({ body }) => body.total > 0,
        );
        expect(found.body).toMatchObject({ results: [expect.objectContaining({ title })] });
      }
      await send(requester(one, token), 'DELETE', `/admin/documents/${id}`);
      for (const server of [one, other])
        await waitFor(
          () => requester(server)('GET', `/documents/${slug}`),
          ({ status }) => status === 404,
        );
    });

    test('comments and reactions count on both, and notify on both', async () => {
      const [, one, other] = directionOf(name);
      const [author, reader] = [await createAccount(one, 'EDITOR'), await createAccount(other, 'CONTRIBUTOR')];
      const { id, slug } = await send<{ id: string; slug: string }>(
        requester(other, author.token),
        'POST',
        '/documents',
        {
          body: { title: `Commented ${++number}`, content: 'Text', status: 'PUBLISHED', visibility: 'PUBLIC' },
        },
      );
      const of = { content_type: 'document', content_id: id };
      await send(requester(one, reader.token), 'POST', '/comments', { body: { ...of, content: 'By the reader' } });
      await send(requester(one, reader.token), 'POST', '/reactions', { body: { ...of, reaction_type: 'LIKE' } });
      await send(requester(other, author.token), 'POST', '/comments', { body: { ...of, content: 'By the author' } });
      for (const server of [one, other]) {
        const { text } = await requester(server)('GET', `/comments/document/${id}`);
        expect([text.includes('By the reader'), text.includes('By the author')]).toEqual([true, true]);
        await waitFor(
          () => requester(server)<{ like_count: number }>('GET', `/documents/${slug}`),
          ({ body }) => body.like_count === 1,
        );
        await waitFor(
          () => requester(server, author.token)<NotificationResponse[]>('GET', '/notifications'),
          ({ body }) => body.some(({ url }) => url.startsWith(`/docs/${slug}`)),
          15_000,
        );
      }
    });

    test('replies in the forum reach watchers live on the other version', async () => {
      const [, one, other] = directionOf(name);
      const [author, reader] = [await createAccount(one, 'ADMIN'), await createAccount(one, 'CONTRIBUTOR')];
      const { id: category } = await send(requester(one, author.token), 'POST', '/forum/categories', {
        body: { name: `Category ${++number}`, description: 'For tests' },
      });
      const { id: thread } = await send(requester(one, author.token), 'POST', `/forum/categories/${category}/threads`, {
        body: { title: `Thread ${number}`, content: 'First words' },
      });
      const stream = await openStream(other.url, author.token);
      await send(requester(one, reader.token), 'POST', `/forum/threads/${thread}/posts`, {
        body: { content: 'A reply' },
      });
      const { data } = await stream.waitForEvent('notification', 15_000);
      expect(data['notification']).toMatchObject({ url: expect.stringContaining(thread) });
      await stream.close();
      await send(requester(other, reader.token), 'POST', `/forum/threads/${thread}/posts`, {
        body: { content: 'Another reply' },
      });
      for (const server of [one, other]) {
        const { text } = await requester(server, reader.token)('GET', `/forum/threads/${thread}/posts`);
        for (const words of ['First words', 'A reply', 'Another reply']) expect(text).toContain(words);
      }
    });

    test('a changed role applies to the next request on both', async () => {
      const [, one, other] = directionOf(name);
      const [admin, user] = [await createAccount(one, 'ADMIN'), await createAccount(other, 'VIEWER')];
      const mayWrite = async (server: ServerProcess) =>
        (await requester(server, user.token)('POST', '/documents', { body: {} })).status !== 403;
      for (const server of [one, other]) expect(await mayWrite(server)).toBe(false);
      await send(requester(one, admin.token), 'PUT', `/users/${user.id}/role`, { body: { role: 'EDITOR' } });
      for (const server of [one, other])
        await waitFor(
          () => mayWrite(server),
          (may) => may,
        );
    });
  });

  test(
    'an instance of the earlier version starts again on the newer schema',
    async () => {
      const again = await start(earlier.main);
      expect((await requester(again)('GET', '/health/ready')).status).toBe(200);
      expect((await requester(again)('GET', '/documents')).status).toBe(200);
      again.child.kill('SIGTERM');
      expect((await again.ended).code).toBe(0);
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'after the last instance of the earlier version no counter is wrong',
    async () => {
      for (const server of [former, current]) {
        server.child.kill('SIGTERM');
        expect((await server.ended).code).toBe(0);
      }
      const hub = await createTestApp({}, { databaseUrl: database.url });
      await waitForJobs(hub.database, '');
      const reconcile = async (fix = false) =>
        (await hub.get(Reconciliation).run({ fix }))
          .filter(({ differences }) => differences > 0)
          .map((found) => found.name);
      expect((await reconcile(true)).filter((name) => !leaves.includes(name))).toEqual([]);
      expect(await reconcile()).toEqual([]);
      await hub.close();
    },
    SLOW_TEST_TIMEOUT_MS,
  );
});
