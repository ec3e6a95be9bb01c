import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { type DocumentStatus, documentStatuses } from '../audience/audience.js';
import type { DocumentResponse } from './documents.dto.js';

let hub: TestApp;
let author: TestUser;
let reviewer: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, author, reviewer, editor } = await createTestAppWithUsers({
    author: 'CONTRIBUTOR',
    reviewer: 'REVIEWER',
    editor: 'EDITOR',
  }));
});
afterAll(() => hub.close());

const save = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body });

test('a save sets version and date, and keeps omitted fields', async () => {
  const written = await createDocument(author, {
    summary: 'Short',
    tags: ['one', 'two'],
    difficulty: 'ADVANCED',
    meta_title: 'Meta',
    thumbnail_placement: 'CARD',
  });
  expect(written).toMatchObject({ version: 1, updated_at: null });
  const { body } = await save(author, written.id, { title: 'Other title', version: 1 });
  expect(body).toEqual({ ...written, title: 'Other title', version: 2, updated_at: expect.any(String) });
  expect(Date.parse(body.updated_at!)).toBeGreaterThanOrEqual(Date.parse(written.created_at));
});

test('a save that changes no field adds no version; its status changes', async () => {
  const written = await createDocument(author, { tags: ['one', 'two'], category_id: null });
  const { title, slug, content, tags, summary } = written;
  const submitted = await save(author, written.id, { title, slug, content, tags, summary, status: 'IN_REVIEW' });
  expect(submitted).toMatchObject({ status: 200, body: { status: 'IN_REVIEW', version: 1, updated_at: null } });
  expect((await author.request('GET', `/documents/${written.id}/revisions`)).body).toHaveLength(1);
  expect((await save(author, written.id, { tags: ['two', 'one'] })).body.version).toBe(2);
});

test('a text that was stored with other line ends is equal to what the editor saves', async () => {
  const { id } = await createDocument(author, { content: 'one\ntwo' });
  await hub.database.query(`update documents set content = e'one\\r\\ntwo' where item_id = $1`, [id]);
  expect((await save(author, id, { content: 'one\ntwo' })).body.version).toBe(1);
  expect((await save(author, id, { content: 'one\nother' })).body).toMatchObject({ version: 2, content: 'one\nother' });
});

test('a stale version is refused with the current one and who saved it, and nothing is saved', async () => {
  const { id } = await createDocument(author);
  await save(editor, id, { title: 'By the editor', version: 1 });
  const stale = await save(author, id, { title: 'By the author', content: 'lost?', version: 1 });
  expect(stale).toMatchObject({
    status: 409,
    body: {
      code: 'stale_version',
      detail: `${editor.name} has saved this document since you opened it.`,
      current_version: 2,
      saved_by: { id: editor.id, name: editor.name },
    },
  });
  expect(await save(editor, id, { title: 'In another window', version: 1 })).toMatchObject({
    status: 409,
    body: { detail: 'You have saved this document elsewhere since you opened it.', saved_by: { id: editor.id } },
  });
  expect((await author.request('GET', `/documents/${id}`)).body).toMatchObject({ title: 'By the editor', version: 2 });
  expect(await save(author, id, { title: 'By the author', version: 3 })).toMatchObject({ status: 409 });
});

test('of two concurrent saves of one version exactly one succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await createDocument(author);
    const responses = await Promise.all([
      save(author, id, { title: 'A', content: 'A', version: 1 }),
      save(editor, id, { title: 'B', content: 'B', version: 1 }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = responses.find(({ status }) => status === 200)!.body;
    expect((await author.request('GET', `/documents/${id}`)).body).toMatchObject({
      title: winner.title,
      content: winner.content,
      version: 2,
    });
  }
});

test('empty strings and nulls mean "none", as in forms', async () => {
  const { id } = await createDocument(author, { summary: 'Short', tags: 'a, b,a ,, B', slug: '' });
  expect((await author.request('GET', `/documents/${id}`)).body).toMatchObject({ tags: ['a', 'b'], summary: 'Short' });
  const { body } = await save(author, id, {
    summary: '',
    tags: '[]',
    category_id: '',
    difficulty: '',
    visibility: '',
    status: '',
    title: null,
    content: null,
  });
  expect(body).toMatchObject({
    summary: '',
    tags: [],
    category_id: null,
    difficulty: 'BEGINNER',
    visibility: 'PUBLIC',
    status: 'DRAFT',
  });
});

test('an unknown category is an error of its field', async () => {
  const category_id = '01900000-0000-7000-8000-00000000ffff';
  const { id } = await createDocument(author);
  const responses = [
    await author.request('POST', '/documents', { body: { title: 'x', content: 'y', category_id } }),
    await save(author, id, { category_id }),
  ];
  for (const response of responses)
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'category_id' }] } });
});

