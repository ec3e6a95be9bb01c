import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { ContentFacade } from '../../content/index.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
let reviewer: TestUser;
let other: TestUser;
beforeAll(async () => {
  ({ hub, admin } = await createTestAppWithUsers({ admin: ['ADMIN', 'Ada'] }));
});
beforeEach(async () => {
  [author, reviewer, other] = [
    await hub.users.create('CONTRIBUTOR', 'Cora'),
    await hub.users.create('REVIEWER', 'Rhea'),
    await hub.users.create('REVIEWER', 'Otto'),
  ];
});
afterAll(() => hub.close());

const settled = () => waitForJobs(hub.database, 'notify');
const submit = (id: string, user = author) => setDocumentStatus(user, id, 'IN_REVIEW');
/** The review notifications of a user, as read or unread messages. */
async function reviewsOf(user: TestUser): Promise<{ message: string; is_read: boolean }[]> {
  await settled();
  const { body } = await user.request<NotificationResponse[]>('GET', '/notifications');
  return body
    .filter(({ kind }) => kind.endsWith('review_requested'))
    .map(({ message, is_read }) => ({ message, is_read }));
}
const unreadOf = async (user: TestUser) =>
  (await user.request<{ unread_count: number }>('GET', '/notifications/unread-count')).body.unread_count;
const notificationsOf = async (user = author) => {
  await settled();
  return (await user.request<NotificationResponse[]>('GET', '/notifications')).body;
};
const kinds = async (user = author) => (await notificationsOf(user)).map(({ kind }) => kind);
const review = (user: TestUser, id: string, body: object) => user.request('POST', `/documents/${id}/review`, { body });

/** Edits a published document while edits require review; other instances learn of settings later. */
async function editForReview(id: string, summary: string): Promise<void> {
  await hub.database.query(
    `insert into settings (key, value, updated_at) values ('content.review_edits', 'true', now())
     on conflict do nothing`,
  );
  await waitFor(
    () => author.request('PUT', `/admin/documents/${id}`, { body: { summary, note: 'Shorter' } }),
    ({ status }) => status === 202,
  );
}

test('submitting notifies reviewers once, but neither the author nor users who cannot decide', async () => {
  const viewer = await hub.users.create('VIEWER');
  const { id, slug } = await createDocument(author, { title: 'Rules' });
  await submit(id);
  await submit(id);
  const expected = [{ message: 'Cora submitted “Rules” for review.', is_read: false }];
  expect(await reviewsOf(reviewer)).toEqual(expected);
  expect(await reviewsOf(other)).toEqual(expected);
  for (const user of [author, viewer]) expect(await reviewsOf(user)).toEqual([]);
  const { body } = await reviewer.request<NotificationResponse[]>('GET', '/notifications');
  expect(body[0]).toMatchObject({ title: 'Waiting for your review', url: `/docs/${slug}` });
});

test('right-to-left names and titles are isolated, and directional controls in them are removed', async () => {
  const writer = await hub.users.create('CONTRIBUTOR', 'אדה');
  const { id } = await createDocument(writer, { title: '\u202eكتاب\u2066' });
  await submit(id, writer);
  expect(await reviewsOf(reviewer)).toMatchObject([
    { message: '\u2068אדה\u2069 submitted “\u2068كتاب\u2069” for review.' },
  ]);
});

test('a reviewer who submits gets no notification of it', async () => {
  const { id } = await createDocument(reviewer);
  await submit(id, reviewer);
  expect(await reviewsOf(reviewer)).toEqual([]);
  expect(await reviewsOf(other)).toHaveLength(1);
});

test.each([
  ['approving', { action: 'approve' }],
  ['requesting changes', { action: 'request_changes', note: 'Why?' }],
])('%s marks the notifications of all reviewers as read; a new submission notifies again', async (_name, decision) => {
  const { id } = await createDocument(author);
  await submit(id);
  expect(await reviewsOf(other)).toMatchObject([{ is_read: false }]);
  expect((await review(reviewer, id, decision)).status).toBe(200);
  expect(await reviewsOf(other)).toMatchObject([{ is_read: true }]);
  expect(await unreadOf(other)).toBe(0);
  await setDocumentStatus(reviewer, id, 'DRAFT');
  await submit(id);
  expect(await reviewsOf(other)).toMatchObject([{ is_read: false }, { is_read: true }]);
});

test('withdrawing takes the notifications back, also when it follows at once', async () => {
  const { id } = await createDocument(author);
  await submit(id);
  expect(await reviewsOf(reviewer)).toHaveLength(1);
  await setDocumentStatus(author, id, 'DRAFT');
  expect(await reviewsOf(reviewer)).toEqual([]);
  for (let i = 0; i < 3; i++) {
    await submit(id);
    await setDocumentStatus(author, id, 'DRAFT');
  }
  expect(await reviewsOf(reviewer)).toEqual([]);
});

test('reviewers who may not see internal content are not notified of it', async () => {
  const set = (permissions: string[]) =>
    admin.request('PUT', '/admin/role-permissions/REVIEWER', { body: { permissions } });
  await set(reviewer.permissions.filter((permission) => permission !== 'content.view_internal'));
  const { id } = await createDocument(admin, { visibility: 'INTERNAL', title: 'Secret' });
  await submit(id, admin);
  expect(await reviewsOf(reviewer)).toEqual([]);
  const second = await hub.users.create('EDITOR');
  await setDocumentStatus(admin, id, 'DRAFT');
  await submit(id, admin);
  expect(await reviewsOf(second)).toHaveLength(1);
  await set(reviewer.permissions);
});

