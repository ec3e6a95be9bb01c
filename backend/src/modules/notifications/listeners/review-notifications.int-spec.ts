import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { ContentFacade } from '../../content/index.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';

let hub: TestApp;
let author: TestUser;
let reviewer: TestUser;
let other: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
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
const review = (user: TestUser, id: string, body: object) => user.request('POST', `/documents/${id}/review`, { body });

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
  const admin = await hub.users.create('ADMIN');
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
