import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCategory, createDocument, setDocumentStatus } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import type { DocumentResponse } from '../documents.dto.js';
import type { DocumentRevisionResponse, DocumentRevisionSummaryResponse } from './revisions.dto.js';
import { Events } from '../../../../platform/events/events.js';
import { documentReviewed } from '../../items/item.events.js';
import { Readable } from 'node:stream';
import { Files } from '../../../../platform/files/files.js';
import { Settings } from '../../../../platform/settings/settings.js';
import { editsNeedReview } from '../../items/review.settings.js';
import { createRole } from '../../../../../test/support/roles.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

let hub: TestApp;
let author: TestUser;
let reviewer: TestUser;
let editor: TestUser;
let viewer: TestUser;
let other: TestUser;
const events: object[] = [];
beforeAll(async () => {
  hub = await createTestApp(
    {},
    {
      prepare: (app) => app.get(Events).on(documentReviewed, 'test', (data) => Promise.resolve(void events.push(data))),
    },
  );
  author = await hub.users.create('CONTRIBUTOR');
  reviewer = await hub.users.create('REVIEWER');
  editor = await hub.users.create('EDITOR');
  viewer = await hub.users.create('VIEWER');
  other = await hub.users.create('CONTRIBUTOR');
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

/** The fields that a version stores. */
const editable = (document: DocumentResponse) => {
  const { title, slug, summary, content, category_id, difficulty, visibility, tags } = document;
  const { meta_title, meta_description, thumbnail_placement } = document;
  const text = { title, slug, summary, content, category_id, difficulty, visibility, tags };
  return { ...text, meta_title, meta_description, thumbnail_placement };
};

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

test('concurrent saves have different versions, which are paged', async () => {
  const { id } = await createDocument(author);
  await Promise.all(Array.from({ length: 10 }, (_, i) => put(author, id, { title: `Save ${i}` })));
  const pages = [await list(author, id, '?limit=8'), await list(author, id, '?limit=8&page=2')];
  expect(pages.flatMap(({ body }) => body.map((one) => one.version))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(pages[0]?.headers).toMatchObject({ 'x-total-count': '11', link: expect.stringContaining('rel="next"') });
});

test('the history is for those who may see it, and has no other versions', async () => {
  const { id } = await createDocument(author);
  for (const number of ['0', '99', '-1', '1.5', '99999999999999999999', '%00']) {
    expect((await version(author, id, number)).status).toBe(404);
    expect((await restore(author, id, number)).status).toBe(404);
  }
  expect((await version(other, id, 1)).status).toBe(404);
  await setDocumentStatus(editor, id, 'PUBLISHED');
  expect((await version(other, id, 1)).status).toBe(403);
  expect((await version(reviewer, id, 1)).status).toBe(200);
});

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
  expect((await restore(other, id, 1)).status).toBe(403);
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

const review = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('POST', `/documents/${id}/review`, { body });
const read = async (user: TestUser, id: string) =>
  (await user.request<DocumentResponse>('GET', `/documents/${id}`)).body;
const submitForReview = async (fields: object = {}) => {
  const { id } = await createDocument(author, fields);
  return setDocumentStatus(author, id, 'IN_REVIEW');
};

test('a document goes from draft through a request for changes to publication', async () => {
  const { id } = await submitForReview({ title: 'On its way' });
  expect((await read(reviewer, id)).abilities).toMatchObject({ review: true });
  expect((await read(author, id)).abilities).toMatchObject({ review: false });

  const sentBack = await review(reviewer, id, { action: 'request_changes', note: 'Please explain the second step.' });
  expect(sentBack).toMatchObject({
    status: 200,
    body: { status: 'DRAFT', version: 1, review_note: 'Please explain the second step.' },
  });
  expect(await read(author, id)).toMatchObject({
    status: 'DRAFT',
    review_note: 'Please explain the second step.',
    abilities: { submit: true },
  });

  await author.request('PUT', `/admin/documents/${id}`, {
    body: { content: 'With the second step explained.', note: 'Second step' },
  });
  expect((await read(author, id)).review_note).toBe('Please explain the second step.');
  expect(await setDocumentStatus(author, id, 'IN_REVIEW')).toMatchObject({ review_note: null });

  expect(await review(reviewer, id, { action: 'approve' })).toMatchObject({
    status: 200,
    body: { status: 'PUBLISHED', version: 2, published_at: expect.any(String), review_note: null },
  });
  const { body: history } = await list(author, id);
  const reviewed = { reviewer_id: reviewer.id, reviewer_name: reviewer.name, reviewed_at: expect.any(String) };
  const unreviewed = { reviewer_id: null, reviewer_name: null, reviewed_at: null };
  expect(history).toMatchObject([
    { version: 2, state: 'live', note: 'Second step', review_note: null, ...reviewed },
    { version: null, state: 'rejected', note: '', review_note: 'Please explain the second step.', ...reviewed },
    { version: 1, state: 'live', note: '', review_note: null, ...unreviewed },
  ]);
});

test('the history names the author of each text, and who requested changes or approved it', async () => {
  const { id } = await submitForReview();
  await editor.request('PUT', `/admin/documents/${id}`, { body: { content: 'By the editor.' } });
  await review(reviewer, id, { action: 'request_changes', note: 'Too short.' });
  expect(await read(author, id)).toMatchObject({
    author_id: author.id,
    review_note: 'Too short.',
    reviewer_id: reviewer.id,
    reviewer_name: reviewer.name,
    reviewed_at: expect.any(String),
  });
  await setDocumentStatus(author, id, 'IN_REVIEW');
  expect(await setDocumentStatus(editor, id, 'PUBLISHED')).toMatchObject({ reviewer_id: null, reviewer_name: null });
  const { body: history } = await list(author, id);
  expect(history).toMatchObject([
    { version: null, author_id: editor.id, reviewer_id: reviewer.id },
    { version: 2, author_id: editor.id, reviewer_id: editor.id },
    { version: 1, author_id: author.id, reviewer_id: null },
  ]);
  // Publishing without a review is no approval.
  const { id: unreviewed } = await createDocument(author);
  await setDocumentStatus(editor, unreviewed, 'PUBLISHED');
  const { body: first } = await author.request('GET', `/documents/${unreviewed}/revisions/1`);
  expect(first).toMatchObject({ reviewer_id: null, reviewed_at: null });
});

test('a document in review names who submitted it, also when that is not its author', async () => {
  const { id } = await createDocument(author);
  expect(await read(author, id)).toMatchObject({ submitter_id: null, submitter_name: null });
  expect(await setDocumentStatus(editor, id, 'IN_REVIEW')).toMatchObject({ author_id: author.id });
  for (const user of [author, reviewer, editor])
    expect(await read(user, id)).toMatchObject({ submitter_id: editor.id, submitter_name: editor.name });
  await setDocumentStatus(author, id, 'DRAFT');
  expect(await read(author, id)).toMatchObject({ submitter_id: null, submitter_name: null });
  await setDocumentStatus(author, id, 'IN_REVIEW');
  expect(await read(reviewer, id)).toMatchObject({ submitter_id: author.id, submitter_name: author.name });
  await review(reviewer, id, { action: 'approve' });
  for (const request of [hub.request, author.request])
    expect((await request('GET', `/documents/${id}`)).body).toMatchObject({ submitter_id: null, submitter_name: null });

  const { id: created } = await createDocument(editor, { status: 'IN_REVIEW' });
  expect(await read(reviewer, created)).toMatchObject({ submitter_id: editor.id });
  // Rows of earlier versions have no submitter.
  await hub.database.query('update content_items set submitter_id = null where id = $1', [created]);
  expect(await read(reviewer, created)).toMatchObject({ submitter_id: editor.id, submitter_name: editor.name });
});

test('the note is visible to author and reviewers until the document is published', async () => {
  const { id } = await submitForReview();
  await review(reviewer, id, { action: 'request_changes', note: 'Too short.' });
  expect(await read(editor, id)).toMatchObject({ review_note: 'Too short.' });
  const { name } = await createRole(await hub.users.create('ADMIN'), ['content.edit_any']);
  const fixer = await hub.users.create(name);
  expect(await read(fixer, id)).toMatchObject({ status: 'DRAFT', review_note: null });
  await setDocumentStatus(editor, id, 'PUBLISHED');
  await setDocumentStatus(editor, id, 'DRAFT');
  expect(await read(author, id)).toMatchObject({ status: 'DRAFT', review_note: null });
});

test('a status change with a note stores the note', async () => {
  const { id } = await submitForReview();
  const response = await reviewer.request('PUT', `/documents/${id}/status`, {
    body: { status: 'DRAFT', note: 'Not yet.' },
  });
  expect(response).toMatchObject({ status: 200, body: { status: 'DRAFT', review_note: 'Not yet.' } });
});

test('a request for changes needs a note', async () => {
  const { id } = await submitForReview();
  const note = '   ';
  expect(await review(reviewer, id, { action: 'request_changes', note })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'note' }] },
  });
  expect((await read(reviewer, id)).status).toBe('IN_REVIEW');
});

