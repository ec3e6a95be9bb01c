import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, setDocumentStatus, createDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import type { DocumentResponse } from '../documents.dto.js';
import type { DocumentRevisionResponse, DocumentRevisionSummaryResponse } from './revisions.dto.js';

let hub: TestApp;
let author: TestUser;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('CONTRIBUTOR');
  editor = await hub.users.create('EDITOR');
});
afterAll(() => hub.close());

const put = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body });
const list = (user: TestUser, id: string, query = '') =>
  user.request<DocumentRevisionSummaryResponse[]>('GET', `/documents/${id}/revisions${query}`);
const version = (user: TestUser, id: string, number: number | string) =>
  user.request<DocumentRevisionResponse>('GET', `/documents/${id}/revisions/${number}`);
const restore = (user: TestUser, id: string, number: number | string, body?: object) =>
  user.request<DocumentResponse>('POST', `/documents/${id}/revisions/${number}/restore`, { body });

const editable = ({
  title,
  slug,
  summary,
  content,
  category_id,
  difficulty,
  visibility,
  tags,
  meta_title,
  meta_description,
  thumbnail_placement,
}: DocumentResponse) => ({
  title,
  slug,
  summary,
  content,
  category_id,
  difficulty,
  visibility,
  tags,
  meta_title,
  meta_description,
  thumbnail_placement,
});

test('every save stores text, author and note', async () => {
  const category = await createCategory(editor);
  const first = await createDocument(author, {
    summary: 'S',
    tags: ['one'],
    category_id: category.id,
    meta_title: 'M',
  });
  const second = (await put(editor, first.id, { title: 'New title', content: 'New text', note: '  Clearer words  ' }))
    .body;
  const { body, headers } = await list(author, first.id);
  expect(body).toMatchObject([
    {
      version: 2,
      state: 'live',
      author_id: editor.id,
      author_name: editor.name,
      note: 'Clearer words',
      title: 'New title',
    },
    { version: 1, state: 'live', author_id: author.id, author_name: author.name, note: '', title: first.title },
  ]);
  expect(headers['x-total-count']).toBe('2');
  expect((await version(author, first.id, 1)).body.snapshot).toEqual(editable(first));
  expect((await version(author, first.slug, 2)).body).toMatchObject({ version: 2, snapshot: editable(second) });
});

test('refused saves and status changes store no revision', async () => {
  const { id } = await createDocument(author);
  await put(author, id, { title: 'x', version: 7 });
  await put(author, id, { title: 'x', slug: 'create' });
  await setDocumentStatus(author, id, 'IN_REVIEW');
  expect((await list(author, id)).body).toHaveLength(1);
});

test('a version from before the placement of thumbnails is read with the default, and can be restored', async () => {
  const { id } = await createDocument(author, { thumbnail_placement: 'CARD' });
  await hub.database.query(
    `update document_revisions set snapshot = snapshot - 'thumbnail_placement' where item_id = $1`,
    [id],
  );
  expect((await version(author, id, 1)).body.snapshot.thumbnail_placement).toBe('PAGE');
  expect((await restore(author, id, 1)).body).toMatchObject({ version: 2, thumbnail_placement: 'PAGE' });
});

test('versions are paged', async () => {
  const { id } = await createDocument(author);
  for (let i = 2; i <= 5; i++) await put(author, id, { title: `Version ${i}` });
  const pages = [await list(author, id, '?limit=2'), await list(author, id, '?limit=2&page=3')];
  expect(pages.map(({ body }) => body.map((one) => one.version))).toEqual([[5, 4], [1]]);
  expect(pages[0]?.headers).toMatchObject({ 'x-total-count': '5', link: expect.stringContaining('rel="next"') });
});

test('concurrent saves have different versions', async () => {
  const { id } = await createDocument(author);
  await Promise.all(Array.from({ length: 10 }, (_, i) => put(author, id, { title: `Save ${i}` })));
  expect((await list(author, id)).body.map((one) => one.version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

describe('access to the history', () => {
  test.each([
    ['author', 200],
    ['ADMIN', 200],
    ['EDITOR', 200],
    ['REVIEWER', 200],
    ['CONTRIBUTOR', 403],
    ['VIEWER', 403],
    ['guest', 401],
  ])('%s: %i', async (who, expected) => {
    const document = await setDocumentStatus(editor, (await createDocument(author)).id, 'PUBLISHED');
    const hidden = await createDocument(author);
    const request = who === 'guest' ? hub.request : (who === 'author' ? author : await hub.users.create(who)).request;
    for (const path of ['revisions', 'revisions/1']) {
      expect((await request('GET', `/documents/${document.id}/${path}`)).status).toBe(expected);
      expect((await request('GET', `/documents/${hidden.id}/${path}`)).status).toBe(expected === 403 ? 404 : expected);
    }
  });
});

test.each(['0', '99', '-1', '1.5', 'x', '1e3', '99999999999999999999', '%00'])(
  'there is no version %s',
  async (number) => {
    const { id } = await createDocument(author);
    expect((await version(author, id, number)).status).toBe(404);
    expect((await restore(author, id, number)).status).toBe(404);
  },
);

test('restoring creates a new version with the former text', async () => {
  const first = await createDocument(author, { content: 'First text', tags: ['a'], summary: 'First' });
  await put(author, first.id, {
    title: 'Second',
    content: 'Second text',
    slug: `${first.slug}-moved`,
    tags: ['b'],
    summary: '',
  });
  const { status, body } = await restore(author, first.id, 1);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...editable(first), version: 3 });
  expect((await list(author, first.id)).body[0]).toMatchObject({
    version: 3,
    note: 'Restored version 1',
    author_id: author.id,
  });
  expect((await version(author, first.id, 2)).body.snapshot).toMatchObject({ content: 'Second text' });
});

test('restoring follows the rules of edits', async () => {
  const { id } = await setDocumentStatus(editor, (await createDocument(author)).id, 'PUBLISHED');
  await put(author, id, { title: 'Second' });
  expect(await restore(author, id, 1, { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current_version: 2 },
  });
  expect((await restore(await hub.users.create('CONTRIBUTOR'), id, 1)).status).toBe(403);
  expect(await restore(editor, id, 1, { version: 2 })).toMatchObject({ status: 200, body: { version: 3 } });
});

test('restoring keeps the current visibility, and takes no slug from another document', async () => {
  const category = await createCategory(editor);
  const { id, slug } = await createDocument(author, { category_id: category.id });
  await put(editor, id, { visibility: 'INTERNAL', category_id: '', slug: `${slug}-moved` });
  await editor.request('POST', '/documents', { body: { title: 'x', content: 'y', slug } });
  await hub.database.query('delete from content_categories where id = $1', [category.id]);
  expect((await restore(author, id, 1)).body).toMatchObject({
    visibility: 'INTERNAL',
    slug: `${slug}-moved`,
    category_id: null,
    version: 3,
  });
});
