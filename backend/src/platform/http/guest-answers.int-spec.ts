import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { write } from '../../../test/support/documents.js';
import { eventually } from '../../../test/support/eventually.js';
import type { Person } from '../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';

let hub: TestApp;
let other: TestApp;
let editor: Person;
beforeAll(async () => {
  hub = await createTestApp();
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  editor = await hub.people.create('EDITOR');
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

const published = () => write(editor, { status: 'PUBLISHED' });
const hide = (id: string) => editor.ask('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });

/** Views are stored every second, which throws away what is kept: only then can it be seen whether something was kept. */
async function asGuest(instance: TestApp, path: string) {
  await instance.ask('GET', path);
  return eventually(
    () => instance.statementsOf(() => instance.ask('GET', path)),
    (statements) => statements.length === 0,
  );
}

test('what a guest was answered a moment ago is given to the next one, without asking the database', async () => {
  const { id } = await published();
  for (const path of ['/documents?limit=20', `/documents/${id}`]) {
    expect(await asGuest(hub, path)).toEqual([]);
    const [kept, own] = [await hub.ask('GET', path), await editor.ask('GET', path)];
    for (const name of ['etag', 'content-type', 'x-total-count', 'link', 'cache-control'])
      expect([name, typeof kept.headers[name]]).toEqual([name, typeof own.headers[name]]);
    expect(kept.status).toBe(200);
    expect(kept.headers['x-request-id']).not.toBe((await hub.ask('GET', path)).headers['x-request-id']);
    expect(await hub.ask('GET', path, { headers: { 'if-none-match': String(kept.headers['etag']) } })).toMatchObject({
      status: 304,
      text: '',
    });
  }
});

const linkOf = async (path: string) => String((await hub.ask('GET', path)).headers['link']);

test('each spelling of an address has its own answer, whose links are spelled like it', async () => {
  await published();
  for (const [path, link] of [
    ['/documents?limit=1', '</api/documents?'],
    ['/api/documents?limit=1', '</api/api/documents?'],
  ] as const) {
    expect(await asGuest(hub, path)).toEqual([]);
    expect(await linkOf(path)).toContain(link);
  }
  expect(await linkOf('/documents?limit=1')).not.toContain('/api/api/');
});

test('whoever is signed in is answered for themselves', async () => {
  const { id } = await published();
  await asGuest(hub, `/documents/${id}`);
  expect((await hub.ask<{ abilities: object | null }>('GET', `/documents/${id}`)).body.abilities).toBeUndefined();
  expect((await editor.ask<{ abilities: object | null }>('GET', `/documents/${id}`)).body.abilities).toMatchObject({
    edit: true,
  });
  const cookie = { cookie: `session_token=${editor.token}` };
  expect(
    (await hub.ask<{ abilities: object | null }>('GET', `/documents/${id}`, { headers: cookie })).body.abilities,
  ).toMatchObject({ edit: true });
});

test('what was hidden is gone at once here, and within a moment on the other instances', async () => {
  const { id } = await published();
  const at = [`/documents/${id}`, '/documents?limit=5'] as const;
  const shown = async (instance: TestApp) => [
    (await instance.ask('GET', at[0])).status,
    (await instance.ask('GET', at[1])).text.includes(id),
  ];
  for (const instance of [hub, other]) {
    await asGuest(instance, at[0]);
    expect(await shown(instance)).toEqual([200, true]);
  }
  expect((await hide(id)).status).toBe(200);
  expect(await shown(hub)).toEqual([404, false]);
  // Far less than the two seconds for which an answer is kept.
  await eventually(
    () => shown(other),
    ([status, listed]) => status === 404 && !listed,
    1000,
  );
});

test('an answer that was read before a change is not kept after it', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, async () => (await published()).id));
  await Promise.all(
    ids.flatMap((id) => [hide(id), ...Array.from({ length: 5 }, () => hub.ask('GET', `/documents/${id}`))]),
  );
  for (const id of ids) expect((await hub.ask('GET', `/documents/${id}`)).status).toBe(404);
});