test('of two concurrent decisions one succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await submitForReview();
    const responses = await Promise.all([
      review(reviewer, id, { action: 'approve' }),
      review(editor, id, { action: 'request_changes', note: 'No.' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(author, id)).status).toBe(responses[0].status === 200 ? 'PUBLISHED' : 'DRAFT');
  }
});

test('a decision on an outdated text is refused', async () => {
  const { id } = await submitForReview();
  await author.request('PUT', `/admin/documents/${id}`, { body: { content: 'Changed while it was being read.' } });
  expect(await review(reviewer, id, { action: 'approve', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current_version: 2 },
  });
  expect(await review(reviewer, id, { action: 'approve', version: 2 })).toMatchObject({ status: 200 });
});

test('every decision is in the audit log and published as an event', async () => {
  const { id } = await submitForReview();
  await review(reviewer, id, { action: 'request_changes', note: 'Once more.' });
  const audited = await hub.database.query(
    `select actor_id, action, before, after from audit_log where subject_id = $1`,
    [id],
  );
  expect(audited).toEqual([
    {
      actor_id: reviewer.id,
      action: 'document.reviewed',
      before: { status: 'IN_REVIEW', version: 1 },
      after: expect.objectContaining({ action: 'request_changes', note: 'Once more.', status: 'DRAFT' }),
    },
  ]);
  const event = {
    id,
    authorId: author.id,
    actorId: reviewer.id,
    of: 'document',
    action: 'request_changes',
    note: 'Once more.',
  };
  await waitFor(
    () => events,
    (published) => published.some((one) => (one as { id: string }).id === id),
  );
  expect(events).toContainEqual(event);
});

