import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDocument, getDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createReportedItem, report, reportBySeveral } from '../../../../test/support/reports.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo } from '../../../../test/support/videos.js';
import { Settings } from '../../../platform/settings/settings.js';
import { editsNeedReview, videosNeedReview } from '../../content/index.js';
import { reportedTypes } from '../moderation/reported-subjects.service.js';
import type { ModerationQueueResponse } from './moderation-queue.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let reviewer: TestUser;
let author: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  editor = await hub.users.create('EDITOR', 'Edda Editor');
  reviewer = await hub.users.create('REVIEWER');
  author = await hub.users.create('CONTRIBUTOR', 'Ada Author');
  await hub.get(Settings).set(editsNeedReview, true, null);
  await hub.get(Settings).set(videosNeedReview, true, null);
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  // Each test begins with an empty queue.
  await hub.database.query(`update reports set state = 'DISMISSED', decided_at = now() where state = 'OPEN'`);
  await hub.database.query(`delete from document_revisions where state = 'pending'`);
  await hub.database.query(`delete from content_items where audience = 'REVIEW'`);
});
afterAll(() => hub.close());

const queue = async (user: TestUser, query = '') => {
  const { status, body } = await user.request<ModerationQueueResponse>('GET', `/admin/moderation-queue${query}`);
  expect(status).toBe(200);
  return body;
};
const keysOf = ({ items }: ModerationQueueResponse) => items.map(({ type, reason, id }) => `${type} ${reason} ${id}`);
const moderate = (user: TestUser, body: object) =>
  user.request<{ message: string; code: string; detail: string }>('POST', '/admin/moderate-item', { body });
const decideOn = (user: TestUser, { id, type }: { id: string; type: string }, action: string, fields: object = {}) =>
  moderate(user, { item_id: id, item_type: type, action, ...fields });
const lastAudit = (id: string) =>
  hub.database.one<{ actor_id: string; action: string; after: object }>(
    'select actor_id, action, after from audit_log where subject_id = $1 order by id desc limit 1',
    [id],
  );
const inbox = async (user: TestUser, about: string) => {
  await waitForJobs(hub.database, 'notify');
  const { body } = await user.request<{ kind: string; message: string; url: string }[]>('GET', '/notifications');
  return body.filter(({ message }) => message.includes(about));
};

const inReview = async (fields: object = {}) =>
  setDocumentStatus(author, (await createDocument(author, fields)).id, 'IN_REVIEW');
async function pendingEdit(title = `Edited ${randomUUID()}`) {
  const { id } = await createDocument(author, { content: 'Live text' });
  await setDocumentStatus(reviewer, id, 'PUBLISHED');
  const edited = await author.request('PUT', `/admin/documents/${id}`, { body: { title, content: 'Better text' } });
  expect(edited.status).toBe(202);
  return { id, title };
}

const assigneePath = (id: string) => `/admin/moderation-queue/document/${id}/assignee`;
const take = (user: TestUser, id: string, body: object = {}) =>
  user.request<{ code: string; detail: string }>('PUT', assigneePath(id), { body });
const assigneeOf = async (id: string) => (await queue(admin)).items.find((item) => item.id === id)?.assignee;

