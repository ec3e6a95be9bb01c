import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createRole } from '../../../../../test/support/roles.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import { Settings } from '../../../../platform/settings/settings.js';
import type { DocumentResponse } from '../documents.dto.js';
import type {
  DocumentDraftResponse,
  DocumentRevisionResponse,
  DocumentRevisionSummaryResponse,
} from './revisions.dto.js';
import { editsNeedReview } from '../../items/review.settings.js';

let hub: TestApp;
let author: TestUser;
/** Can edit any document, but not publish. */
let fixer: TestUser;
let reviewer: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, author, reviewer, editor } = await createTestAppWithUsers({
    author: 'CONTRIBUTOR',
    reviewer: 'REVIEWER',
    editor: 'EDITOR',
  }));
  fixer = await hub.users.create((await createRole(await hub.users.create('ADMIN'), ['content.edit_any'])).name);
  await hub.get(Settings).set(editsNeedReview, true, null);
});
afterAll(() => hub.close());

const published = async (fields: object = {}) =>
  setDocumentStatus(
    reviewer,
    (await createDocument(author, { content: 'Live text', tags: ['live'], ...fields })).id,
    'PUBLISHED',
  );
const put = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body });
const review = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('POST', `/documents/${id}/review`, { body });
const read = async (user: TestUser, id: string) =>
  (await user.request<DocumentResponse>('GET', `/documents/${id}`)).body;
const list = (user: TestUser, id: string) =>
  user.request<DocumentRevisionSummaryResponse[]>('GET', `/documents/${id}/revisions`);
const isQueued = async (id: string) =>
  (await reviewer.request<{ items: { id: string }[] }>('GET', '/admin/moderation-queue?limit=200')).body.items.some(
    (item) => item.id === id,
  );
const draft = (user: TestUser, id: string) => user.request<DocumentDraftResponse>('GET', `/documents/${id}/draft`);

test('an edit of a published document is pending, and readers see the live text until it is approved', async () => {
  const live = await published();
  const edit = {
    title: 'Better title',
    content: 'Better text',
    slug: `better-${live.slug}`,
    tags: ['better'],
    note: 'Clearer',
    version: 1,
  };
  const response = await put(author, live.id, edit);
  const { pending_revision, ...seen } = response.body;
  expect(response.status).toBe(202);
  expect(seen).toMatchObject({
    title: live.title,
    content: 'Live text',
    slug: live.slug,
    tags: ['live'],
    version: 1,
    updated_at: null,
  });
  expect(pending_revision).toMatchObject({
    author_id: author.id,
    author_name: author.name,
    note: 'Clearer',
    base_version: 1,
  });

  expect(await read(reviewer, live.id)).toMatchObject({
    pending_revision: { author_id: author.id },
    abilities: { review: true },
  });
  for (const user of [fixer, await hub.users.create('VIEWER')])
    expect((await read(user, live.id)).pending_revision).toBeNull();
  expect((await hub.request<DocumentResponse>('GET', `/documents/${live.slug}`)).body).toMatchObject({
    content: 'Live text',
    pending_revision: null,
  });

  expect(await draft(author, live.id)).toMatchObject({
    status: 200,
    body: {
      title: 'Better title',
      content: 'Better text',
      tags: ['better'],
      base_version: 1,
      note: 'Clearer',
      author_id: author.id,
    },
  });
  expect((await draft(reviewer, live.id)).status).toBe(200);
  expect((await draft(fixer, live.id)).status).toBe(404);
  expect((await draft(await hub.users.create('CONTRIBUTOR'), live.id)).status).toBe(403);

  const approved = await review(reviewer, live.id, { action: 'approve' });
  expect(approved).toMatchObject({
    status: 200,
    body: {
      title: 'Better title',
      content: 'Better text',
      slug: edit.slug,
      tags: ['better'],
      version: 2,
      status: 'PUBLISHED',
      pending_revision: null,
    },
  });
  expect((await hub.request('GET', `/documents/${live.slug}`)).body).toMatchObject({ id: live.id, slug: edit.slug });
  const { body: history } = await list(author, live.id);
  expect(history).toMatchObject([
    { version: 2, state: 'live', author_id: author.id, note: 'Clearer', reviewer_id: reviewer.id },
    { version: 1, state: 'live' },
  ]);
  expect((await draft(reviewer, live.id)).status).toBe(404);
});

test('a further edit replaces the user’s own pending one and continues it', async () => {
  const { id } = await published();
  const first = (await put(author, id, { title: 'First try', note: 'one' })).body.pending_revision;
  const second = await put(author, id, { summary: 'And a summary', note: 'two' });
  expect(second).toMatchObject({ status: 202, body: { pending_revision: { note: 'two' } } });
  expect(second.body.pending_revision?.id).not.toBe(first?.id);
  expect((await draft(author, id)).body).toMatchObject({ title: 'First try', summary: 'And a summary', note: 'two' });
  expect(await review(reviewer, id, { action: 'approve', revision_id: first?.id })).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  });
  expect(
    await review(reviewer, id, { action: 'approve', revision_id: second.body.pending_revision?.id }),
  ).toMatchObject({ status: 200, body: { title: 'First try', version: 2 } });
});