/** The address of a new image, below the API's prefix. */
async function image(owner: TestUser): Promise<string> {
  const { url } = await hub.get(Files).store(Readable.from([Buffer.from(`image ${Math.random()}`)]), {
    name: 'x.webp',
    mediaType: 'image/webp',
    uploaderId: owner.id,
    maxBytes: 1000,
  });
  return url.replace(/^\/api/, '');
}
const seenBy = async (path: string) =>
  Promise.all([editor, viewer].map(async ({ request }) => (await request('GET', path)).status));

test('images of former versions are kept for those who see the history, and restored', async () => {
  const path = await image(author);
  const { id } = await createDocument(author, { content: `![](/api${path})` });
  await editor.request('PUT', `/documents/${id}/status`, { body: { status: 'PUBLISHED' } });
  expect(await seenBy(path)).toEqual([200, 200]);
  await put(author, id, { content: 'Without it.' });
  await hub.get(Files).sweep(new Date(Date.now() + 25 * 3600_000));
  expect(await seenBy(path)).toEqual([200, 404]);
  await editor.request('POST', `/documents/${id}/revisions/1/restore`);
  expect(await seenBy(path)).toEqual([200, 200]);
  await editor.request('DELETE', `/admin/documents/${id}`);
  expect(await seenBy(path)).toEqual([404, 404]);
  await editor.request('DELETE', `/trash/document/${id}`);
  expect(await hub.database.query('select file_id from file_uses')).toEqual([]);
});

test('images of a pending edit are visible to author and reviewers until it is approved', async () => {
  await hub.get(Settings).set(editsNeedReview, true, null);
  const path = await image(author);
  const { id } = await createDocument(author);
  await editor.request('PUT', `/documents/${id}/status`, { body: { status: 'PUBLISHED' } });
  expect((await put(author, id, { content: `![](/api${path})` })).status).toBe(202);
  expect(await seenBy(path)).toEqual([200, 404]);
  await editor.request('POST', `/documents/${id}/review`, { body: { action: 'approve' } });
  expect(await seenBy(path)).toEqual([200, 200]);
});
