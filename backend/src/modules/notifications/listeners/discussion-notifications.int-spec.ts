import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { type TestApp, createTestAppWithUsers } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';
import { ForumNotificationsListener } from './forum-notifications.listener.js';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
let ann: TestUser;
let bob: TestUser;
let categoryId: string;
beforeAll(async () => {
  ({ hub, admin } = await createTestAppWithUsers({ admin: ['ADMIN', 'Mod'] }));
  categoryId = (await createForumCategory(admin)).id;
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  [author, ann, bob] = [
    await hub.users.create('VIEWER', 'Ada'),
    await hub.users.create('VIEWER', 'Ann'),
    await hub.users.create('VIEWER', 'Bob'),
  ];
});
afterAll(() => hub.close());

const start = (fields: object = {}) => createThread(author, categoryId, { title: 'Rules', ...fields });
const inbox = async (user: TestUser) => {
  await waitForJobs(hub.database, 'notify');
  return (await user.request<NotificationResponse[]>('GET', '/notifications')).body;
};
const kinds = async (user: TestUser) => (await inbox(user)).map(({ kind }) => kind);
const edit = (user: TestUser, id: string, content: string) =>
  user.request('PUT', `/forum/posts/${id}`, { body: { content } });

const solutions = async (user: TestUser) => (await inbox(user)).filter(({ kind }) => kind === 'post_solution');
const hide = (table: string, hiddenId: string, at: Date | null) =>
  hub.database.query(`update ${table} set hidden_at = $2 where id = $1`, [hiddenId, at]);

test('users mentioned in a new thread are notified, its author is not', async () => {
  const { id } = await start({ content: `Is this right, @${bob.handle}? @${author.handle}` });
  expect(await inbox(bob)).toEqual([
    expect.objectContaining({
      kind: 'mention',
      title: 'You were mentioned',
      message: 'Ada mentioned you in “Rules”.',
      url: `/community/thread/${id}#post-1`,
    }),
  ]);
  expect(await inbox(author)).toEqual([]);
});

test('a reply notifies each user once: mentioned, replied to, or watching', async () => {
  const { id } = await start();
  const first = await reply(ann, id);
  const watcher = await hub.users.create();
  await watcher.request('PUT', `/forum/threads/${id}/watch`);
  await inbox(author);
  await reply(bob, id, { content: `@${author.handle} and @${bob.handle}`, reply_to_id: first.id });
  const at = { url: `/community/thread/${id}#post-3` };
  expect((await inbox(author))[0]).toMatchObject({ ...at, kind: 'mention', message: 'Bob mentioned you in “Rules”.' });
  expect(await inbox(ann)).toEqual([
    expect.objectContaining({
      ...at,
      kind: 'post_reply',
      title: 'New reply to your post',
      message: 'Bob replied to your post in “Rules”.',
    }),
  ]);
  expect(await inbox(watcher)).toEqual([
    expect.objectContaining({ ...at, kind: 'thread_reply', title: 'New reply', message: 'Bob replied in “Rules”.' }),
  ]);
  expect([await kinds(author), await kinds(bob)]).toEqual([['mention', 'thread_reply'], []]);
});

const markRead = async (user: TestUser, notification: NotificationResponse | undefined) =>
  user.request('PUT', `/notifications/${notification!.id}/read`);
const unread = async (user: TestUser) =>
  (await user.request<{ unread_count: number }>('GET', '/notifications/unread-count')).body.unread_count;

test('further replies to a thread update the unread notification, until it is read', async () => {
  const { id } = await start();
  for (let i = 0; i < 12; i++) {
    await reply(i % 2 ? ann : bob, id);
    // Some are handled alone, some together.
    if (i < 2) await inbox(author);
  }
  const [bundle, ...others] = await inbox(author);
  expect(bundle).toMatchObject({
    kind: 'thread_reply',
    title: 'New replies',
    message: '12 new replies in “Rules”.',
    url: `/community/thread/${id}#post-2`,
  });
  const [newest] = await hub.database.query<{ at: string }>(
    'select created_at as at from forum_posts where thread_id = $1 and number = 13',
    [id],
  );
  expect(Date.parse(bundle!.created_at)).toBeGreaterThanOrEqual(new Date(newest!.at).getTime());
  expect([others, await unread(author)]).toEqual([[], 1]);
  await markRead(author, bundle);
  await reply(ann, id);
  expect((await inbox(author)).map(({ message, url, is_read }) => [message, url, is_read])).toEqual([
    ['Ann replied in “Rules”.', `/community/thread/${id}?page=2#post-14`, false],
    ['12 new replies in “Rules”.', `/community/thread/${id}#post-2`, true],
  ]);
});