describe('the list', () => {
  test('has everything that waits, the oldest first, with what a moderator needs', async () => {
    const document = await inReview({ title: 'In review', summary: 'What it is about' });
    const edit = await pendingEdit();
    const video = await createVideo(author, { title: 'Awaits review' });
    const comment = await createReportedItem(hub, admin, 'comment');
    const [first] = await reportBySeveral(hub, comment, 2);
    const body = await queue(editor);
    expect(keysOf(body)).toEqual([
      `document review ${document.id}`,
      `document revision ${edit.id}`,
      `video review ${video.id}`,
      `comment report ${comment.id}`,
    ]);
    expect(body).toMatchObject({ total_pending: 4, total_capped: false, next_cursor: null });
    expect(body.items[0]).toMatchObject({
      title: 'In review',
      author_id: author.id,
      author_name: 'Ada Author',
      url: `/docs/${document.slug}`,
      excerpt: 'What it is about',
      content: null,
      version: 1,
      revision_id: null,
      is_hidden: false,
      report_count: 0,
      reports: [],
      assignee: null,
      abilities: { decide: true },
    });
    expect(body.items[1]).toMatchObject({ revision_id: expect.any(String), version: 1, author_id: author.id });
    expect(body.items[3]).toMatchObject({
      author_id: comment.author.id,
      content: 'A remark',
      excerpt: 'A remark',
      url: expect.stringContaining(`#comment-${comment.id}`),
      version: null,
      report_count: 2,
      reports: [
        { reason: 'Advertisement', reporter_id: first!.id, reporter_name: first!.name },
        { reason: 'Advertisement' },
      ],
    });
    const count = await editor.request('GET', '/admin/moderation-queue/count');
    expect(count.body).toEqual({ total_pending: 4, total_capped: false });
  });

  test('is filtered by type and reason', async () => {
    await inReview();
    const video = await createVideo(author);
    expect((await queue(editor, '?type=video')).items.map(({ id }) => id)).toEqual([video.id]);
    expect((await queue(editor, '?reason=report')).items).toEqual([]);
    expect(await queue(editor, '?type=&reason=&limit=1')).toMatchObject({ items: [{}], total_pending: 2 });
    for (const cursor of ['x', Buffer.from('["a","b"]').toString('base64url')])
      expect((await editor.request('GET', `/admin/moderation-queue?cursor=${cursor}`)).status).toBe(400);
  });

  test('a document waits since its submission, not since its creation or last save', async () => {
    const early = await createDocument(author);
    const late = await inReview();
    await setDocumentStatus(author, early.id, 'IN_REVIEW');
    await author.request('PUT', `/admin/documents/${late.id}`, { body: { content: 'Saved again' } });
    expect((await queue(editor)).items.map(({ id }) => id)).toEqual([late.id, early.id]);
    await setDocumentStatus(author, late.id, 'DRAFT');
    await setDocumentStatus(author, late.id, 'IN_REVIEW');
    expect((await queue(editor)).items.map(({ id }) => id)).toEqual([early.id, late.id]);
  });

  test('shows reviewers what they can publish, and reports to moderators only', async () => {
    const document = await inReview();
    const comment = await createReportedItem(hub, admin, 'comment');
    await reportBySeveral(hub, comment, 1);
    expect(await queue(reviewer)).toMatchObject({ items: [{ id: document.id }], total_pending: 1 });
    expect((await decideOn(reviewer, comment, 'reject')).status).toBe(403);
    const { name } = await createRole(admin, ['moderation.handle']);
    const moderator = await hub.users.create(name);
    expect((await queue(moderator)).items).toMatchObject([
      { id: document.id, abilities: { decide: false } },
      { id: comment.id, abilities: { decide: true } },
    ]);
    expect(await decideOn(moderator, { id: document.id, type: 'document' }, 'approve')).toMatchObject({
      status: 403,
      body: { code: 'permission_missing' },
    });
    expect((await decideOn(moderator, comment, 'approve')).status).toBe(200);
  });

  test('leaves out what the moderator may not see', async () => {
    const { id } = await createDocument(admin, { status: 'PUBLISHED', visibility: 'INTERNAL' });
    expect((await report(editor.request, { type: 'document', id })).status).toBe(201);
    const { name } = await createRole(admin, ['moderation.handle']);
    const moderator = await hub.users.create(name);
    expect(await queue(moderator)).toMatchObject({ items: [], total_pending: 0 });
    expect((await queue(editor)).items).toMatchObject([{ id }]);
    expect((await decideOn(moderator, { id, type: 'document' }, 'reject')).status).toBe(404);
  });
});