test('while an edit is pending, edits of other users are refused', async () => {
  const { id } = await published();
  await put(author, id, { title: 'Mine' });
  expect(await put(fixer, id, { title: 'Theirs' })).toMatchObject({ status: 409, body: { code: 'edit_pending' } });
  expect((await draft(author, id)).body).toMatchObject({ title: 'Mine' });
  await review(reviewer, id, { action: 'request_changes', note: 'No, thanks.' });
  expect(await put(fixer, id, { title: 'Theirs' })).toMatchObject({ status: 202 });
});

test('of two users’ concurrent edits one is pending', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await published();
    const responses = await Promise.all([put(author, id, { title: 'A' }), put(fixer, id, { title: 'B' })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
  }
});

test('an edit based on an older version is not approved', async () => {
  const { id } = await published();
  await put(author, id, { content: 'Waiting text' });
  expect(await put(editor, id, { content: 'By the editor', version: 1 })).toMatchObject({
    status: 200,
    body: { version: 2 },
  });
  expect(await review(reviewer, id, { action: 'approve' })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current_version: 2 },
  });
  expect(await read(reviewer, id)).toMatchObject({
    content: 'By the editor',
    version: 2,
    pending_revision: { base_version: 1 },
  });
  expect(await put(author, id, { content: 'Again', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current_version: 2 },
  });
  expect(await put(author, id, { content: 'Both together', version: 2 })).toMatchObject({
    status: 202,
    body: { pending_revision: { base_version: 2 } },
  });
  expect(await review(reviewer, id, { action: 'approve' })).toMatchObject({
    status: 200,
    body: { content: 'Both together', version: 3 },
  });
});

test('of two concurrent decisions on an edit one succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await published();
    await put(author, id, { content: 'Waiting' });
    const responses = await Promise.all([
      review(reviewer, id, { action: 'approve' }),
      review(editor, id, { action: 'request_changes', note: 'No.' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read(author, id)).toMatchObject({
      content: responses[0].status === 200 ? 'Waiting' : 'Live text',
      pending_revision: null,
      status: 'PUBLISHED',
    });
  }
});

test('the author of a returned edit continues it until they submit another or dismiss it', async () => {
  const { id } = await published();
  await put(author, id, { content: 'Refused text', note: 'mine' });
  const returned = await review(reviewer, id, { action: 'request_changes', note: 'Shorter, please.' });
  expect(returned).toMatchObject({
    status: 200,
    body: { content: 'Live text', version: 1, status: 'PUBLISHED', pending_revision: null },
  });
  const rejected = { version: null, state: 'rejected', note: 'mine', review_note: 'Shorter, please.' };
  expect((await list(author, id)).body[0]).toMatchObject({ ...rejected, author_id: author.id });
  expect(await read(author, id)).toMatchObject({
    content: 'Live text',
    review_note: 'Shorter, please.',
    abilities: { withdraw_edit: true },
  });
  expect((await draft(author, id)).body).toMatchObject({
    content: 'Refused text',
    note: 'mine',
    review_note: 'Shorter, please.',
    base_version: 1,
  });
  // Only the author sees the note.
  for (const user of [fixer, reviewer, await hub.users.create('VIEWER')])
    expect(await read(user, id)).toMatchObject({ review_note: null });
  expect((await draft(reviewer, id)).status).toBe(404);
  expect((await hub.request('GET', `/documents/${id}`)).body).toMatchObject({ review_note: null });

  await put(author, id, { content: 'Shorter text' });
  expect(await read(author, id)).toMatchObject({ review_note: null, pending_revision: { base_version: 1 } });
  expect((await draft(author, id)).body).toMatchObject({ content: 'Shorter text', review_note: null });
  await review(reviewer, id, { action: 'approve' });
  expect(await read(author, id)).toMatchObject({
    content: 'Shorter text',
    review_note: null,
    abilities: { withdraw_edit: false },
  });

  await put(fixer, id, { content: 'Refused again' });
  await review(reviewer, id, { action: 'request_changes', note: 'No.' });
  await put(editor, id, { content: 'By the editor' });
  expect((await draft(fixer, id)).body).toMatchObject({ content: 'Refused again', base_version: 2 });
  const dismissed = await fixer.request('DELETE', `/documents/${id}/draft`);
  expect(dismissed).toMatchObject({
    status: 200,
    body: { content: 'By the editor', review_note: null, abilities: { withdraw_edit: false } },
  });
  expect((await fixer.request('DELETE', `/documents/${id}/draft`)).status).toBe(404);
  expect((await list(fixer, id)).body.map(({ state }) => state)).toContain('rejected');
});

test('a returned document has no returned edit after its publication', async () => {
  const { id } = await createDocument(author, { content: 'As it was' });
  await setDocumentStatus(author, id, 'IN_REVIEW');
  await review(reviewer, id, { action: 'request_changes', note: 'An example, please.' });
  await put(author, id, { content: 'With an example', status: 'IN_REVIEW' });
  await review(reviewer, id, { action: 'approve' });
  expect(await read(author, id)).toMatchObject({
    status: 'PUBLISHED',
    review_note: null,
    abilities: { withdraw_edit: false },
  });
  expect((await draft(author, id)).status).toBe(404);
});

test('revisions without a version are read by id, by those who may see them', async () => {
  const { id } = await published();
  await put(author, id, { content: 'Waiting text' });
  const waiting = (await list(author, id)).body[0];
  const revision = (user: TestUser, which: string) =>
    user.request<DocumentRevisionResponse>('GET', `/documents/${id}/revisions/${which}`);
  expect(await revision(author, String(waiting?.id))).toMatchObject({
    status: 200,
    body: { state: 'pending', version: null, snapshot: { content: 'Waiting text' } },
  });
  expect((await revision(reviewer, String(waiting?.id))).status).toBe(200);
  // May read the revisions, but does not see pending edits.
  expect((await list(fixer, id)).body.map(({ state }) => state)).toEqual(['live']);
  expect((await revision(fixer, String(waiting?.id))).status).toBe(404);
  await review(reviewer, id, { action: 'request_changes', note: 'No.' });
  expect(await revision(fixer, String(waiting?.id))).toMatchObject({
    status: 200,
    body: { state: 'rejected', snapshot: { content: 'Waiting text' } },
  });
  const other = await published();
  expect((await author.request('GET', `/documents/${other.id}/revisions/${waiting?.id}`)).status).toBe(404);
});

test('only its author withdraws a pending edit', async () => {
  const { id } = await published();
  const take = (user: TestUser) => user.request<DocumentResponse>('DELETE', `/documents/${id}/draft`);
  expect((await take(author)).status).toBe(404);
  await put(author, id, { content: 'Better not' });
  expect((await read(author, id)).abilities).toMatchObject({ withdraw_edit: true });
  expect((await read(reviewer, id)).abilities).toMatchObject({ withdraw_edit: false, review: true });
  expect((await take(fixer)).status).toBe(404);
  expect(await take(reviewer)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('request changes') },
  });
  expect((await draft(author, id)).status).toBe(200);

  expect(await take(author)).toMatchObject({
    status: 200,
    body: { content: 'Live text', version: 1, pending_revision: null, abilities: { withdraw_edit: false } },
  });
  expect((await draft(reviewer, id)).status).toBe(404);
  expect((await list(author, id)).body.map(({ state }) => state)).toEqual(['live']);
  expect(await review(reviewer, id, { action: 'approve' })).toMatchObject({
    status: 409,
    body: { code: 'not_in_review' },
  });
  expect(await put(fixer, id, { title: 'Now there is room' })).toMatchObject({ status: 202 });
});

