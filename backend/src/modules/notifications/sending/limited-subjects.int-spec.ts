import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { addMember, createGroup, limitReading, removeMember } from '../../../../test/support/groups.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.js';
import { type PushService, startPushService, type TestBrowser } from '../../../../test/support/push-service.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { DigestScheduler } from '../digest/digest-scheduler.js';
import { NotificationsFacade } from '../notifications.facade.js';

/*
 * What is in a category that only a group reads reaches nobody else by mail, push notification or digest, by the rights
 * at the moment of sending.
 */

const WORD = 'zyxsecretword';

let hub: TestApp;
let mails: MailServer;
let push: PushService;
let author: TestUser;
let member: TestUser;
let outsider: TestUser;
let group: string;
let document: string;
let thread: string;
const browsers = new Map<TestUser, TestBrowser>();

/** Gets mails, push notifications and digests. */
async function createReader(): Promise<TestUser> {
  const user = await hub.users.create('CONTRIBUTOR');
  await hub.database.query('update users set email_verified_at = now() where id = $1', [user.id]);
  const browser = push.createBrowser();
  browsers.set(user, browser);
  expect((await user.request('PUT', '/notifications/push', { body: browser.subscription })).status).toBe(200);
  await user.request('PUT', '/notifications/settings', { body: { digest: 'daily', time_zone: 'Europe/Berlin' } });
  return user;
}

beforeAll(async () => {
  [mails, push] = [await startMailServer(), await startPushService()];
  hub = await createTestApp({ SMTP_URL: mails.url, MAIL_FROM: 'Hub <hub@example.org>', PUSH_ORIGINS: push.origin });
  const admin = await hub.users.create('ADMIN');
  [author, member, outsider] = [await hub.users.create('EDITOR'), await createReader(), await createReader()];
  group = await createGroup(hub, 'Board', [author, member]);
  const category = (await createCategory(admin)).id;
  const forum = (await createForumCategory(admin)).id;
  const title = `Title ${WORD}`;
  document = (await createDocument(author, { title, category_id: category, status: 'PUBLISHED' })).id;
  thread = (await createThread(author, forum, { title, content: WORD })).id;
  // While the category is open to them.
  for (const user of [member, outsider]) {
    expect((await user.request('PUT', `/forum/threads/${thread}/watch`)).status).toBe(200);
    const body = { content_type: 'document', content_id: document, content: 'A question' };
    expect((await user.request('POST', '/comments', { body })).status).toBe(201);
  }
  await settle();
  for (const path of [`/categories/${category}`, `/forum/categories/${forum}`])
    expect((await limitReading(admin, path, [group])).status).toBe(200);
});
afterAll(async () => {
  await hub.close();
  await Promise.all([mails.stop(), push.stop()]);
});

const settle = async () => {
  for (const queue of ['notify', 'notifications.', 'mail.send']) await waitForJobs(hub.database, queue);
};

/** Digests as if they had been chosen two days ago. */
async function sendDigests(): Promise<void> {
  await hub.database.query(`
    update notification_settings
    set next_digest_at = now() - interval '1 hour', digested_at = now() - interval '2 days'`);
  await hub.get(DigestScheduler).queueDue();
  await settle();
}

/** How often the word has reached a user so far. */
const received = (user: TestUser) => ({
  mails: mails.received.filter(({ to, ...mail }) => to === user.email && JSON.stringify(mail).includes(WORD)).length,
  pushes: browsers
    .get(user)!
    .received.filter((message) => JSON.stringify(browsers.get(user)!.read(message)).includes(WORD)).length,
});

test('replies and mentions reach the members of the group only', async () => {
  const mentions = `@${member.handle} @${outsider.handle}`;
  await reply(author, thread, { content: 'Hello' });
  await createThread(
    author,
    (await hub.database.one<{ id: string }>('select category_id as id from forum_threads'))!.id,
    {
      title: `Also ${WORD}`,
      content: mentions,
    },
  );
  const body = { content_type: 'document', content_id: document, content: `Comment ${mentions}` };
  expect((await author.request('POST', '/comments', { body })).status).toBe(201);
  await settle();
  expect(received(member)).toEqual({ mails: 3, pushes: 3 });
  expect(received(outsider)).toEqual({ mails: 0, pushes: 0 });
  await sendDigests();
  expect(received(member)).toEqual({ mails: 4, pushes: 3 });
  expect(received(outsider)).toEqual({ mails: 0, pushes: 0 });
});

test('who leaves the group before a notification is sent gets none', async () => {
  const before = received(member);
  const notify = (type: string, id: string) =>
    hub.get(NotificationsFacade).notify({
      userIds: [member.id],
      key: randomUUID(),
      kind: 'comment',
      title: () => `Title ${WORD}`,
      message: () => `Message ${WORD}`,
      url: '/docs/x',
      subject: { type, id },
    });
  await hub.database.transaction(async () => {
    await notify('document', document);
    await notify('thread', thread);
    await removeMember(hub, group, member);
  });
  await settle();
  await sendDigests();
  expect(received(member)).toEqual(before);
  const inbox = await member.request('GET', '/notifications');
  expect([inbox.text.includes(WORD), inbox.headers['x-unread-count'] ?? '0']).toEqual([false, '0']);
  // What they could read again waits in the inbox.
  await addMember(hub, group, member);
  expect((await member.request('GET', '/notifications')).text).toContain(`Message ${WORD}`);
});