test('mentions and replies to a post are notifications of their own, and other threads too', async () => {
  const [{ id }, other] = [await start(), await start({ title: 'Other' })];
  const own = await reply(author, id);
  await reply(ann, id);
  await reply(ann, id, { content: `@${author.handle}` });
  await reply(ann, id, { reply_to_id: own.id });
  expect((await inbox(author)).map(({ message }) => message).toSorted()).toEqual([
    'Ann mentioned you in “Rules”.',
    'Ann replied in “Rules”.',
    'Ann replied to your post in “Rules”.',
  ]);
  await reply(ann, id);
  await reply(bob, other.id);
  expect((await inbox(author)).map(({ message }) => message).toSorted()).toEqual([
    '4 new replies in “Rules”.',
    'Ann mentioned you in “Rules”.',
    'Ann replied to your post in “Rules”.',
    'Bob replied in “Other”.',
  ]);
});

test('replies that the user has read meanwhile leave the notification', async () => {
  const { id } = await start();
  const first = async () => {
    const [{ title, message, url, is_read }] = (await inbox(author)) as [NotificationResponse];
    return { title, message, url: url.split('#')[1], is_read };
  };
  const readTo = (number: number) => author.request('PUT', `/forum/threads/${id}/read`, { body: { number } });
  for (let i = 0; i < 3; i++) await reply(ann, id);
  await inbox(author);
  await readTo(3);
  await reply(bob, id);
  expect(await first()).toMatchObject({ message: '2 new replies in “Rules”.', url: 'post-4' });
  await readTo(5);
  await reply(bob, id);
  const single = { title: 'New reply', message: 'Bob replied in “Rules”.', url: 'post-6', is_read: false };
  expect(await first()).toEqual(single);
  expect([(await inbox(author)).length, await unread(author)]).toEqual([1, 1]);
});

test('replies that are handled in parallel and in any order are one notification', async () => {
  const { id } = await start();
  const ids: string[] = [];
  for (let i = 0; i < 9; i++) ids.push((await reply(i === 8 ? bob : ann, id, { content: `Reply ${i}` })).id);
  await inbox(author);
  await hub.database.query('delete from notifications where user_id = $1', [author.id]);
  const listener = hub.get(ForumNotificationsListener);
  await Promise.all(
    [5, 2, 8, 0, 7, 1, 6, 3, 4].map((i) =>
      listener.notifyCreated(
        { id: `event-${i}`, at: null },
        { id: ids[i]!, authorId: i === 8 ? bob.id : ann.id, mentioned: [], repliedToId: null },
      ),
    ),
  );
  // With the author and the text of the last one.
  expect((await inbox(author)).map(({ message, url, actor, excerpt }) => [message, url, actor?.name, excerpt])).toEqual(
    [['9 new replies in “Rules”.', `/community/thread/${id}#post-2`, 'Bob', 'Reply 8']],
  );
  await hide('forum_posts', ids[8]!, new Date());
  expect((await inbox(author)).map(({ excerpt }) => excerpt)).toEqual(['']);
});

test('who stops watching is not notified of replies', async () => {
  const { id } = await start();
  await author.request('DELETE', `/forum/threads/${id}/watch`);
  await reply(ann, id);
  expect(await inbox(author)).toEqual([]);
});

test('an edit notifies newly mentioned users only', async () => {
  const { id } = await start();
  await author.request('DELETE', `/forum/threads/${id}/watch`);
  const post = await reply(ann, id, { content: `@${bob.handle}` });
  for (const content of [`@${bob.handle} @${author.handle}`, 'no mention', `@${author.handle} @${bob.handle} again`])
    await edit(ann, post.id, content);
  expect([await kinds(bob), await kinds(author)]).toEqual([['mention'], ['mention']]);
});

