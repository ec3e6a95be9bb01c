import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { DocumentResponse, DocumentSummaryResponse } from './documents.dto.js';

let hub: TestApp;
let editor: TestUser;
let published: DocumentResponse;
beforeAll(async () => {
  ({ hub, editor } = await createTestAppWithUsers({ editor: 'EDITOR' }));
  published = await createDocument(editor, { status: 'PUBLISHED', visibility: 'LOGGED_IN' });
});
afterAll(() => hub.close());

const idsFor = async (user: TestUser) =>
  (await user.request<DocumentSummaryResponse[]>('GET', '/documents')).body.map(({ id }) => id);
const abilitiesOf = async (user: TestUser) =>
  (await user.request<DocumentResponse>('GET', `/documents/${published.id}`)).body.abilities;
const costOf = async (user: TestUser, path: string) => (await hub.statementsOf(() => user.request('GET', path))).length;
/** Entries expire after two seconds, also between the two requests. */
const eventuallyCosts = (cost: number, other: TestUser, user: TestUser, path: string) =>
  waitFor(
    async () => {
      await other.request('GET', path);
      return costOf(user, path);
    },
    (found) => found === cost,
    3000,
  );

test('members share cached rows: only the session and whether they have restricted items are read', async () => {
  const [one, two] = [await hub.users.create(), await hub.users.create()];
  expect(await costOf(one, '/documents?limit=3')).toBe(3);
  await eventuallyCosts(2, one, two, '/documents?limit=3');
  await eventuallyCosts(1, one, two, `/documents/${published.id}`);
});

test('a draft is listed for its author and for editors only', async () => {
  const [author, reader] = [await hub.users.create('CONTRIBUTOR'), await hub.users.create()];
  await idsFor(reader);
  const draft = await createDocument(author);
  for (let i = 0; i < 2; i++) {
    expect(await idsFor(reader)).toEqual([published.id]);
    expect(await idsFor(author)).toEqual([draft.id, published.id]);
    expect(await idsFor(editor)).toEqual([draft.id, published.id]);
    expect((await hub.request<unknown[]>('GET', '/documents')).body).toEqual([]);
  }
});

test('a former contributor still sees own drafts with their review notes', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  const draft = await createDocument(author);
  await author.request('PUT', `/documents/${draft.id}/status`, { body: { status: 'IN_REVIEW' } });
  expect(
    (
      await editor.request('POST', `/documents/${draft.id}/review`, {
        body: { action: 'request_changes', note: 'Say more.' },
      })
    ).status,
  ).toBe(200);
  const admin = await hub.users.create('ADMIN');
  expect((await admin.request('PUT', `/users/${author.id}/role`, { body: { role: 'VIEWER' } })).status).toBe(200);
  expect(await idsFor(author)).toContain(draft.id);
  expect((await author.request<DocumentResponse>('GET', `/documents/${draft.slug}`)).body).toMatchObject({
    id: draft.id,
    review_note: 'Say more.',
    abilities: { edit: false },
  });
  expect((await (await hub.users.create()).request('GET', `/documents/${draft.slug}`)).status).toBe(404);
});

describe('a publisher without content.view_internal', () => {
  let one: TestUser;
  let other: TestUser;
  let own: DocumentResponse;
  let categoryId: string;
  beforeAll(async () => {
    const admin = await hub.users.create('ADMIN');
    const { name } = await createRole(admin, ['content.create', 'content.publish']);
    [one, other] = [await hub.users.create(name), await hub.users.create(name)];
    categoryId = (await createCategory(admin)).id;
    const { id } = await createDocument(one, {
      content: 'An uncommonword',
      category_id: categoryId,
      status: 'PUBLISHED',
    });
    own = (await admin.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } }))
      .body;
  });

  const views = async ({ request }: TestUser) => ({
    detail: (await request('GET', `/documents/${own.id}`)).status,
    list: (await request<DocumentSummaryResponse[]>('GET', '/documents')).body.filter(({ id }) => id === own.id).length,
    inCategory: (await request('GET', `/documents?category_id=${categoryId}`)).headers['x-total-count'],
    published: (await request('GET', `/documents?status=PUBLISHED&category_id=${categoryId}`)).headers['x-total-count'],
    counted: (await request<{ content_count: number }>('GET', `/categories/${categoryId}`)).body.content_count,
    recent: (
      await request<{ recent_documents: { id: string }[] }>('GET', '/dashboard/home')
    ).body.recent_documents.filter(({ id }) => id === own.id).length,
    found: (await request<{ total: number }>('POST', '/search', { body: { query: 'uncommonword' } })).body.total,
    activity: (await request('GET', `/users/${one.id}/activity`)).headers['x-total-count'],
  });

  test('sees the own INTERNAL document in every read; other publishers see it in none', async () => {
    for (let i = 0; i < 2; i++) {
      expect(await views(other)).toEqual({
        detail: 404,
        list: 0,
        inCategory: '0',
        published: '0',
        counted: 0,
        recent: 0,
        found: 0,
        activity: '0',
      });
      expect(await views(one)).toEqual({
        detail: 200,
        list: 1,
        inCategory: '1',
        published: '1',
        counted: 1,
        recent: 1,
        found: 1,
        activity: '1',
      });
    }
  });

  test('shares rows with other users while none of their items is INTERNAL', async () => {
    await eventuallyCosts(2, other, other, '/documents?limit=7');
    await createDocument(other);
    await eventuallyCosts(2, other, other, '/documents?limit=7');
  });
});

test('abilities differ per user on a shared cached row', async () => {
  const reader = await hub.users.create();
  expect(await abilitiesOf(reader)).toMatchObject({ edit: false, publish: false });
  expect(await abilitiesOf(editor)).toMatchObject({ edit: true });
  expect(await abilitiesOf(reader)).toMatchObject({ edit: false, publish: false });
});

test('concurrent reads of different documents, by id or slug, are one statement with the right row each', async () => {
  const [first, second, hidden] = [
    await createDocument(editor, { status: 'PUBLISHED' }),
    await createDocument(editor, { status: 'PUBLISHED' }),
    await createDocument(editor),
  ];
  const renamed = (
    await editor.request<DocumentResponse>('PUT', `/admin/documents/${second.id}`, {
      body: { version: second.version, slug: 'another-name' },
    })
  ).body;
  expect(renamed.slug).toBe('another-name');
  const keys = [
    first.id,
    first.slug,
    second.slug,
    'another-name',
    hidden.id,
    hidden.slug,
    published.slug,
    'nowhere',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ];
  const statements = await hub.statementsOf(async () => {
    const responses = await Promise.all(keys.map((key) => hub.request<DocumentResponse>('GET', `/documents/${key}`)));
    expect(responses.map(({ status, body }) => (status === 200 ? body.id : status))).toEqual([
      first.id,
      first.id,
      second.id,
      second.id,
      404,
      404,
      404,
      404,
      404,
    ]);
  });
  expect(statements).toHaveLength(1);
});
