import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Ada');
});
beforeEach(async () => {
  author = await hub.users.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

const notificationsOf = async (user = author) =>
  (await user.request<NotificationResponse[]>('GET', '/notifications')).body;
const kinds = async (user = author) => (await notificationsOf(user)).map(({ kind }) => kind);
/** Waits for exactly `count` notifications: no further one arrives. */
async function waitForNotifications(count: number): Promise<NotificationResponse[]> {
  await waitFor(notificationsOf, (all) => all.length >= count);
  await settled();
  const all = await notificationsOf();
  expect(all).toHaveLength(count);
  return all;
}
const settled = () => waitForJobs(hub.database, 'notify');

test('an author is notified of actions of others on a document, with note and link', async () => {
  const { id, slug } = await createDocument(author, { title: 'Rules' });
  await author.request('PUT', `/documents/${id}/status`, { body: { status: 'IN_REVIEW' } });
  await admin.request('POST', `/documents/${id}/review`, {
    body: { action: 'request_changes', note: 'Please add a source.' },
  });
  const [sentBack] = await waitForNotifications(1);
  expect(sentBack).toMatchObject({
    kind: 'document_changes_requested',
    title: 'Changes were requested',
    message: 'Ada requested changes to “Rules”. Please add a source.',
    url: `/docs/${slug}`,
  });
  await author.request('PUT', `/documents/${id}/status`, { body: { status: 'IN_REVIEW' } });
  await admin.request('POST', `/documents/${id}/review`, { body: { action: 'approve' } });
  const [published] = await waitForNotifications(2);
  expect(published).toMatchObject({ kind: 'document_published', message: 'Ada published “Rules”.' });
  for (const status of ['ARCHIVED', 'DRAFT', 'IN_REVIEW'] as const) await setDocumentStatus(admin, id, status);
  await waitForNotifications(5);
  expect(new Set(await kinds())).toEqual(
    new Set([
      'document_changes_requested',
      'document_published',
      'document_archived',
      'document_withdrawn',
      'document_in_review',
    ]),
  );
});

test('a note in Markdown is plain text in the notification, as on the home page', async () => {
  const { id } = await createDocument(author, { title: 'Marks' });
  await author.request('PUT', `/documents/${id}/status`, { body: { status: 'IN_REVIEW' } });
  await admin.request('POST', `/documents/${id}/review`, {
    body: { action: 'request_changes', note: 'Please add an **example**:\n\n- one\n- two\n\n<b>raw</b>' },
  });
  const note = 'Please add an example: one two <b>raw</b>';
  expect((await waitForNotifications(1))[0]).toMatchObject({
    message: `Ada requested changes to “Marks”. ${note}`,
  });
  const { body } = await author.request<{ work: object }>('GET', '/dashboard/home');
  expect(JSON.stringify(body.work)).toContain(JSON.stringify(note));
});

test('authors are not notified of their own actions', async () => {
  // A new user: other tests submit documents, of which administrators are notified.
  const publisher = await hub.users.create('ADMIN');
  const own = await createDocument(publisher, { status: 'IN_REVIEW' });
  await publisher.request('POST', `/documents/${own.id}/review`, { body: { action: 'approve' } });
  await setDocumentStatus(publisher, own.id, 'ARCHIVED');
  await publisher.request('DELETE', `/admin/documents/${own.id}`);
  await settled();
  expect(await notificationsOf(publisher)).toEqual([]);
});

describe('pending edits', () => {
  beforeAll(() =>
    hub.database.query(`insert into settings (key, value, updated_at) values ('content.review_edits', 'true', now())`),
  );

  test('notify their author of the decision once', async () => {
    const { id } = await createDocument(author, { title: 'Guide' });
    await setDocumentStatus(admin, id, 'PUBLISHED');
    await waitForNotifications(1);
    const edit = () =>
      waitFor(
        () => author.request('PUT', `/admin/documents/${id}`, { body: { summary: 'Better' } }),
        ({ status }) => status === 202,
      );
    await edit();
    await admin.request('POST', `/documents/${id}/review`, { body: { action: 'request_changes', note: 'Why?' } });
    expect((await waitForNotifications(2))[0]).toMatchObject({
      kind: 'edit_changes_requested',
      message: 'Ada requested changes to your edit of “Guide”. Why?',
    });
    await edit();
    await admin.request('POST', `/documents/${id}/review`, { body: { action: 'approve' } });
    expect((await waitForNotifications(3))[0]).toMatchObject({
      kind: 'edit_approved',
      message: 'Ada approved your edit of “Guide”. Readers see it now.',
    });
  });
});

test('the author of a deleted document gets one notification; earlier ones about it are deleted', async () => {
  const { id } = await createDocument(author, { title: 'Old' });
  await setDocumentStatus(admin, id, 'PUBLISHED');
  await waitForNotifications(1);
  await admin.request('DELETE', `/admin/documents/${id}`);
  await waitFor(kinds, (all) => all.includes('document_deleted'));
  await settled();
  expect(await notificationsOf()).toEqual([
    expect.objectContaining({ kind: 'document_deleted', message: 'Ada deleted “Old”.', url: '/docs' }),
  ]);
});

test('a changed role sends a notification, except after redeeming a code', async () => {
  await admin.request('PUT', `/users/${author.id}/role`, { body: { role: 'REVIEWER' } });
  expect((await waitForNotifications(1))[0]).toMatchObject({
    kind: 'role_changed',
    title: 'Your role has changed',
    message: 'You now have the role Reviewer.',
    url: '/user/profile',
  });
  const { body } = await admin.request<{ code: string }>('POST', '/admin/role-codes', {
    body: { role: 'EDITOR', max_uses: 1 },
  });
  expect((await author.request('POST', '/role-codes/redeem', { body: { code: body.code } })).status).toBe(200);
  await waitForNotifications(1);
});