test('deletion moves to the trash, a second one is 404; a purge is permanent', async () => {
  const { id } = await createDocument(author);
  const responses = await Promise.all(
    [1, 2, 3].map(() => author.request('DELETE', `/admin/documents/${id.toUpperCase()}`)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect((await author.request('GET', `/documents/${id}`)).status).toBe(404);
  const listRows = () => hub.database.query('select item_id from documents where item_id = $1', [id]);
  expect(await listRows()).toEqual([{ item_id: id }]);
  const purge = async () => (await editor.request('DELETE', `/trash/document/${id}`)).status;
  expect([await purge(), await purge()]).toEqual([200, 404]);
  expect(await listRows()).toEqual([]);
  const audited = await hub.database.query(
    'select actor_id, action, before from audit_log where subject_id = $1 order by id',
    [id],
  );
  const before = expect.objectContaining({ author_id: author.id, status: 'DRAFT' });
  expect(audited).toEqual([
    { actor_id: author.id, action: 'document.deleted', before },
    { actor_id: editor.id, action: 'document.purged', before },
  ]);
});

const setStatus = (user: TestUser, id: string, to: DocumentStatus) =>
  user.request('PUT', `/documents/${id}/status`, { body: { status: to } });

test('transitions are for those who may make them, and refusals name the roles', async () => {
  const viewer = await hub.users.create('VIEWER');
  const { id } = await createDocument(author);
  expect((await setStatus(viewer, id, 'DRAFT')).status).toBe(404);
  const refused = { status: 403, body: { required_roles: ['ADMIN', 'EDITOR', 'REVIEWER'] } };
  expect(await setStatus(author, id, 'PUBLISHED')).toMatchObject(refused);
  expect(await setStatus(reviewer, id, 'PUBLISHED')).toMatchObject({ status: 200, body: { status: 'PUBLISHED' } });
  expect(await setStatus(viewer, id, 'ARCHIVED')).toMatchObject(refused);
  expect(await setStatus(author, id, 'ARCHIVED')).toMatchObject({ status: 200, body: { status: 'ARCHIVED' } });
});

test('a status within an edit follows the same rules', async () => {
  const { id } = await createDocument(author);
  const edit = (user: TestUser, status: DocumentStatus) => save(user, id, { title: 'New title', status });
  expect((await edit(author, 'PUBLISHED')).status).toBe(403);
  expect((await editor.request('GET', `/documents/${id}`)).body).toMatchObject({
    title: expect.stringMatching(/^Document/),
    version: 1,
  });
  expect(await edit(author, 'IN_REVIEW')).toMatchObject({
    status: 200,
    body: { status: 'IN_REVIEW', title: 'New title', version: 2 },
  });
  expect((await edit(reviewer, 'PUBLISHED')).status).toBe(403);
  expect(await edit(editor, 'PUBLISHED')).toMatchObject({ status: 200, body: { status: 'PUBLISHED' } });
});

test('the time of the first publication is kept', async () => {
  const { id, published_at } = await setDocumentStatus(author, (await createDocument(author)).id, 'IN_REVIEW');
  expect(published_at).toBeNull();
  const first = (await setDocumentStatus(editor, id, 'PUBLISHED')).published_at;
  expect(Math.abs(Date.now() - Date.parse(first!))).toBeLessThan(60_000);
  for (const status of ['ARCHIVED', 'DRAFT', 'PUBLISHED'] as const)
    expect((await setDocumentStatus(editor, id, status)).published_at).toBe(first);
});

test('a new document is a draft unless its author may publish', async () => {
  for (const status of documentStatuses) {
    expect(await createDocument(author, { status })).toMatchObject({
      status: 'DRAFT',
      published_at: null,
    });
    expect(await createDocument(reviewer, { status })).toMatchObject({
      status,
      published_at: status === 'PUBLISHED' ? expect.any(String) : null,
    });
  }
});

test('only holders of content.set_internal create INTERNAL documents', async () => {
  const body = { title: 'Secret', content: 'x', visibility: 'INTERNAL' };
  const refused = await author.request('POST', '/documents', { body });
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'internal_not_allowed', errors: [{ field: 'visibility' }] },
  });
  expect(await editor.request('POST', '/documents', { body })).toMatchObject({
    status: 201,
    body: { visibility: 'INTERNAL' },
  });
  const { id } = await createDocument(author);
  expect((await save(author, id, { visibility: 'INTERNAL' })).status).toBe(403);
  await save(editor, id, { visibility: 'INTERNAL' });
  // The author can still edit a document that an editor has made INTERNAL, and keeps that visibility.
  const kept = await save(author, id, { title: 'Still mine', visibility: 'INTERNAL' });
  expect(kept).toMatchObject({ status: 200, body: { visibility: 'INTERNAL', title: 'Still mine' } });
});
