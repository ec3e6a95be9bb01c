import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';

let hub: TestApp;
let other: TestApp;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  editor = await hub.users.create('EDITOR');
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

const published = () => createDocument(editor, { status: 'PUBLISHED' });
const hide = (id: string) => editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });

/** Requests a path until its response comes from the cache. @returns the statements of the last request: none */
async function cachedStatements(instance: TestApp, path: string) {
  await instance.request('GET', path);
  return waitFor(
    () => instance.statementsOf(() => instance.request('GET', path)),
    (statements) => statements.length === 0,
  );
}

test('a guest gets the cached response of an earlier guest without a database query', async () => {
  const { id } = await published();
  for (const path of ['/documents?limit=20', `/documents/${id}`]) {
    expect(await cachedStatements(hub, path)).toEqual([]);
    const [cached, own] = [await hub.request('GET', path), await editor.request('GET', path)];
    for (const name of ['etag', 'content-type', 'x-total-count', 'link', 'cache-control'])
      expect([name, typeof cached.headers[name]]).toEqual([name, typeof own.headers[name]]);
    expect(cached.status).toBe(200);
    expect(cached.headers['x-request-id']).not.toBe((await hub.request('GET', path)).headers['x-request-id']);
    expect(
      await hub.request('GET', path, { headers: { 'if-none-match': String(cached.headers['etag']) } }),
    ).toMatchObject({
      status: 304,
      text: '',
    });
  }
});

const linkOf = async (path: string) => String((await hub.request('GET', path)).headers['link']);

test('each spelling of a URL has its own response, whose links repeat that spelling', async () => {
  await published();
  for (const [path, link] of [
    ['/documents?limit=1', '</api/documents?'],
    ['/api/documents?limit=1', '</api/api/documents?'],
  ] as const) {
    expect(await cachedStatements(hub, path)).toEqual([]);
    expect(await linkOf(path)).toContain(link);
  }
  expect(await linkOf('/documents?limit=1')).not.toContain('/api/api/');
});

test('signed-in users never get cached guest responses', async () => {
  const { id } = await published();
  await cachedStatements(hub, `/documents/${id}`);
  expect((await hub.request<{ abilities: object | null }>('GET', `/documents/${id}`)).body.abilities).toBeUndefined();
  expect((await editor.request<{ abilities: object | null }>('GET', `/documents/${id}`)).body.abilities).toMatchObject({
    edit: true,
  });
  const cookie = { cookie: `session_token=${editor.token}` };
  expect(
    (await hub.request<{ abilities: object | null }>('GET', `/documents/${id}`, { headers: cookie })).body.abilities,
  ).toMatchObject({ edit: true });
});

test('a hidden document is gone at once here, and within a second on the other instances', async () => {
  const { id } = await published();
  const at = [`/documents/${id}`, '/documents?limit=5'] as const;
  const shown = async (instance: TestApp) => [
    (await instance.request('GET', at[0])).status,
    (await instance.request('GET', at[1])).text.includes(id),
  ];
  for (const instance of [hub, other]) {
    await cachedStatements(instance, at[0]);
    expect(await shown(instance)).toEqual([200, true]);
  }
  expect((await hide(id)).status).toBe(200);
  expect(await shown(hub)).toEqual([404, false]);
  // Less than the two seconds for which responses are cached.
  await waitFor(
    () => shown(other),
    ([status, listed]) => status === 404 && !listed,
    1000,
  );
});

test('a response that was read before a change is not cached after it', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, async () => (await published()).id));
  await Promise.all(
    ids.flatMap((id) => [hide(id), ...Array.from({ length: 5 }, () => hub.request('GET', `/documents/${id}`))]),
  );
  for (const id of ids) expect((await hub.request('GET', `/documents/${id}`)).status).toBe(404);
});