describe('a decision', () => {
  test('approving publishes a document, with a note for its author; a second decision is refused', async () => {
    const { id, title } = await inReview({ title: `Approved ${randomUUID()}` });
    const item = { id, type: 'document' };
    const { status, body } = await decideOn(editor, item, 'approve', { note: 'Well done.', version: 1 });
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Item approved successfully!' } });
    expect(await getDocument(author, id)).toMatchObject({ status: 'PUBLISHED' });
    expect(await lastAudit(id)).toMatchObject({
      actor_id: editor.id,
      action: 'document.reviewed',
      after: { action: 'approve', note: 'Well done.' },
    });
    expect(await inbox(author, title)).toMatchObject([{ message: expect.stringContaining('Well done.') }]);
    for (const action of ['approve', 'reject'])
      for (const fields of [{}, { reason: 'review' }])
        expect((await decideOn(admin, item, action, fields)).status).toBe(409);
  });

  test('rejecting returns a document to its author, also without a note', async () => {
    for (const [note, expected] of [
      ['Add an example.', 'Add an example.'],
      [undefined, 'Not approved. No reason was given.'],
    ]) {
      const { id } = await inReview();
      const { status, body } = await decideOn(reviewer, { id, type: 'document' }, 'reject', { note });
      expect({ status, body }).toEqual({ status: 200, body: { message: 'Item rejected successfully!' } });
      expect(await getDocument(author, id)).toMatchObject({ status: 'DRAFT', review_note: expected });
    }
  });

  test('a pending revision becomes the text, or is returned', async () => {
    const [approved, rejected] = [await pendingEdit(), await pendingEdit()];
    const { items } = await queue(editor, '?reason=revision');
    const fields = { revision_id: items[0]!.revision_id, version: items[0]!.version };
    expect((await decideOn(editor, { id: approved.id, type: 'document' }, 'approve', fields)).status).toBe(200);
    expect(await getDocument(author, approved.id)).toMatchObject({ title: approved.title, content: 'Better text' });
    expect((await decideOn(editor, { id: rejected.id, type: 'document' }, 'reject', { note: 'Why?' })).status).toBe(
      200,
    );
    expect(await getDocument(author, rejected.id)).toMatchObject({ content: 'Live text', review_note: 'Why?' });
    const again = await decideOn(admin, { id: approved.id, type: 'document' }, 'approve', { reason: 'revision' });
    expect(again).toMatchObject({ status: 409, body: { code: 'not_in_review' } });
  });

  test('what changed since it was read is not decided on', async () => {
    const document = await inReview();
    const edit = await pendingEdit();
    const [, entry] = (await queue(editor)).items;
    await author.request('PUT', `/admin/documents/${document.id}`, { body: { content: 'Changed' } });
    await author.request('PUT', `/admin/documents/${edit.id}`, { body: { content: 'Changed' } });
    const stale = { status: 409, body: { code: 'stale_version' } };
    expect(await decideOn(editor, { ...document, type: 'document' }, 'approve', { version: 1 })).toMatchObject(stale);
    const read = { revision_id: entry!.revision_id };
    expect(await decideOn(editor, { ...edit, type: 'document' }, 'approve', read)).toMatchObject(stale);
  });

  test('a video is published or returned', async () => {
    const [approved, rejected] = [await createVideo(author), await createVideo(author)];
    expect((await decideOn(editor, { ...approved, type: 'video' }, 'approve')).status).toBe(200);
    expect((await hub.request('GET', `/videos/${approved.id}`)).status).toBe(200);
    expect((await decideOn(editor, { ...rejected, type: 'video' }, 'reject', { note: 'Too dark.' })).status).toBe(200);
    const { body } = await author.request('GET', `/videos/${rejected.id}`);
    expect(body).toMatchObject({ is_draft: true, review_note: 'Too dark.' });
    expect((await decideOn(editor, { ...approved, type: 'video' }, 'approve')).status).toBe(409);
  });

  test.each(reportedTypes)(
    'hides a reported %s, which is listed once; author and reporters learn of it',
    async (type) => {
      const item = await createReportedItem(hub, admin, type);
      const [reporter] = await reportBySeveral(hub, item, 2);
      const { items } = await queue(editor, `?type=${type}&reason=report`);
      expect(items).toMatchObject([
        { id: item.id, type, report_count: 2, is_hidden: false, author_id: item.author.id },
      ]);
      expect((await decideOn(editor, item, 'reject', { note: 'No advertising, please.' })).status).toBe(200);
      expect((await queue(editor)).items).toEqual([]);
      const { status, text } = await hub.request('GET', item.path);
      expect(type === 'comment' ? !text.includes(item.id) : status === 404).toBe(true);
      expect(await lastAudit(item.id)).toMatchObject({
        actor_id: editor.id,
        action: `${type}.reports_upheld`,
        after: { is_hidden: true, note: 'No advertising, please.' },
      });
      expect(await inbox(item.author, 'Their note: No advertising, please.')).toHaveLength(1);
      expect(await inbox(reporter!, 'A moderator has hidden the')).toHaveLength(1);
    },
  );

  test('of an item that is both in review and reported, the reason says which is meant', async () => {
    const item = await createReportedItem(hub, admin, 'document');
    await reportBySeveral(hub, item, 1);
    await setDocumentStatus(admin, item.id, 'IN_REVIEW');
    expect((await queue(editor)).items.map(({ reason }) => reason)).toEqual(['report', 'review']);
    expect((await decideOn(editor, item, 'approve', { reason: 'review' })).status).toBe(200);
    expect((await queue(editor)).items.map(({ reason }) => reason)).toEqual(['report']);
    // The oldest by default.
    await setDocumentStatus(admin, item.id, 'IN_REVIEW');
    expect((await decideOn(editor, item, 'approve')).status).toBe(200);
    expect((await queue(editor)).items.map(({ reason }) => reason)).toEqual(['review']);
  });

  test('of several at the same time, one succeeds', async () => {
    const { id } = await inReview();
    const users = [admin, editor, reviewer, editor];
    const outcomes = await Promise.all(
      users.map((user, i) => decideOn(user, { id, type: 'document' }, i % 2 ? 'approve' : 'reject')),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('needs an item that waits', async () => {
    const { id } = await createDocument(admin, { status: 'PUBLISHED' });
    expect(await decideOn(editor, { id, type: 'document' }, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'already_decided' },
    });
    expect((await decideOn(editor, { id: randomUUID(), type: 'post' }, 'approve')).status).toBe(404);
    expect((await decideOn(editor, { id, type: 'document' }, 'approve', { reason: 'none' })).status).toBe(400);
    expect((await decideOn(editor, { id, type: 'thread' }, 'approve', { reason: 'review' })).status).toBe(400);
    expect((await decideOn(editor, { id, type: 'document' }, 'delete')).status).toBe(400);
    expect((await decideOn(author, { id, type: 'document' }, 'approve')).status).toBe(403);
  });
});

describe('an assignment', () => {
  test('shows who works on an item, until it is released or taken over', async () => {
    const { id } = await inReview();
    expect((await take(editor, id)).status).toBe(200);
    expect(await assigneeOf(id)).toEqual({ id: editor.id, name: 'Edda Editor', assigned_at: expect.any(String) });
    expect((await take(editor, id)).status).toBe(200);
    expect(await take(admin, id)).toMatchObject({
      status: 409,
      body: { code: 'assigned', detail: 'Edda Editor is working on this.' },
    });
    expect((await admin.request('DELETE', assigneePath(id))).status).toBe(200);
    expect(await assigneeOf(id)).toMatchObject({ id: editor.id });
    expect((await take(admin, id, { take_over: true })).status).toBe(200);
    expect(await assigneeOf(id)).toMatchObject({ id: admin.id });
    expect((await admin.request('DELETE', assigneePath(id))).status).toBe(200);
    expect(await assigneeOf(id)).toBeNull();
  });

  test('does not prevent others from deciding, and ends with the decision', async () => {
    const { id } = await inReview();
    await take(editor, id);
    expect((await decideOn(reviewer, { id, type: 'document' }, 'reject')).status).toBe(200);
    await setDocumentStatus(author, id, 'IN_REVIEW');
    expect(await assigneeOf(id)).toBeNull();
    expect((await take(admin, id)).status).toBe(200);
    expect(await assigneeOf(id)).toMatchObject({ id: admin.id });
  });

  test('ends when the item is decided on elsewhere, or after a day', async () => {
    const { id } = await inReview();
    await take(editor, id);
    await editor.request('POST', `/documents/${id}/review`, { body: { action: 'request_changes', note: 'No' } });
    await setDocumentStatus(author, id, 'IN_REVIEW');
    expect(await assigneeOf(id)).toBeNull();
    await take(editor, id);
    await hub.database.query(`update content_items set submitted_at = now() - interval '3 days' where id = $1`, [id]);
    await hub.database.query(
      `update moderation_assignments set assigned_at = now() - interval '25 hours' where subject_id = $1`,
      [id],
    );
    expect(await assigneeOf(id)).toBeNull();
    expect((await take(admin, id)).status).toBe(200);
  });

  test('needs an item that waits', async () => {
    const { id } = await createDocument(admin, { status: 'PUBLISHED' });
    expect((await take(editor, id)).status).toBe(409);
    expect((await take(editor, randomUUID())).status).toBe(404);
    expect((await editor.request('PUT', `/admin/moderation-queue/user/${id}/assignee`, { body: {} })).status).toBe(404);
    expect((await editor.request('PUT', '/admin/moderation-queue/document/x/assignee', { body: {} })).status).toBe(404);
  });
});
