import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDocument } from '../../../../test/support/documents.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { NotificationsFacade } from '../notifications.facade.js';
import type { NotificationInput } from './notification-store.js';

let hub: TestApp;
let server: MailServer;
let ann: TestUser;
beforeAll(async () => {
  server = await startMailServer();
  hub = await createTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'Hub <hub@example.org>',
    PUBLIC_URL: 'https://hub.example.org',
  });
});
beforeEach(async () => {
  ann = await createVerifiedUser();
});
afterAll(async () => {
  await hub.close();
  await server.stop();
});

/** Creates a user with a verified email address. */
async function createVerifiedUser(role?: string): Promise<TestUser> {
  const user = await hub.users.create(role);
  await hub.database.query('update users set email_verified_at = now() where id = $1', [user.id]);
  return user;
}
const NEWS = 'Grüße & <b>News</b>';
const news: NotificationInput = {
  userIds: [],
  key: '',
  kind: 'comment',
  title: () => NEWS,
  message: () => 'Something\nhappened.',
  url: '/docs/x?a=1',
  subject: null,
};
const notify = (fields: Partial<NotificationInput> = {}) =>
  hub.get(NotificationsFacade).notify({ ...news, userIds: [ann.id], key: randomUUID(), ...fields });
const mailsOf = (user: TestUser) =>
  server.received.filter(({ to, subject }) => to === user.email && !subject.startsWith('Welcome'));
const mailOf = async (user: TestUser) =>
  (
    await waitFor(
      () => mailsOf(user),
      (mails) => mails.length > 0,
    )
  )[0]!;
const preferences = async (user: TestUser) =>
  (await user.request<{ notification_preferences: object }>('GET', '/auth/me')).body.notification_preferences;
const wants = async () => ((await preferences(ann)) as { email: boolean }).email;
const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

test('a notification mail has text and HTML, a link to its subject and an unsubscribe link', async () => {
  await notify();
  const { subject, text, html, headers } = await mailOf(ann);
  expect(subject).toBe(NEWS);
  expect(text).toContain('Something\nhappened.');
  expect(text).toContain('https://hub.example.org/docs/x?a=1');
  expect(html).toContain('Grüße &amp; &lt;b&gt;News&lt;/b&gt;');
  expect(html).toContain('href="https://hub.example.org/docs/x?a=1"');
  const link = /^<(https:\/\/hub\.example\.org\/api\/notifications\/unsubscribe\?token=[\w.-]+)>$/.exec(
    headers.get('list-unsubscribe') ?? '',
  )?.[1];
  expect(link).toBeDefined();
  expect([headers.get('list-unsubscribe-post'), headers.get('auto-submitted')]).toEqual([
    'List-Unsubscribe=One-Click',
    'auto-generated',
  ]);
  expect(text).toContain(link);
  expect(html).toContain(`href="${link}"`);
});

