import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createCategory, createDocument, getDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { createGroup, limitReading } from '../../../../test/support/groups.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { hide, report } from '../../../../test/support/reports.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { ModerationQueueResponse } from './moderation-queue.dto.js';

let hub: TestApp;
let admin: TestUser;
let lead: TestUser;
let writer: TestUser;
let outsider: TestUser;
/** Limited to a team, whose lead moderates them, without any permission of moderators. */
let category: string;
let forum: string;
beforeAll(async () => {
  const users = { admin: 'ADMIN', lead: 'CONTRIBUTOR', writer: 'CONTRIBUTOR', outsider: 'REVIEWER' };
  ({ hub, admin, lead, writer, outsider } = await createTestAppWithUsers(users));
  const team = await createGroup(hub, 'Team', [lead, writer]);
  const leads = await createGroup(hub, 'Leads', [lead]);
  ({ id: category } = await createCategory(admin));
  ({ id: forum } = await createForumCategory(admin));
  const rules = { write_group_ids: [team], moderate_group_ids: [leads] };
  for (const path of [`/categories/${category}`, `/forum/categories/${forum}`])
    expect((await limitReading(admin, path, [team], rules)).status).toBe(200);
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const queue = async (user: TestUser) =>
  (await user.request<ModerationQueueResponse>('GET', '/admin/moderation-queue')).body;
const keysOf = ({ items }: ModerationQueueResponse) => items.map(({ type, reason, id }) => `${type} ${reason} ${id}`);
const decide = (user: TestUser, item_type: string, item_id: string, action: string) =>
  user.request<{ code: string }>('POST', '/admin/moderate-item', { body: { item_type, item_id, action, note: 'No.' } });
const kindsOf = async (user: TestUser, about: string) => {
  await waitForJobs(hub.database, 'notify');
  const { body } = await user.request<{ kind: string; message: string }[]>('GET', '/notifications');
  return body.filter(({ message }) => message.includes(about)).map(({ kind }) => kind);
};
const createIn = async (category_id: string | undefined, title = `Plan ${randomUUID()}`) => {
  const { id } = await createDocument(writer, { category_id, title });
  await setDocumentStatus(writer, id, 'IN_REVIEW');
  return { id, title };
};
const remark = async (content_id: string) => {
  const body = { content_type: 'document', content_id, content: `Remark ${randomUUID()}` };
  return (await writer.request<{ id: string }>('POST', '/comments', { body })).body.id;
};

test('the session says whether a group of the user moderates', async () => {
  for (const [user, moderates_categories] of [
    [lead, true],
    [writer, false],
  ] as const)
    expect((await user.request('GET', '/auth/me')).body).toMatchObject({ moderates_categories });
});

test('submissions in a category reach who moderates it, and are decided by them', async () => {
  const [inside, returned, outside] = [await createIn(category), await createIn(category), await createIn(undefined)];
  expect(await queue(lead)).toMatchObject({ items: [{ id: inside.id, abilities: { decide: true } }, {}] });
  expect(keysOf(await queue(lead))).toEqual([`document review ${inside.id}`, `document review ${returned.id}`]);
  expect((await lead.request('GET', '/admin/moderation-queue/count')).body).toMatchObject({ total_pending: 2 });
  expect(keysOf(await queue(outsider))).toEqual([`document review ${outside.id}`]);
  expect([await kindsOf(lead, inside.title), await kindsOf(lead, outside.title)]).toEqual([['review_requested'], []]);
  expect([await kindsOf(outsider, inside.title), await kindsOf(writer, inside.title)]).toEqual([[], []]);

  expect((await decide(lead, 'document', inside.id, 'approve')).status).toBe(200);
  expect((await decide(lead, 'document', returned.id, 'reject')).status).toBe(200);
  expect(await getDocument(writer, inside.id)).toMatchObject({ status: 'PUBLISHED' });
  expect(await getDocument(writer, returned.id)).toMatchObject({ status: 'DRAFT' });
  // Outside of it they see nothing that awaits review, and a user in no moderating group is no moderator.
  expect((await decide(lead, 'document', outside.id, 'approve')).status).toBe(404);
  expect((await writer.request('GET', '/admin/moderation-queue')).status).toBe(403);
  await decide(outsider, 'document', outside.id, 'approve');
});

test('reports in a category reach who moderates it, who hide and restore', async () => {
  const document = await createIn(category);
  // A submission that is decided before its notification is sent has none.
  await waitForJobs(hub.database, 'notify');
  await setDocumentStatus(lead, document.id, 'PUBLISHED');
  const comment = await remark(document.id);
  const thread = await createThread(writer, forum, { title: `Thread ${randomUUID()}` });
  const post = await reply(writer, thread.id);
  const elsewhere = await createThread(writer, (await createForumCategory(admin)).id);
  for (const item of [
    { type: 'document', id: document.id },
    { type: 'comment', id: comment },
    { type: 'post', id: post.id },
    { type: 'thread', id: thread.id },
    { type: 'thread', id: elsewhere.id },
  ])
    expect((await report(admin.request, item)).status).toBe(201);
  const reported = ['document', 'comment', 'post', 'thread'];
  expect((await queue(lead)).items.map(({ type, reason }) => `${type} ${reason}`)).toEqual(
    reported.map((type) => `${type} report`),
  );
  expect(
    (await lead.request<{ item_type: string }[]>('GET', '/admin/reports')).body.map((row) => row.item_type),
  ).toEqual(reported.toReversed());
  expect([await kindsOf(lead, thread.title), await kindsOf(lead, document.title)]).toEqual([
    ['item_reported', 'item_reported'],
    ['item_reported', 'item_reported', 'review_requested'],
  ]);
  expect(await kindsOf(lead, elsewhere.title)).toEqual([]);
  expect((await decide(lead, 'thread', elsewhere.id, 'reject')).status).toBe(403);

  expect((await decide(lead, 'comment', comment, 'reject')).status).toBe(200);
  expect((await decide(lead, 'post', post.id, 'reject')).status).toBe(200);
  expect((await decide(lead, 'thread', thread.id, 'approve')).status).toBe(200);
  await hide(hub, { type: 'thread', id: elsewhere.id });
  const hidden = (await lead.request<{ items: { id: string }[] }>('GET', '/admin/hidden-items')).body.items;
  expect(hidden.map(({ id }) => id)).toEqual([post.id, comment]);
  for (const [item_type, item_id] of [
    ['post', post.id],
    ['comment', comment],
  ])
    expect((await lead.request('POST', '/admin/restore-item', { body: { item_type, item_id } })).status).toBe(200);
  const { status } = await lead.request('DELETE', `/comments/${comment}`);
  expect(status).toBe(200);
});

test('their own content is for other moderators, and nothing is left with the group', async () => {
  const thread = await createThread(lead, forum, { title: `Thread ${randomUUID()}` });
  const { id: document, title } = await createDocument(lead, { category_id: category, title: `Plan ${randomUUID()}` });
  const readable = await createThread(writer, forum, { title: `Thread ${randomUUID()}` });
  await report(writer.request, { type: 'thread', id: thread.id });
  expect((await queue(lead)).items.find(({ id }) => id === thread.id)).toMatchObject({ abilities: { decide: false } });
  expect(await decide(lead, 'thread', thread.id, 'approve')).toMatchObject({ body: { code: 'own_content' } });
  await hub.database.query(`delete from group_members where user_id = $1`, [lead.id]);
  for (const path of ['/admin/moderation-queue', '/admin/reports', '/admin/hidden-items'])
    expect([path, (await lead.request('GET', path)).status]).toEqual([path, 403]);
  // What becomes of their own items there is no news for who may not read it any more.
  for (const path of [`/forum/threads/${thread.id}`, `/admin/documents/${document}`, `/forum/threads/${readable.id}`])
    expect([path, (await admin.request('DELETE', path)).status]).toEqual([path, 200]);
  expect([await kindsOf(lead, thread.title), await kindsOf(lead, title)]).toEqual([[], []]);
  expect(await kindsOf(writer, readable.title)).toEqual(['thread_deleted']);
});
