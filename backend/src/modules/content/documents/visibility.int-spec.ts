import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { makeCategory, moveTo, write } from '../../../../test/support/documents.js';
import type { Answer, Ask } from '../../../../test/support/http.js';
import type { Person } from '../../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { DocumentResponse } from './documents.dto.js';

const readers = ['guest', 'author', 'VIEWER', 'CONTRIBUTOR', 'REVIEWER', 'EDITOR', 'ADMIN'] as const;
type Reader = (typeof readers)[number];
const staff: Reader[] = ['author', 'REVIEWER', 'EDITOR', 'ADMIN'];

/** Kinds of documents and who sees them, from the decisions on visibility. */
const seenBy: Record<string, Reader[]> = {
  PUBLIC: [...readers],
  LOGGED_IN: readers.filter((reader) => reader !== 'guest'),
  INTERNAL: [...staff, 'CONTRIBUTOR'],
  DRAFT: staff,
  IN_REVIEW: staff,
  ARCHIVED: staff,
  hidden: staff,
};
const kinds = Object.keys(seenBy);

let hub: TestApp;
const people = new Map<Reader, Person>();
const asks = new Map<Reader, Ask>();
const documents = new Map<string, DocumentResponse>();
let category: { id: string };
beforeAll(async () => {
  hub = await createTestApp();
  for (const reader of readers)
    if (reader !== 'guest') people.set(reader, await hub.people.create(reader === 'author' ? 'CONTRIBUTOR' : reader));
  asks.set('guest', hub.ask);
  for (const [reader, { ask }] of people) asks.set(reader, ask);
  const [author, admin] = [people.get('author')!, people.get('ADMIN')!];
  category = await makeCategory(admin);
  for (const kind of kinds) {
    const { id } = await write(author, { category_id: category.id, ...(kind === 'LOGGED_IN' && { visibility: kind }) });
    if (kind === 'INTERNAL') await admin.ask('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
    if (kind !== 'DRAFT') await moveTo(admin, id, kind === 'IN_REVIEW' || kind === 'ARCHIVED' ? kind : 'PUBLISHED');
    documents.set(kind, (await author.ask<DocumentResponse>('GET', `/documents/${id}`)).body);
  }
  const hidden = documents.get('hidden')!;
  await hub.database.query(`update content_items set hidden_at = now() where id = $1`, [hidden.id]);
  await hub.database.query(`update content_counts set n = n - 1 where status = 'PUBLISHED' and audience = 'PUBLIC'`);
  await hub.database.query(`update content_counts set n = n + 1 where status = 'ARCHIVED'`);
});
afterAll(() => hub.close());

/** An answer without what may differ between two answers of any kind. */
const bare = ({ status, text, headers }: Answer) => {
  const { date: _date, etag: _etag, 'x-request-id': _id, ...rest } = headers;
  return { status, text: text.replace(/"request_id":"[^"]+"/, ''), headers: rest };
};

describe.each(readers)('%s', (reader) => {
  const ask: Ask = (...args) => asks.get(reader)!(...args);
  const visible = kinds.filter((kind) => seenBy[kind]!.includes(reader));

  test.each(kinds)('reads %s by id and by slug, or finds nothing there', async (kind) => {
    const { id, slug } = documents.get(kind)!;
    for (const path of [`/documents/${id}`, `/documents/${slug}`]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await ask(method, path);
        if (visible.includes(kind)) expect(answer.status).toBe(200);
        else
          expect(bare(answer)).toEqual(
            bare(await ask(method, path.length > 40 ? `/documents/${randomUUID()}` : '/documents/no-such-document')),
          );
      }
    }
  });

  test('lists and counts exactly what they see', async () => {
    const all = await ask<DocumentResponse[]>('GET', `/documents?category_id=${category.id}`);
    expect(all.body.map(({ id }) => id).sort()).toEqual(visible.map((kind) => documents.get(kind)!.id).sort());
    expect(all.headers['x-total-count']).toBe(String(visible.length));
    for (const status of ['DRAFT', 'IN_REVIEW', 'ARCHIVED'] as const) {
      const { body } = await ask<DocumentResponse[]>('GET', `/documents?status=${status}`);
      expect(body.map(({ id }) => id)).toEqual(visible.includes(status) ? [documents.get(status)!.id] : []);
    }
    const { body } = await ask<{ content_count: number }>('GET', `/categories/${category.id}`);
    const { body: listed } = await ask<{ id: string; content_count: number }[]>('GET', '/categories');
    expect(body.content_count).toBe(visible.length);
    expect(listed.find(({ id }) => id === category.id)?.content_count).toBe(visible.length);
  });

  test('cannot tell by acting that there is what they do not see', async () => {
    for (const kind of reader === 'guest' ? [] : kinds.filter((each) => !visible.includes(each))) {
      const { id } = documents.get(kind)!;
      const same = async (method: 'PUT' | 'DELETE', path: (id: string) => string, body?: object) =>
        expect(bare(await ask(method, path(id), { body }))).toEqual(
          bare(await ask(method, path(randomUUID()), { body })),
        );
      await same('PUT', (of) => `/admin/documents/${of}`, { title: 'Mine' });
      await same('PUT', (of) => `/admin/documents/${of}`, { title: '' });
      await same('DELETE', (of) => `/admin/documents/${of}`);
      await same('PUT', (of) => `/documents/${of}/status`, { status: 'PUBLISHED' });
    }
  });
});

test('an author who lost the right to write still sees their own', async () => {
  const former = await hub.people.create('CONTRIBUTOR');
  const { id } = await write(former);
  await hub.database.query(`update users set role = 'VIEWER' where id = $1`, [former.id]);
  expect(await former.ask('GET', `/documents/${id}`)).toMatchObject({
    status: 200,
    body: { abilities: { edit: false, delete: false, submit: false } },
  });
  expect((await former.ask('PUT', `/admin/documents/${id}`, { body: { title: 'x' } })).status).toBe(403);
});
