import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import { createDocument } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { DocumentResponse } from '../documents/documents.dto.js';
import { ItemViewCounter } from './view-counter.js';

let hub: TestApp;
let other: TestApp;
let author: TestUser;
let reader: TestUser;
beforeAll(async () => {
  const web = join(import.meta.dirname, '../../../../../frontend/dist');
  hub = await createTestApp({}, { web });
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  author = await hub.users.create('EDITOR');
  reader = await hub.users.create('VIEWER');
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

const published = () => createDocument(author, { status: 'PUBLISHED' });
const stored = async (id: string) =>
  (await hub.database.one<{ n: number }>('select view_count as n from content_items where id = $1', [id]))!.n;
const rows = async (id: string) =>
  (await hub.database.one<{ n: number }>('select count(*)::int as n from view_days where item_id = $1', [id]))!.n;
const shown = async (id: string) => (await author.request<DocumentResponse>('GET', `/documents/${id}`)).body.view_count;
/** IP addresses by guest name. */
const addresses = new Map<string, string>();
const getAddress = (name: string) => {
  const n = addresses.size;
  if (!addresses.has(name)) addresses.set(name, `10.0.${n >> 8}.${n & 255}`);
  return addresses.get(name)!;
};
const guest = async (id: string, name: string, of = hub) => {
  const response = await of.app.inject({ url: `/api/documents/${id}`, remoteAddress: getAddress(name) });
  return { status: response.statusCode, body: response.json<DocumentResponse>() };
};
const flush = async () => {
  await hub.get(ItemViewCounter).flush();
  await other.get(ItemViewCounter).flush();
};
/** During a flush, pending views may be counted twice or not at all. */
const withoutFlush = async (action: () => Promise<void>) => {
  const flushing = jest.spyOn(hub.get(ItemViewCounter), 'flush').mockResolvedValue();
  try {
    await action();
  } finally {
    flushing.mockRestore();
  }
};
const until = async (is: () => Promise<boolean>, ms: number) => {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await is()) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
};

test('a user counts once per day, by id or slug, before and after the flush', async () => {
  const { id, slug } = await published();
  expect((await reader.request<DocumentResponse>('GET', `/documents/${id}`)).body.view_count).toBe(1);
  await reader.request('GET', `/documents/${slug}`);
  expect(await shown(id)).toBe(1);
  await flush();
  await reader.request('GET', `/documents/${id}`);
  await flush();
  expect([await shown(id), await stored(id), await rows(id)]).toEqual([1, 1, 1]);
});

test('requests with count_view=false count neither users nor guests, with and without the cache', async () => {
  const { id } = await published();
  for (let i = 0; i < 2; i++) {
    const { body } = await reader.request<DocumentResponse>('GET', `/documents/${id}?count_view=false`);
    expect(body).toMatchObject({ id, view_count: 0 });
    const { statusCode } = await hub.app.inject({ url: `/api/documents/${id}?count_view=false` });
    expect(statusCode).toBe(200);
  }
  expect(await shown(id)).toBe(0);
  expect((await reader.request('GET', `/documents/${id}?count_view=maybe`)).status).toBe(400);
  // An empty value is the default.
  await reader.request('GET', `/documents/${id}?count_view=`);
  expect(await shown(id)).toBe(1);
});

test('guests count by network address, which is not stored', async () => {
  const { id } = await published();
  await Promise.all(['here', 'here', 'there'].map((from) => guest(id, from)));
  await hub.app.inject({
    url: `/api/documents/${id}`,
    remoteAddress: getAddress('here'),
    headers: { 'user-agent': 'another browser' },
  });
  await flush();
  expect(await stored(id)).toBe(2);
  const keys = await hub.database.query<{ key: string }>('select viewer_key as key from view_days where item_id = $1', [
    id,
  ]);
  expect(keys.every(({ key }) => /^guest:[\w-]{22}$/.test(key))).toBe(true);
});

test('guests see their own view in the count, also in cached responses', () =>
  withoutFlush(async () => {
    const { id } = await published();
    const counts = [];
    for (const from of ['a', 'a', 'b', 'b', 'c', 'a']) counts.push((await guest(id, from)).body.view_count);
    expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
  }));

test('authors, HEAD, prefetching and invisible documents do not count', async () => {
  const { id } = await published();
  await author.request('GET', `/documents/${id}`);
  await reader.request('HEAD', `/documents/${id}`);
  await reader.request('GET', `/documents/${id}`, { headers: { 'sec-purpose': 'prefetch;prerender' } });
  await reader.request('GET', `/documents/${id}`, { headers: { purpose: 'prefetch' } });
  await reader.request('GET', '/documents');
  const draft = await createDocument(author);
  expect((await guest(draft.id, 'Firefox')).status).toBe(404);
  await flush();
  expect([await rows(id), await rows(draft.id)]).toEqual([0, 0]);
});

test('the page and the API count one view together', async () => {
  const { id, slug } = await published();
  const response = await hub.app.inject({ url: `/docs/${slug}`, headers: { cookie: `session_token=${reader.token}` } });
  expect(response.statusCode).toBe(200);
  await hub.app.inject({ url: `/docs/${slug}/edit`, headers: { cookie: `session_token=${author.token}` } });
  await reader.request('GET', `/documents/${id}`);
  expect(await shown(id)).toBe(1);
  await flush();
  expect(await stored(id)).toBe(1);
});

test('recorded views are shown at once, in lists too, and stored within two seconds', async () => {
  const { id } = await published();
  await withoutFlush(async () => {
    await guest(id, 'Firefox');
    expect(await shown(id)).toBe(1);
    const list = await author.request<DocumentResponse[]>('GET', '/documents');
    expect(list.body.find((row) => row.id === id)?.view_count).toBe(1);
  });
  expect(await until(async () => (await stored(id)) === 1, 2000)).toBe(true);
  expect(await shown(id)).toBe(1);
});

test('200 concurrent reads on two instances count exactly; half of them are by the same twenty users', async () => {
  const { id } = await published();
  const more = await published();
  const agents = [
    ...Array.from({ length: 100 }, (_, i) => `Agent ${i}`),
    ...Array.from({ length: 100 }, (_, i) => `Agent ${i % 20}`),
  ];
  const responses = await Promise.all(
    agents.flatMap((agent, i) => [guest(id, agent, i % 2 ? hub : other), guest(more.id, agent, i % 3 ? hub : other)]),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all([hub.get(ItemViewCounter).flush(), other.get(ItemViewCounter).flush()]);
  await flush();
  expect([await stored(id), await rows(id), await stored(more.id)]).toEqual([100, 100, 100]);
});

test('a flush is one transaction with one statement per module for any number of views', async () => {
  const documents = await Promise.all([published(), published(), published()]);
  // The periodic flush may run between the reads and this one, which then has nothing to store: try again with other
  // guests.
  for (let round = 1; ; round++) {
    await flush();
    for (const { id } of documents) await Promise.all(['a', 'b', 'c'].map((name) => guest(id, `${name} ${round}`)));
    const statements = await hub.statementsOf(() => hub.get(ItemViewCounter).flush());
    if (statements.length === 0 && round < 10) continue;
    expect(statements).toEqual([
      'begin',
      expect.stringContaining('view_days'),
      expect.stringContaining('pg_advisory_xact_lock'),
      expect.stringContaining('insert into activity'),
      'commit',
    ]);
    const repeated = await hub.statementsOf(() => guest(documents[0].id, `a ${round}`));
    expect(repeated.filter((sql) => sql.includes('view_days'))).toEqual([]);
    break;
  }
});

test('a deleted item does not prevent storing the other views', async () => {
  const [gone, stays] = [await published(), await published()];
  await Promise.all([guest(gone.id, 'x'), guest(stays.id, 'x')]);
  await hub.database.query('delete from content_items where id = $1', [gone.id]);
  await flush();
  expect(await stored(stays.id)).toBe(1);
});

test('a failing flush fails no read and loses no views', async () => {
  const { id } = await published();
  await hub.database.query('alter table view_days add constraint broken check (viewer_key is null) not valid');
  try {
    expect((await guest(id, 'Firefox')).status).toBe(200);
    await flush();
    expect((await guest(id, 'Chrome')).body.view_count).toBe(2);
  } finally {
    await hub.database.query('alter table view_days drop constraint broken');
  }
  await flush();
  expect(await stored(id)).toBe(2);
});

test('closing the app stores the recorded views', async () => {
  const third = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  const { id } = await published();
  await guest(id, 'Firefox', third);
  await third.close();
  expect(await stored(id)).toBe(1);
});

test('all instances share the secret, and rows expire after 90 days', async () => {
  const { id } = await published();
  await Promise.all([guest(id, 'Firefox'), guest(id, 'Firefox', other)]);
  await flush();
  expect(await rows(id)).toBe(1);
  await hub.database.query(`update view_days set day = day - 91 where item_id = $1`, [id]);
  await guest(id, 'Chrome');
  await flush();
  await hub.get(ItemViewCounter).sweep();
  expect([await rows(id), await stored(id)]).toEqual([1, 2]);
});
