import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';

let hub: TestApp;
let author: TestUser;
let ann: TestUser;
let bob: TestUser;
let document: { id: string; slug: string };
beforeAll(async () => {
  hub = await createTestApp();
});
beforeEach(async () => {
  [author, ann, bob] = [
    await hub.users.create('EDITOR', 'Ada'),
    await hub.users.create('VIEWER', 'Ann'),
    await hub.users.create('VIEWER', 'Bob'),
  ];
  document = await createDocument(author, { title: 'Rules', status: 'PUBLISHED' });
});
afterAll(() => hub.close());

const say = async (user: TestUser, content: string) =>
  (
    await user.request<{ id: string }>('POST', '/comments', {
      body: { content_type: 'document', content_id: document.id, content },
    })
  ).body;
const notificationsOf = async (user: TestUser) =>
  (await user.request<NotificationResponse[]>('GET', '/notifications')).body;
const kinds = async (user: TestUser) => (await notificationsOf(user)).map(({ kind }) => kind);
const settled = () => waitForJobs(hub.database, 'notify');

test('the author of the document and mentioned users get one notification each, with a link', async () => {
  const { id } = await say(ann, `@${bob.handle}, is this right? @${ann.handle}`);
  await waitFor(
    () => kinds(bob),
    (all) => all.length > 0,
  );
  await settled();
  expect(await notificationsOf(bob)).toEqual([
    expect.objectContaining({
      kind: 'mention',
      title: 'You were mentioned',
      message: 'Ann mentioned you in a comment on “Rules”.',
      url: `/docs/${document.slug}#comment-${id}`,
    }),
  ]);
  expect(await notificationsOf(author)).toEqual([
    expect.objectContaining({ kind: 'comment', title: 'New comment', message: 'Ann commented on “Rules”.' }),
  ]);
  expect(await notificationsOf(ann)).toEqual([]);
});

test('an author who is mentioned on their own document gets one notification', async () => {
  await say(ann, `Thanks @${author.handle}`);
  await settled();
  expect(await kinds(author)).toEqual(['mention']);
  await say(author, `Thanks to myself @${author.handle}`);
  await settled();
  expect(await kinds(author)).toEqual(['mention']);
});

test('an edit notifies newly mentioned users only', async () => {
  const { id } = await say(ann, `@${bob.handle}`);
  const eve = await hub.users.create();
  for (const content of [
    `@${bob.handle} and @${eve.handle}`,
    `@${eve.handle}`,
    `@${bob.handle} and @${eve.handle} again`,
  ])
    await ann.request('PUT', `/comments/${id}`, { body: { content } });
  await settled();
  expect([await kinds(bob), await kinds(eve)]).toEqual([['mention'], ['mention']]);
});

test('users who may not see the document get none; those of deleted or hidden content disappear', async () => {
  await author.request('PUT', `/admin/documents/${document.id}`, { body: { visibility: 'INTERNAL' } });
  const insider = await hub.users.create('CONTRIBUTOR');
  const { id } = await say(insider, `@${bob.handle} @${author.handle}`);
  await settled();
  expect([await kinds(bob), await kinds(author)]).toEqual([[], ['mention']]);
  await author.request('PUT', `/admin/documents/${document.id}`, { body: { visibility: 'PUBLIC' } });
  const open = await say(insider, `@${bob.handle}`);
  await settled();
  expect(await kinds(bob)).toEqual(['mention']);
  await hub.database.query('update comments set hidden_at = now() where id = $1', [open.id]);
  expect(await kinds(bob)).toEqual([]);
  // Moderators can see hidden comments.
  expect(await kinds(author)).toContain('comment');
  await hub.database.query('update comments set hidden_at = null where id = $1', [open.id]);
  await setDocumentStatus(author, document.id, 'DRAFT');
  expect(await kinds(bob)).toEqual([]);
  await setDocumentStatus(author, document.id, 'PUBLISHED');
  expect(await kinds(bob)).toEqual(['mention']);
  await insider.request('DELETE', `/comments/${open.id}`);
  await insider.request('DELETE', `/comments/${id}`);
  expect([await kinds(bob), await kinds(author)]).toEqual([[], []]);
});

test('an author is notified when a moderator edits their comment, not about own edits', async () => {
  const { id } = await say(ann, 'Rude');
  await ann.request('PUT', `/comments/${id}`, { body: { content: 'Very rude' } });
  await author.request('PUT', `/comments/${id}`, { body: { content: 'Polite' } });
  await settled();
  expect(await notificationsOf(ann)).toEqual([
    expect.objectContaining({
      kind: 'comment_edited',
      message: 'Ada edited your comment on “Rules”.',
      url: `/docs/${document.slug}#comment-${id}`,
    }),
  ]);
});

test('an author is notified when a moderator deletes their comment, not about own deletions', async () => {
  const [one, two] = [await say(ann, 'Rude'), await say(ann, 'Also rude')];
  await author.request('DELETE', `/comments/${one.id}`);
  await ann.request('DELETE', `/comments/${two.id}`);
  await settled();
  expect(await notificationsOf(ann)).toEqual([
    expect.objectContaining({
      kind: 'comment_deleted',
      message: 'Ada deleted your comment on “Rules”.',
      url: `/docs/${document.slug}`,
    }),
  ]);
});