test('authors are notified of what moderators do, not of what they do themselves', async () => {
  const { id } = await start();
  const [one, two] = [await reply(ann, id), await reply(ann, id)];
  await edit(ann, one.id, 'Mine');
  await edit(admin, one.id, 'Polite');
  await ann.request('DELETE', `/forum/posts/${two.id}`);
  const three = await reply(ann, id);
  await admin.request('DELETE', `/forum/posts/${three.id}`);
  expect(await inbox(ann)).toEqual([
    expect.objectContaining({
      kind: 'post_deleted',
      title: 'Your post was deleted',
      message: 'Mod deleted your post in “Rules”.',
      url: `/community/thread/${id}`,
    }),
    expect.objectContaining({
      kind: 'post_edited',
      title: 'Your post was edited',
      message: 'Mod edited your post in “Rules”.',
      url: `/community/thread/${id}#post-2`,
    }),
  ]);
});

test('the author of a thread is notified when it is moved, locked or deleted', async () => {
  const { id } = await start();
  const { id: target } = await createForumCategory(admin, { name: 'Old things' });
  await admin.request('PUT', `/forum/threads/${id}`, {
    body: { category_id: target, is_locked: true, is_pinned: true },
  });
  await admin.request('PUT', `/forum/threads/${id}`, { body: { is_locked: true } });
  const messages = async () => (await inbox(author)).map(({ kind, message }) => [kind, message]).toSorted();
  const changes = [
    ['thread_locked', 'Mod locked “Rules”. New replies are not possible.'],
    ['thread_moved', 'Mod moved “Rules” to another category.'],
  ];
  expect(await messages()).toEqual(changes);
  await admin.request('DELETE', `/forum/threads/${id}`);
  expect(await inbox(author)).toEqual([
    expect.objectContaining({
      kind: 'thread_deleted',
      title: 'Your thread was deleted',
      message: 'Mod deleted “Rules”.',
      url: '/community',
    }),
  ]);
});

test('the author of a reply is notified when it is the solution, once', async () => {
  const { id } = await start();
  const [theirs, own] = [await reply(ann, id), await reply(author, id)];
  const solve = (post_id: string | null) =>
    author.request('PUT', `/forum/threads/${id}/solution`, { body: { post_id } });
  await solve(own.id);
  await solve(theirs.id);
  expect(await solutions(ann)).toEqual([
    expect.objectContaining({
      title: 'Your reply is the solution',
      message: 'Ada marked your reply in “Rules” as the solution.',
      url: `/community/thread/${id}#post-2`,
    }),
  ]);
  expect(await solutions(author)).toEqual([]);
});

test('notifications disappear with what they are about, and return with it', async () => {
  const { id } = await start();
  const post = await reply(ann, id, { content: `@${bob.handle}` });
  expect([await kinds(bob), await kinds(author)]).toEqual([['mention'], ['thread_reply']]);
  await hide('forum_posts', post.id, new Date());
  expect([await kinds(bob), await kinds(author)]).toEqual([[], []]);
  await hide('forum_posts', post.id, null);
  await hide('forum_threads', id, new Date());
  // The author of a hidden thread sees it.
  expect([await kinds(bob), await kinds(author)]).toEqual([[], ['thread_reply']]);
  await hide('forum_threads', id, null);
  expect(await kinds(bob)).toEqual(['mention']);
  await ann.request('DELETE', `/forum/posts/${post.id}`);
  expect([await kinds(bob), await kinds(author)]).toEqual([[], []]);
});

test('several replies disappear with their thread', async () => {
  const { id } = await start();
  const posts = [await reply(ann, id), await reply(bob, id)];
  await author.request('PUT', `/forum/threads/${id}/watch`);
  expect(await kinds(author)).toEqual(['thread_reply']);
  await hide('forum_posts', posts[0]!.id, new Date());
  expect(await kinds(author)).toEqual(['thread_reply']);
  await admin.request('DELETE', `/forum/threads/${id}`);
  expect(await kinds(author)).toEqual(['thread_deleted']);
});

