import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createCategory, setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { TestResponse, SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import type { DocumentStatus } from '../audience/audience.js';
import { SearchIndexer } from '../search/search-indexer.js';
import type { DocumentResponse } from './documents.dto.js';

/** Custom roles with one permission each, in addition to the five built-in ones. */
const custom = { moderator: 'moderation.handle', publisher: 'content.publish', fixer: 'content.edit_any' } as const;
const readers = [
  'guest',
  'author',
  'VIEWER',
  'CONTRIBUTOR',
  'REVIEWER',
  'EDITOR',
  'ADMIN',
  'moderator',
  'publisher',
  'fixer',
] as const;
type Reader = (typeof readers)[number];
const staff: Reader[] = ['author', 'REVIEWER', 'EDITOR', 'ADMIN'];
const seeClosed: Reader[] = [...staff, 'publisher', 'fixer'];

/** Kinds of documents and who sees them, from the decisions on visibility. */
const seenBy: Record<string, Reader[]> = {
  PUBLIC: [...readers],
  LOGGED_IN: readers.filter((reader) => reader !== 'guest'),
  INTERNAL: [...staff, 'CONTRIBUTOR'],
  DRAFT: seeClosed,
  IN_REVIEW: [...seeClosed, 'moderator'],
  ARCHIVED: seeClosed,
  hidden: [...seeClosed, 'moderator'],
  // Hidden while published, and unpublished since.
  hiddenDraft: seeClosed,
  hiddenArchive: seeClosed,
};
const kinds = Object.keys(seenBy);
const statuses: Record<string, DocumentStatus> = {
  DRAFT: 'DRAFT',
  hiddenDraft: 'DRAFT',
  IN_REVIEW: 'IN_REVIEW',
  ARCHIVED: 'ARCHIVED',
  hiddenArchive: 'ARCHIVED',
};
const ofStatus = (status: DocumentStatus) => kinds.filter((kind) => statuses[kind] === status);

let hub: TestApp;
const people = new Map<Reader, TestUser>();
const requestsBy = new Map<Reader, SendRequest>();
const documents = new Map<string, DocumentResponse>();
let category: { id: string };
beforeAll(async () => {
  hub = await createTestApp();
  const owner = await hub.users.create('ADMIN');
  const roleOf = async (reader: Reader) =>
    reader in custom
      ? (await createRole(owner, [custom[reader as keyof typeof custom]])).name
      : reader === 'author'
        ? 'CONTRIBUTOR'
        : reader;
  for (const reader of readers)
    if (reader !== 'guest') people.set(reader, await hub.users.create(await roleOf(reader)));
  requestsBy.set('guest', hub.request);
  for (const [reader, { request }] of people) requestsBy.set(reader, request);
  const [author, admin] = [people.get('author')!, people.get('ADMIN')!];
  category = await createCategory(admin);
  for (const kind of kinds) {
    const { id } = await createDocument(author, {
      content: 'A visibilityword',
      tags: ['visibilitytag'],
      category_id: category.id,
      ...(kind === 'LOGGED_IN' && { visibility: kind }),
    });
    if (kind === 'INTERNAL') await admin.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
    const status = statuses[kind] ?? 'PUBLISHED';
    if (status !== 'DRAFT') await setDocumentStatus(admin, id, status);
    documents.set(kind, (await author.request<DocumentResponse>('GET', `/documents/${id}`)).body);
  }
  const hidden = ['hidden', 'hiddenDraft', 'hiddenArchive'].map((kind) => documents.get(kind)!.id);
  await hub.database.query('update content_items set hidden_at = now() where id = any($1)', [hidden]);
  // Commands hide neither drafts nor archived documents; this sets what they would set for others.
  await hub.get(Reconciliation).run({ fix: true });
  await hub.get(SearchIndexer).indexMissing();
});
afterAll(() => hub.close());

/** A response without the values that differ between any two responses. */
const withoutVariableParts = ({ status, text, headers }: TestResponse) => {
  const { date: _date, etag: _etag, 'x-request-id': _id, ...rest } = headers;
  return { status, text: text.replace(/"request_id":"[^"]+"/, ''), headers: rest };
};

describe.each(readers)('%s', (reader) => {
  const request: SendRequest = (...args) => requestsBy.get(reader)!(...args);
  const visible = kinds.filter((kind) => seenBy[kind]!.includes(reader));

  test('reads the visible items by id and by slug, and finds nothing at the others', async () => {
    const missing = [
      await request('GET', `/documents/${randomUUID()}`),
      await request('GET', '/documents/no-such-one'),
    ];
    for (const kind of kinds) {
      const { id, slug } = documents.get(kind)!;
      for (const [i, key] of [id, slug].entries()) {
        const response = await request('GET', `/documents/${key}`);
        if (visible.includes(kind)) expect([kind, response.status]).toEqual([kind, 200]);
        else expect(withoutVariableParts(response)).toEqual(withoutVariableParts(missing[i]!));
      }
    }
  });

  test('marks what is hidden', async () => {
    const { body } = await request<DocumentResponse[]>('GET', `/documents?category_id=${category.id}`);
    const hidden = visible.filter((kind) => kind.startsWith('hidden')).map((kind) => documents.get(kind)!.id);
    expect(
      body
        .filter((item) => item.is_hidden)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(hidden.toSorted());
  });

  test('lists and counts exactly the visible items', async () => {
    const all = await request<DocumentResponse[]>('GET', `/documents?category_id=${category.id}`);
    expect(all.body.map(({ id }) => id).sort()).toEqual(visible.map((kind) => documents.get(kind)!.id).sort());
    expect(all.headers['x-total-count']).toBe(String(visible.length));
    for (const status of ['DRAFT', 'IN_REVIEW', 'ARCHIVED'] as const) {
      const { body } = await request<DocumentResponse[]>('GET', `/documents?status=${status}`);
      const seen = ofStatus(status).filter((kind) => visible.includes(kind));
      expect(body.map(({ id }) => id).sort()).toEqual(seen.map((kind) => documents.get(kind)!.id).sort());
    }
    const { body } = await request<{ content_count: number }>('GET', `/categories/${category.id}`);
    const { body: listed } = await request<{ id: string; content_count: number }[]>('GET', '/categories');
    expect(body.content_count).toBe(visible.length);
    expect(listed.find(({ id }) => id === category.id)?.content_count).toBe(visible.length);
  });

  test('search finds and counts exactly the visible items', async () => {
    const found = await request<{ results: { id: string }[]; total: number }>('POST', '/search', {
      body: { query: 'visibilityword', limit: 50 },
    });
    expect(found.body.results.map(({ id }) => id).sort()).toEqual(
      visible.map((kind) => documents.get(kind)!.id).sort(),
    );
    expect(found.body.total).toBe(visible.length);
    const { body: tags } = await request<{ name: string; count: number }[]>('GET', '/tags?q=visibility');
    // Tags are counted per audience, regardless of the author.
    if (reader !== 'author') expect(tags).toEqual([{ name: 'visibilitytag', count: visible.length }]);
    const { headers } = await request('GET', `/users/${people.get('author')!.id}/activity`);
    expect(headers['x-total-count']).toBe(String(visible.length));
  });

  test('commands on invisible items are 404', async () => {
    for (const kind of reader === 'guest' ? [] : kinds.filter((each) => !visible.includes(each))) {
      const { id } = documents.get(kind)!;
      const same = async (method: 'PUT' | 'DELETE', path: (id: string) => string, body?: object) =>
        expect(withoutVariableParts(await request(method, path(id), { body }))).toEqual(
          withoutVariableParts(await request(method, path(randomUUID()), { body })),
        );
      await same('PUT', (of) => `/admin/documents/${of}`, { title: 'Mine' });
      await same('DELETE', (of) => `/admin/documents/${of}`);
      await same('PUT', (of) => `/documents/${of}/status`, { status: 'PUBLISHED' });
    }
  });
});