test('a pending edit notifies once until it is decided or withdrawn', async () => {
  const { id } = await createDocument(author, { title: 'Guide' });
  await setDocumentStatus(reviewer, id, 'PUBLISHED');
  const edit = (summary: string) => editForReview(id, summary);
  await edit('One');
  await edit('Two');
  const message = 'Cora submitted an edit of “Guide” for review. Shorter';
  expect(await reviewsOf(other)).toEqual([{ message, is_read: false }]);
  expect((await author.request('DELETE', `/documents/${id}/draft`)).status).toBeLessThan(300);
  expect(await reviewsOf(other)).toEqual([]);
  await edit('Three');
  expect(await reviewsOf(other)).toHaveLength(1);
  expect((await review(reviewer, id, { action: 'approve' })).status).toBe(200);
  expect(await reviewsOf(other)).toEqual([{ message, is_read: true }]);
});

test('an edit that is decided on while its notification waits for the lock no longer awaits review', async () => {
  const { id } = await createDocument(author, { title: 'Race' });
  await setDocumentStatus(reviewer, id, 'PUBLISHED');
  await editForReview(id, 'Shorter');
  await settled();
  const locked = Promise.withResolvers<void>();
  const decide = Promise.withResolvers<void>();
  const decision = hub.database.transaction(async () => {
    await hub.database.query('select 1 from content_items where id = $1 for update', [id]);
    locked.resolve();
    await decide.promise;
    await hub.database.query(
      `update document_revisions set state = 'rejected' where item_id = $1 and state = 'pending'`,
      [id],
    );
  });
  await locked.promise;
  const awaitsReview = hub.database.transaction(() => hub.get(ContentFacade).lockAwaitsReview(id, 'edit'));
  const isWaiting = () =>
    hub.database.one(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  await waitFor(isWaiting, (row) => row !== undefined);
  decide.resolve();
  await decision;
  expect(await awaitsReview).toBe(false);
});

test('an author is notified of actions of others on a document, with note and link', async () => {
  const { id, slug } = await createDocument(author, { title: 'Rules' });
  await submit(id);
  await review(admin, id, { action: 'request_changes', note: 'Please add a source.' });
  const [sentBack] = await notificationsOf();
  expect(sentBack).toMatchObject({
    kind: 'document_changes_requested',
    title: 'Changes were requested',
    message: 'Ada requested changes to “Rules”. Please add a source.',
    url: `/docs/${slug}`,
  });
  await submit(id);
  await review(admin, id, { action: 'approve' });
  const [published] = await notificationsOf();
  expect(published).toMatchObject({ kind: 'document_published', message: 'Ada published “Rules”.' });
  for (const status of ['ARCHIVED', 'DRAFT', 'IN_REVIEW'] as const) await setDocumentStatus(admin, id, status);
  expect(await kinds()).toHaveLength(5);
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
  await submit(id);
  await review(admin, id, {
    action: 'request_changes',
    note: 'Please add an **example**:\n\n- one\n- two\n\n<b>raw</b>',
  });
  const note = 'Please add an example: one two <b>raw</b>';
  expect((await notificationsOf())[0]).toMatchObject({
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
  expect(await notificationsOf(publisher)).toEqual([]);
});

test('pending edits notify their author of the decision once', async () => {
  const { id } = await createDocument(author, { title: 'Guide' });
  await setDocumentStatus(admin, id, 'PUBLISHED');
  await editForReview(id, 'Better');
  await review(admin, id, { action: 'request_changes', note: 'Why?' });
  expect(await notificationsOf()).toMatchObject([
    { kind: 'edit_changes_requested', message: 'Ada requested changes to your edit of “Guide”. Why?' },
    { kind: 'document_published' },
  ]);
  await editForReview(id, 'Better still');
  await review(admin, id, { action: 'approve' });
  expect(await notificationsOf()).toMatchObject([
    { kind: 'edit_approved', message: 'Ada approved your edit of “Guide”. Readers see it now.' },
    { kind: 'edit_changes_requested' },
    { kind: 'document_published' },
  ]);
});

test('the author of a deleted document gets one notification; earlier ones about it are deleted', async () => {
  const { id } = await createDocument(author, { title: 'Old' });
  await setDocumentStatus(admin, id, 'PUBLISHED');
  expect(await kinds()).toHaveLength(1);
  await admin.request('DELETE', `/admin/documents/${id}`);
  expect(await notificationsOf()).toEqual([
    expect.objectContaining({ kind: 'document_deleted', message: 'Ada deleted “Old”.', url: '/docs' }),
  ]);
});

test('a changed role sends a notification, except after redeeming a code', async () => {
  await admin.request('PUT', `/users/${author.id}/role`, { body: { role: 'REVIEWER' } });
  expect((await notificationsOf())[0]).toMatchObject({
    kind: 'role_changed',
    title: 'Your role has changed',
    message: 'You now have the role Reviewer.',
    url: '/user/profile',
  });
  const { body } = await admin.request<{ code: string }>('POST', '/admin/role-codes', {
    body: { role: 'EDITOR', max_uses: 1 },
  });
  expect((await author.request('POST', '/role-codes/redeem', { body: { code: body.code } })).status).toBe(200);
  expect(await kinds()).toHaveLength(1);
});