describe('comments', () => {
  let writer: TestUser;
  let document: { id: string; slug: string };
  beforeEach(async () => {
    writer = await hub.users.create('EDITOR', 'Eda');
    document = await createDocument(writer, { title: 'Rules', status: 'PUBLISHED' });
  });

  const say = async (user: TestUser, content: string, parent_id?: string) =>
    (
      await user.request<{ id: string }>('POST', '/comments', {
        body: { content_type: 'document', content_id: document.id, content, parent_id },
      })
    ).body;
  test('a reply notifies the author of the answered comment and of the document, each once', async () => {
    const question = await say(ann, 'Is this right?');
    const answer = await say(bob, 'Yes.', question.id);
    expect(await inbox(ann)).toEqual([
      expect.objectContaining({
        kind: 'comment',
        title: 'New reply to your comment',
        message: 'Bob replied to your comment on “Rules”.',
        url: `/docs/${document.slug}#comment-${answer.id}`,
      }),
    ]);
    expect(await kinds(writer)).toEqual(['comment', 'comment']);
    await say(ann, `Thanks @${bob.handle}`, answer.id);
    expect(await kinds(bob)).toEqual(['mention']);
    await say(ann, 'And another', question.id);
    const own = await say(writer, 'Note');
    await say(ann, 'Noted', own.id);
    expect((await inbox(writer))[0]).toMatchObject({ title: 'New reply to your comment' });
    expect(await inbox(writer)).toHaveLength(5);
  });

  test('the author of the document and mentioned users get one notification each, with a link', async () => {
    const { id } = await say(ann, `@${bob.handle}, is this right? @${ann.handle}`);
    expect(await inbox(bob)).toEqual([
      expect.objectContaining({
        kind: 'mention',
        title: 'You were mentioned',
        message: 'Ann mentioned you in a comment on “Rules”.',
        url: `/docs/${document.slug}#comment-${id}`,
      }),
    ]);
    expect(await inbox(writer)).toEqual([
      expect.objectContaining({ kind: 'comment', title: 'New comment', message: 'Ann commented on “Rules”.' }),
    ]);
    expect(await inbox(ann)).toEqual([]);
  });

  test('an author who is mentioned on their own document gets one notification', async () => {
    await say(ann, `Thanks @${writer.handle}`);
    expect(await kinds(writer)).toEqual(['mention']);
    await say(writer, `Thanks to myself @${writer.handle}`);
    expect(await kinds(writer)).toEqual(['mention']);
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
    expect([await kinds(bob), await kinds(eve)]).toEqual([['mention'], ['mention']]);
  });

  test('users who may not see the document get none; those of deleted or hidden content disappear', async () => {
    await writer.request('PUT', `/admin/documents/${document.id}`, { body: { visibility: 'INTERNAL' } });
    const insider = await hub.users.create('CONTRIBUTOR');
    const { id } = await say(insider, `@${bob.handle} @${writer.handle}`);
    expect([await kinds(bob), await kinds(writer)]).toEqual([[], ['mention']]);
    await writer.request('PUT', `/admin/documents/${document.id}`, { body: { visibility: 'PUBLIC' } });
    const open = await say(insider, `@${bob.handle}`);
    expect(await kinds(bob)).toEqual(['mention']);
    await hub.database.query('update comments set hidden_at = now() where id = $1', [open.id]);
    expect(await kinds(bob)).toEqual([]);
    // Moderators can see hidden comments.
    expect(await kinds(writer)).toContain('comment');
    await hub.database.query('update comments set hidden_at = null where id = $1', [open.id]);
    await setDocumentStatus(writer, document.id, 'DRAFT');
    expect(await kinds(bob)).toEqual([]);
    await setDocumentStatus(writer, document.id, 'PUBLISHED');
    expect(await kinds(bob)).toEqual(['mention']);
    await insider.request('DELETE', `/comments/${open.id}`);
    await insider.request('DELETE', `/comments/${id}`);
    expect([await kinds(bob), await kinds(writer)]).toEqual([[], []]);
  });

  test('an author is notified when a moderator edits their comment, not about own edits', async () => {
    const { id } = await say(ann, 'Rude');
    await ann.request('PUT', `/comments/${id}`, { body: { content: 'Very rude' } });
    await writer.request('PUT', `/comments/${id}`, { body: { content: 'Polite' } });
    expect(await inbox(ann)).toEqual([
      expect.objectContaining({
        kind: 'comment_edited',
        message: 'Eda edited your comment on “Rules”.',
        url: `/docs/${document.slug}#comment-${id}`,
      }),
    ]);
  });

  test('an author is notified when a moderator deletes their comment, not about own deletions', async () => {
    const [one, two] = [await say(ann, 'Rude'), await say(ann, 'Also rude')];
    await writer.request('DELETE', `/comments/${one.id}`);
    await ann.request('DELETE', `/comments/${two.id}`);
    expect(await inbox(ann)).toEqual([
      expect.objectContaining({
        kind: 'comment_deleted',
        message: 'Eda deleted your comment on “Rules”.',
        url: `/docs/${document.slug}`,
      }),
    ]);
  });
});
