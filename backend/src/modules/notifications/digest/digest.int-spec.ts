import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { NotificationsFacade } from '../notifications.facade.js';
import { DigestScheduler } from './digest-scheduler.js';
import { DigestSender, SEND_DIGEST } from './digest-sender.js';

let hub: TestApp;
let server: MailServer;
let editor: TestUser;
let ann: TestUser;
beforeAll(async () => {
  server = await startMailServer();
  hub = await createTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'Hub <hub@example.org>',
    PUBLIC_URL: 'https://hub.example.org',
  });
  editor = await hub.users.create('EDITOR', 'Edda Editor');
});
beforeEach(async () => {
  ann = await createReader();
});
afterAll(async () => {
  await hub.close();
  await server.stop();
});

/** A user with a confirmed address, a daily digest and no other mails. */
async function createReader(role?: string): Promise<TestUser> {
  const user = await hub.users.create(role);
  await hub.database.query('update users set email_verified_at = now() where id = $1', [user.id]);
  await user.request('PUT', '/profile', { body: { notification_preferences: { email: false } } });
  await user.request('PUT', '/notifications/settings', { body: { digest: 'daily', time_zone: 'Europe/Berlin' } });
  await setDue(user);
  await waitForJobs(hub.database, 'mail.send');
  return user;
}
/** As if the digest had been chosen two days ago. */
const setDue = (user: TestUser) =>
  hub.database.query(
    `update notification_settings set next_digest_at = now() - interval '1 hour',
       digested_at = now() - interval '2 days' where user_id = $1`,
    [user.id],
  );
const due = async (user: TestUser) => {
  const [row] = await hub.database.query<{ next_digest_at: Date | null }>(
    'select next_digest_at from notification_settings where user_id = $1',
    [user.id],
  );
  return row!.next_digest_at;
};
const publish = (title: string, fields: object = {}) =>
  createDocument(editor, { title, status: 'PUBLISHED', ...fields });
const mailsOf = (user: TestUser) =>
  server.received.filter(({ to, subject }) => to === user.email && !subject.startsWith('Welcome'));
const sendDue = async () => {
  await hub.get(DigestScheduler).queueDue();
  await waitForJobs(hub.database, SEND_DIGEST);
};
const notify = (title: string, documentId: string) =>
  hub.get(NotificationsFacade).notify({
    userIds: [ann.id],
    key: randomUUID(),
    kind: 'comment',
    title: () => title,
    message: () => `${title} happened.`,
    url: '/docs/x',
    subject: { type: 'document', id: documentId },
  });

test('a digest has unread notifications, new items and active threads, each with its link', async () => {
  const { id, slug } = (await publish('News <of> today', { summary: 'In short' })) as { id: string; slug: string };
  await notify('Something', id);
  const category = await createForumCategory(await hub.users.create('ADMIN'));
  const thread = await createThread(editor, category.id, { title: 'What now?' });
  await reply(editor, thread.id);
  await sendDue();
  const [{ subject, text, html, headers }] = mailsOf(ann) as [ReturnType<typeof mailsOf>[number]];
  expect(subject).toMatch(/^Your daily digest: /);
  expect(text).toContain('UNREAD NOTIFICATIONS\n\nSomething happened.\nhttps://hub.example.org/docs/x');
  expect(text).toContain(`News <of> today\nIn short\nhttps://hub.example.org/docs/${slug}`);
  expect(text).toContain(`What now?\n1 reply\nhttps://hub.example.org/community/thread/${thread.id}`);
  expect(html).toContain('News &lt;of&gt; today</a><br>In short');
  expect([headers.get('list-unsubscribe-post'), headers.get('list-unsubscribe')]).toEqual([
    'List-Unsubscribe=One-Click',
    expect.stringMatching(/^<https:\/\/hub\.example\.org\/api\/notifications\/unsubscribe\?token=[\w.-]+>$/),
  ]);
  // Tomorrow at 8:00 in Berlin, and nothing before.
  const next = await due(ann);
  expect(next!.getTime()).toBeGreaterThan(Date.now());
  expect(next!.getTime()).toBeLessThan(Date.now() + 26 * 3600_000);
  await sendDue();
  expect(mailsOf(ann)).toHaveLength(1);
});

test('of a group that was read in part, the latest unread notification is listed', async () => {
  const { id } = await publish('Discussed');
  await notify('Earlier', id);
  await notify('Later', id);
  const [latest] = (await ann.request<{ id: string }[]>('GET', '/notifications')).body;
  await ann.request('PUT', `/notifications/${latest!.id}/read`);
  await sendDue();
  const [{ text }] = mailsOf(ann) as [ReturnType<typeof mailsOf>[number]];
  expect([text.includes('Earlier happened.'), text.includes('Later happened.')]).toEqual([true, false]);
});

test('several instances that run at once send one digest', async () => {
  await publish('For all');
  const others = [await createReader(), await createReader(), await createReader()];
  await Promise.all(Array.from({ length: 5 }, () => hub.get(DigestScheduler).queueDue()));
  await waitForJobs(hub.database, SEND_DIGEST);
  expect([ann, ...others].map((user) => mailsOf(user).length)).toEqual([1, 1, 1, 1]);
});

