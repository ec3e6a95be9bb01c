import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentSummaryResponse } from '../src/modules/content/documents/documents.dto.js';
import { createDocument } from './support/documents.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
let editor: TestUser;
let ids: string[];
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
  const written = [];
  for (let i = 0; i < 7; i++) written.push(await createDocument(editor, { status: 'PUBLISHED' }));
  ids = written.map(({ id }) => id).toReversed();
});
afterAll(() => hub.close());

const list = (query: string, path = '/documents') => hub.request<DocumentSummaryResponse[]>('GET', `${path}?${query}`);
const linksOf = ({ link }: { link?: unknown }): Record<string, string> => {
  const links = typeof link === 'string' ? link.split(', ').map((one) => /^<([^>]+)>; rel="(\w+)"$/.exec(one)) : [];
  return Object.fromEntries(links.map((match): [string, string] => [match?.[2] ?? '', match?.[1] ?? '']));
};

test('pages have the newest rows first, without missing or duplicate rows', async () => {
  const pages = [
    await list('limit=3'),
    await list('limit=3&page=2'),
    await list('limit=3&page=3'),
    await list('limit=3&page=4'),
  ];
  expect(pages.map(({ body }) => body.map(({ id }) => id))).toEqual([
    ids.slice(0, 3),
    ids.slice(3, 6),
    ids.slice(6),
    [],
  ]);
  for (const { headers } of pages) expect(headers['x-total-count']).toBe('7');
});

const at = (page: number) => `/api/documents?limit=3&status=PUBLISHED&page=${page}`;
const links = async (page: number) => linksOf((await list(`limit=3&status=PUBLISHED&x=%26&at=1&page=${page}`)).headers);

test('links lead to the first, previous, next and last page and keep known filters only', async () => {
  expect(await links(1)).toEqual({ first: at(1), next: at(2), last: at(3) });
  expect(await links(2)).toEqual({ first: at(1), prev: at(1), next: at(3), last: at(3) });
  expect(await links(3)).toEqual({ first: at(1), prev: at(2), last: at(3) });
  expect(await links(99)).toEqual({ first: at(1), prev: at(3), last: at(3) });
  for (const link of Object.values(await links(2))) expect((await hub.app.inject(link)).statusCode).toBe(200);
});

test('a single page has only first and last links', async () => {
  const { headers } = await list('');
  expect(linksOf(headers)).toEqual({ first: '/api/documents?page=1&limit=50', last: '/api/documents?page=1&limit=50' });
});

test('totals of users are capped, and say so', async () => {
  const admin = await hub.users.create('ADMIN');
  expect((await admin.request('GET', '/users')).headers).toMatchObject({ 'x-total-count': '2' });
  await hub.database.query(
    `with added as (
       insert into users (id, email, handle, name, role, bio, skills, preferences, signature, location, website,
       created_at, updated_at)
       select gen_random_uuid(), 'many-' || n || '@example.org', 'many-' || n, 'Many', 'VIEWER', '', '{}', '{}', '',
       '', '', now(), now() from generate_series(1, 1100) n returning id)
     insert into user_stats (user_id) select id from added`,
  );
  const { headers } = await admin.request('GET', '/users?q=many');
  expect(headers).toMatchObject({ 'x-total-count': '1000', 'x-total-capped': 'true' });
  expect(linksOf(headers)).not.toHaveProperty('last');
});

test('unchanged lists are not sent again', async () => {
  for (const path of ['/documents', `/documents/${ids[0]}`, '/categories']) {
    const { headers } = await hub.request('GET', path);
    expect(headers).toMatchObject({ etag: expect.stringMatching(/^W\/".+"$/), 'cache-control': 'private, no-cache' });
    const again = await hub.request('GET', path, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await hub.request('GET', path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  }
  const { headers } = await hub.request('GET', `/documents/${ids[0]}`);
  await editor.request('PUT', `/admin/documents/${ids[0]}`, { body: { title: 'Changed' } });
  expect(
    (await hub.request('GET', `/documents/${ids[0]}`, { headers: { 'if-none-match': String(headers.etag) } })).status,
  ).toBe(200);
});

test('rows have the fields of cards, and abilities for signed-in users only', async () => {
  const { body: guest } = await list('limit=1');
  expect(guest[0]).toMatchObject({
    author_name: editor.name,
    author_id: editor.id,
    category: null,
    tags: [],
    view_count: expect.any(Number),
    thumbnail: null,
  });
  expect(guest[0]).not.toHaveProperty('abilities');
  expect(guest[0]).not.toHaveProperty('content');
  const { body: own } = await editor.request<DocumentSummaryResponse[]>('GET', '/documents?limit=1');
  expect(own[0]?.abilities).toEqual({ edit: true });
});

describe('cursors', () => {
  test('of another list or order are refused with a sentence', async () => {
    for (let number = 0; number < 2; number++) await createDocument(editor, { status: 'PUBLISHED' });
    const { headers } = await editor.request('GET', '/documents?limit=1&sort=views');
    const cursor = String(headers['x-next-cursor']);
    for (const path of ['/documents?sort=likes', '/documents', '/videos', '/notifications', '/user/bookmarks'])
      expect(await editor.request('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'cursor', message: expect.stringContaining('does not belong to this list') }] },
      });
    const body = { query: 'anything', cursor };
    expect(await editor.request('POST', '/search', { body })).toMatchObject({ status: 400 });
  });

  test('lead on in links, and guests get cached pages of their own order and cursor', async () => {
    for (let number = 0; number < 3; number++) await createDocument(editor, { status: 'PUBLISHED' });
    const byOrder = new Set<string>();
    for (const path of ['/documents?limit=1&sort=views', '/documents?limit=1&sort=likes', '/documents?limit=1']) {
      const cursors: unknown[] = [];
      for (let i = 0; i < 2; i++)
        cursors.push((await hub.request<DocumentSummaryResponse[]>('GET', path)).headers['x-next-cursor']);
      expect(cursors[1]).toBe(cursors[0]);
      byOrder.add(String(cursors[0]));
      const second = await hub.request<DocumentSummaryResponse[]>('GET', `${path}&cursor=${String(cursors[0])}`);
      expect(String(second.headers['link'])).toMatch(/cursor=[\w-]+>; rel="next"/);
      expect(second.body).not.toEqual((await hub.request<DocumentSummaryResponse[]>('GET', path)).body);
    }
    expect(byOrder.size).toBe(3);
  });
});