test('of a concurrent withdrawal and approval one succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await published();
    await put(author, id, { content: 'Waiting' });
    const [taken, approved] = await Promise.all([
      author.request('DELETE', `/documents/${id}/draft`),
      review(reviewer, id, { action: 'approve' }),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([taken.status, approved.status]);
    expect(await read(author, id)).toMatchObject({
      content: approved.status === 200 ? 'Waiting' : 'Live text',
      pending_revision: null,
    });
  }
});

test('an edit whose slug was taken meanwhile is not approved', async () => {
  const { id } = await published();
  await put(author, id, { slug: 'wanted-by-two' });
  await createDocument(editor, { slug: 'wanted-by-two' });
  expect(await review(reviewer, id, { action: 'approve' })).toMatchObject({
    status: 409,
    body: { code: 'slug_taken' },
  });
  expect((await read(reviewer, id)).pending_revision).not.toBeNull();
});

test('edits of drafts and edits by publishers are live at once', async () => {
  const { id } = await createDocument(author);
  expect(await put(author, id, { title: 'Still a draft' })).toMatchObject({ status: 200, body: { version: 2 } });
  await setDocumentStatus(reviewer, id, 'PUBLISHED');
  expect(await put(editor, id, { title: 'By the editor' })).toMatchObject({ status: 200, body: { version: 3 } });
  expect(await put(author, id, { title: 'Out of sight', status: 'ARCHIVED' })).toMatchObject({
    status: 200,
    body: { status: 'ARCHIVED', version: 4 },
  });
});

test('a pending edit leaves the queue with its deleted document, and returns when that is restored', async () => {
  const { id } = await published();
  await put(author, id, { content: 'x ![](/api/files/01900000-0000-7000-8000-000000000001/0123456789abcdef)' });
  expect((await author.request('DELETE', `/admin/documents/${id}`)).status).toBe(200);
  expect(await isQueued(id)).toBe(false);
  expect((await author.request('POST', `/trash/document/${id}/restore`)).status).toBe(200);
  expect(await isQueued(id)).toBe(true);
});