test('one mail per event; none after a rollback or for users who have disabled mails', async () => {
  const [bob, eve, key] = [await createVerifiedUser(), await createVerifiedUser(), randomUUID()];
  await hub.database.query(`update users set preferences = '{"email": false, "in_app": true}' where id = $1`, [bob.id]);
  await hub.database.query(`update users set preferences = '{"email": true, "in_app": false}' where id = $1`, [eve.id]);
  const undone = hub.database.transaction(async () => {
    await notify({ title: () => 'Undone' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await Promise.all(Array.from({ length: 10 }, () => notify({ key, userIds: [ann.id, bob.id, eve.id] })));
  await notify({ title: () => 'Last' });
  // Mails are sent concurrently, so the last may arrive before the first.
  await waitFor(
    () => [mailsOf(ann).length, mailsOf(eve).length],
    ([ofAnn = 0, ofEve = 0]) => ofAnn >= 2 && ofEve >= 1,
  );
  expect(
    mailsOf(ann)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual([NEWS, 'Last']);
  expect([mailsOf(bob).length, mailsOf(eve).length]).toEqual([0, 1]);
  expect((await bob.request('GET', '/notifications')).body).toHaveLength(1);
  expect((await eve.request('GET', '/notifications')).body).toHaveLength(0);
});

test('of bundled notifications there is one mail each, with its own text and link', async () => {
  const eve = await createVerifiedUser();
  await hub.database.query(`update users set preferences = '{"email": true, "in_app": false}' where id = $1`, [eve.id]);
  for (const number of [2, 3])
    await notify({
      userIds: [ann.id, eve.id],
      title: () => `Reply ${number}`,
      bundle: {
        key: 'thread',
        number,
        unseen: new Map(),
        title: () => 'Replies',
        messageEnd: () => ' replies',
        subject: null,
      },
    });
  await waitFor(
    () => [mailsOf(ann).length, mailsOf(eve).length],
    ([ofAnn = 0, ofEve = 0]) => ofAnn >= 2 && ofEve >= 2,
  );
  for (const user of [ann, eve])
    expect(
      mailsOf(user)
        .map((mail) => mail.subject)
        .sort(),
    ).toEqual(['Reply 2', 'Reply 3']);
  const rows = await hub.database.query('select title, message from notifications where user_id = $1 and in_app', [
    ann.id,
  ]);
  expect(rows).toEqual([{ title: 'Replies', message: '2 replies' }]);
});

test('no mail is sent to an unverified address; the notification is still created', async () => {
  const unconfirmed = await hub.users.create();
  await notify({ userIds: [unconfirmed.id, ann.id] });
  await mailOf(ann);
  expect(mailsOf(unconfirmed)).toEqual([]);
  expect((await unconfirmed.request('GET', '/notifications')).body).toHaveLength(1);
  expect(await preferences(unconfirmed)).toEqual({ email: true, in_app: true });
  await hub.database.query('update users set email_verified_at = now() where id = $1', [unconfirmed.id]);
  await notify({ userIds: [unconfirmed.id], title: () => 'From now on' });
  expect((await mailOf(unconfirmed)).subject).toBe('From now on');
});

test('no mail is sent about hidden content', async () => {
  const editor = await createVerifiedUser('EDITOR');
  const { id } = await createDocument(editor, { title: 'Secret' });
  await notify({ userIds: [ann.id, editor.id], title: () => 'Secret', subject: { type: 'document', id } });
  await mailOf(editor);
  expect(mailsOf(ann)).toEqual([]);
});

test('a mail that the server refuses temporarily is retried and delivered once', async () => {
  server.refuseNext(451, 'busy');
  await notify();
  await mailOf(ann);
  expect(server.refused).toBe(1);
  expect(mailsOf(ann)).toHaveLength(1);
});

test('a user gets at most 30 mails per hour', async () => {
  for (let n = 0; n < 33; n++) await notify({ title: () => `News ${n}` });
  await waitFor(
    () => mailsOf(ann),
    (mails) => mails.length >= 30,
    15_000,
  );
  await notify({ userIds: [(await createVerifiedUser()).id], title: () => 'A later one' });
  await waitFor(
    () => server.received,
    (all) => all.some(({ subject }) => subject === 'A later one'),
  );
  expect(mailsOf(ann)).toHaveLength(30);
  expect((await ann.request('GET', '/notifications/unread-count')).body).toEqual({ unread_count: 33 });
});

describe('the unsubscribe link', () => {
  let path: string;
  beforeEach(async () => {
    await notify();
    const { headers } = await mailOf(ann);
    path = headers.get('list-unsubscribe')!.slice(1, -1).replace('https://hub.example.org/api', '');
  });

  test('shows a confirmation page that changes nothing', async () => {
    for (const method of ['GET', 'HEAD'] as const) expect((await hub.request(method, path)).status).toBe(200);
    const { text, headers } = await hub.request('GET', path, { headers: { accept: 'text/html' } });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/<form method="post">.*<button type="submit">Turn off<\/button>/);
    expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await wants()).toBe(true);
  });

  test('unsubscribes from mails only, by one click in any mail program', async () => {
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    for (const { type, body } of [
      { type: 'application/x-www-form-urlencoded', body: 'List-Unsubscribe=One-Click' },
      { type: 'multipart/form-data; boundary=x', body: form },
      { type: undefined, body: undefined },
    ]) {
      const sent = await hub.request('POST', path, { headers: type ? { 'content-type': type } : {}, body });
      expect([type, sent.status]).toEqual([type, 200]);
      expect(sent.body).toMatchObject({ message: expect.stringContaining('won’t receive email notifications') });
      expect(await preferences(ann)).toEqual({ email: false, in_app: true });
      await hub.database.query(`update users set preferences = '{"email": true, "in_app": true}' where id = $1`, [
        ann.id,
      ]);
    }
    await hub.request('POST', path);
    await notify({ title: () => 'Not by mail' });
    await notify({ userIds: [(await createVerifiedUser()).id], title: () => `After ${ann.id}` });
    await waitFor(
      () => server.received,
      (all) => all.some(({ subject }) => subject === `After ${ann.id}`),
    );
    expect(mailsOf(ann).map(({ subject }) => subject)).toEqual([NEWS]);
    expect((await ann.request('GET', '/notifications')).body).toHaveLength(2);
  });

  test('unsubscribes by the button of the page, also when another user is signed in', async () => {
    const other = await hub.users.create();
    const cookie = {
      cookie: `session_token=${other.token}`,
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const { status, text, headers } = await hub.request('POST', path, { headers: cookie, body: '' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('You won’t receive email notifications anymore.');
    expect([await wants(), await preferences(other)]).toEqual([false, { email: true, in_app: true }]);
  });

  test('works only with a valid signature', async () => {
    const token = path.split('token=')[1]!;
    const [id = '', signature = ''] = token.split('.');
    for (const wrong of [
      '',
      'x',
      id,
      `${id}.`,
      `${flipped(id)}.${signature}`,
      `${id}.${flipped(signature)}`,
      `${token}x`,
      `${token}&token=${token}`,
      "'",
      '%00',
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        expect(await hub.request(method, `/notifications/unsubscribe?token=${wrong}`)).toMatchObject({
          status: 400,
          headers: { 'content-type': 'application/problem+json; charset=utf-8' },
          body: { code: 'wrong_link', status: 400, request_id: expect.any(String) },
        });
        const page = await hub.request(method, `/notifications/unsubscribe?token=${wrong}`, {
          headers: { accept: 'text/html' },
        });
        expect(page).toMatchObject({
          status: 400,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          text: expect.stringContaining('This link does not work'),
        });
      }
    }
    expect(await wants()).toBe(true);
  });
});
