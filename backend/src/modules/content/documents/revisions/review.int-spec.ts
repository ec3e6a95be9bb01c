import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { Events } from '../../../../platform/events/events.js';
import type { DocumentResponse } from '../documents.dto.js';
import type { DocumentRevisionSummaryResponse } from './revisions.dto.js';
import { documentReviewed } from '../document.events.js';

let hub: TestApp;
let author: TestUser;
let reviewer: TestUser;
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
  other = await hub.users.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

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
  const { body: history } = await author.request<DocumentRevisionSummaryResponse[]>(
    'GET',
    `/documents/${id}/revisions`,
  );
  const reviewed = { reviewer_id: reviewer.id, reviewer_name: reviewer.name, reviewed_at: expect.any(String) };
  const unreviewed = { reviewer_id: null, reviewer_name: null, reviewed_at: null };
  expect(history).toMatchObject([
    { version: 2, state: 'live', note: 'Second step', review_note: null, ...reviewed },
    { version: null, state: 'rejected', note: '', review_note: 'Please explain the second step.', ...reviewed },
    { version: 1, state: 'live', note: '', review_note: null, ...unreviewed },
  ]);
});

test('the history names the author of each text, and who requested changes or approved it', async () => {
  const editor = await hub.users.create('EDITOR');
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
  const { body: history } = await author.request<DocumentRevisionSummaryResponse[]>(
    'GET',
    `/documents/${id}/revisions`,
  );
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
  const editor = await hub.users.create('EDITOR', 'Edda');
  const { id } = await createDocument(author);
  expect(await read(author, id)).toMatchObject({ submitter_id: null, submitter_name: null });
  expect(await setDocumentStatus(editor, id, 'IN_REVIEW')).toMatchObject({ author_id: author.id });
  for (const user of [author, reviewer, editor])
    expect(await read(user, id)).toMatchObject({ submitter_id: editor.id, submitter_name: 'Edda' });
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
  expect(await read(reviewer, created)).toMatchObject({ submitter_id: editor.id, submitter_name: 'Edda' });
});

test('the note is visible to author and reviewers until the document is published', async () => {
  const editor = await hub.users.create('EDITOR');
  const { id } = await submitForReview();
  await review(reviewer, id, { action: 'request_changes', note: 'Too short.' });
  expect(await read(editor, id)).toMatchObject({ review_note: 'Too short.' });
  await hub.database
    .query(`insert into roles (name, id, display_name, description, color, priority, is_system, badge_visible,
        permissions, style, created_at)
    values ('FIXER', gen_random_uuid(), 'Fixer', '', '#000000', 1, false, false, '{content.edit_any}', '{}', now())`);
  const fixer = await hub.users.create('FIXER');
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
  for (const note of [undefined, '', '   ']) {
    expect(await review(reviewer, id, { action: 'request_changes', note })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'note' }] },
    });
  }
  expect((await read(reviewer, id)).status).toBe('IN_REVIEW');
});

test('a decision without anything in review is 409', async () => {
  const { id } = await createDocument(author);
  for (const status of ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const) {
    await setDocumentStatus(reviewer, id, status);
    for (const action of ['approve', 'request_changes'])
      expect(await review(reviewer, id, { action, note: 'x' })).toMatchObject({
        status: 409,
        body: { code: 'not_in_review' },
      });
  }
  expect((await review(reviewer, 'no-such-document', { action: 'approve' })).status).toBe(404);
  expect((await review(other, id, { action: 'approve' })).status).toBe(403);
  expect((await review(author, id, { action: 'approve' })).status).toBe(403);
});

test('of two concurrent decisions one succeeds', async () => {
  const second = await hub.users.create('EDITOR');
  for (let round = 0; round < 5; round++) {
    const { id } = await submitForReview();
    const responses = await Promise.all([
      review(reviewer, id, { action: 'approve' }),
      review(second, id, { action: 'request_changes', note: 'No.' }),
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
  for (let i = 0; i < 100 && !events.some((one) => (one as { id: string }).id === id); i++)
    await new Promise((done) => setTimeout(done, 100));
  expect(events).toContainEqual(event);
});