test('a job that runs again sends nothing, nor one that is older than the last', async () => {
  await publish('Once only');
  const sender = hub.get(DigestSender);
  const [older, id] = [uuidv7({ msecs: Date.now() - 1000 }), uuidv7()];
  const since = new Date(Date.now() - 3600_000).toISOString();
  await Promise.all(Array.from({ length: 4 }, () => sender.send({ id, userId: ann.id, since })));
  await sender.send({ id: older, userId: ann.id, since });
  expect(mailsOf(ann)).toHaveLength(1);
});

test('a digest that the server refuses temporarily is written anew, by the rights of then', async () => {
  const { id } = await publish('Soon internal');
  await publish('Stays');
  server.refuseNext(451, 'busy');
  const job = { id: uuidv7(), userId: ann.id, since: new Date(Date.now() - 3600_000).toISOString() };
  await expect(hub.get(DigestSender).send(job)).rejects.toThrow('busy');
  await editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
  await hub.get(DigestSender).send(job);
  const [{ text }] = mailsOf(ann) as [ReturnType<typeof mailsOf>[number]];
  expect([text.includes('Stays'), text.includes('Soon internal')]).toEqual([true, false]);
});

test('hidden and deleted things, drafts and what the user wrote are left out', async () => {
  const hidden = await publish('Hidden one', { visibility: 'INTERNAL' });
  await createDocument(editor, { title: 'A draft' });
  const shown = await publish('Shown one');
  await notify('Shown', shown.id);
  await notify('Archived', hidden.id);
  const category = await createForumCategory(await hub.users.create('ADMIN'));
  const gone = await createThread(editor, category.id, { title: 'Deleted thread' });
  await editor.request('DELETE', `/forum/threads/${gone.id}`);
  const veiled = await createThread(editor, category.id, { title: 'Hidden thread' });
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [veiled.id]);
  await createThread(ann, category.id, { title: 'Own thread' });
  await sendDue();
  const [{ text }] = mailsOf(ann) as [ReturnType<typeof mailsOf>[number]];
  expect(text).toContain('Shown happened.');
  expect(text).toContain('Shown one');
  expect(text).not.toMatch(/Hidden|Archived|draft|Deleted|Own thread/);
});

describe('no digest is sent', () => {
  test('when nothing has happened', async () => {
    await hub.database.query('update notification_settings set digested_at = now() where user_id = $1', [ann.id]);
    await sendDue();
    expect(mailsOf(ann)).toEqual([]);
    expect((await due(ann))!.getTime()).toBeGreaterThan(Date.now());
  });

  test('to deactivated users, unconfirmed addresses, and those who have turned it off meanwhile', async () => {
    await publish('Not for them');
    const [inactive, unconfirmed, off] = [await createReader(), await createReader(), await createReader()];
    await hub.database.query('update users set deactivated_at = now() where id = $1', [inactive.id]);
    await hub.database.query('update users set email_verified_at = null where id = $1', [unconfirmed.id]);
    await off.request('PUT', '/notifications/settings', { body: { digest: 'off' } });
    expect(await due(off)).toBeNull();
    const since = new Date(Date.now() - 3600_000).toISOString();
    await hub.get(DigestSender).send({ id: uuidv7(), userId: off.id, since });
    await sendDue();
    expect([inactive, unconfirmed, off].map((user) => mailsOf(user).length)).toEqual([0, 0, 0]);
  });
});

test('the link of the mail turns off the digest only, without signing in', async () => {
  await publish('With a link');
  await hub.database.query(`update users set preferences = '{"email": true, "in_app": true}' where id = $1`, [ann.id]);
  await sendDue();
  const { headers } = (
    await waitFor(
      () => mailsOf(ann),
      (mails) => mails.length > 0,
    )
  )[0]!;
  const path = headers.get('list-unsubscribe')!.slice(1, -1).replace('https://hub.example.org/api', '');
  const { text } = await hub.request('GET', path, { headers: { accept: 'text/html' } });
  expect(text).toContain('Turn off the digest?');
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' };
  expect(await hub.request('POST', path, form)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('won’t receive the digest anymore') },
  });
  expect((await ann.request('GET', '/notifications/settings')).body).toMatchObject({ digest: 'off' });
  expect((await ann.request('GET', '/auth/me')).body).toMatchObject({
    notification_preferences: { email: true, in_app: true },
  });
});

test('without a mail server nothing is queued, and the period ends', async () => {
  const without = await createTestApp();
  try {
    const user = await without.users.create();
    await user.request('PUT', '/notifications/settings', { body: { digest: 'daily' } });
    await without.database.query(`update notification_settings set next_digest_at = now() - interval '1 hour'`);
    await without.get(DigestScheduler).queueDue();
    expect(await without.database.query('select id from pgboss.job where name = $1', [SEND_DIGEST])).toEqual([]);
    expect(await without.database.query('select 1 from notification_settings where next_digest_at < now()')).toEqual(
      [],
    );
  } finally {
    await without.close();
  }
});
