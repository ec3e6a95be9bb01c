import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Authenticator } from '../../../../test/support/authenticator.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';

let hub: TestApp;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  hub = await createTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Hub <hub@example.org>' });
});
afterAll(async () => {
  await hub.close();
  await server.stop();
});

const mailsTo = ({ email }: TestUser, subject: string) =>
  server.received.filter((mail) => mail.to === email && mail.subject.startsWith(subject));
const mailTo = async (user: TestUser, subject: string) =>
  (
    await waitFor(
      () => mailsTo(user, subject),
      (mails) => mails.length > 0,
      15_000,
    )
  )[0]!;
const verify = ({ id }: TestUser) =>
  hub.database.query('update users set email_verified_at = now() where id = $1', [id]);

async function addPasskey(user: TestUser, name: string): Promise<void> {
  const { challenge } = (await user.request<{ challenge: string }>('POST', '/auth/passkeys/registration-options')).body;
  expect(
    (await user.request('POST', '/auth/passkeys', { body: { ...new Authenticator().create({ challenge }), name } }))
      .status,
  ).toBe(201);
}

async function changePassword(user: TestUser, times: number): Promise<void> {
  for (let n = 0, current = user.password; n < times; n++) {
    const password = `secret number ${n}`;
    expect(
      (await user.request('POST', '/auth/change-password', { body: { current_password: current, password } })).status,
    ).toBe(200);
    current = password;
  }
}

test('mails to an unverified address contain no text from the user', async () => {
  const phishingText = 'You won, see evil.example';
  const stranger = await hub.users.create('VIEWER', phishingText);
  await addPasskey(stranger, phishingText);
  await hub.request('POST', '/auth/forgot-password', { body: { email: stranger.email } });
  await stranger.request('POST', '/auth/verify-email/send');
  for (const subject of ['Welcome to', 'Reset your password', 'Your account at', 'Confirm your']) {
    const { subject: whole, text, html } = await mailTo(stranger, subject);
    expect(whole + text + html).not.toContain('evil.example');
  }
});

test('the owner of an account gets a mail about a new API token, without text of its author', async () => {
  const user = await hub.users.create('VIEWER', 'Ann Example');
  await verify(user);
  const create = async (fields: object) =>
    (
      await user.request<{ hint: string; expires_at: string | null }>('POST', '/auth/api-tokens', {
        body: { name: 'evil.example', scopes: ['read', 'write'], ...fields },
      })
    ).body;
  const [limited, unlimited] = [await create({}), await create({ expires_in: 'none', scopes: ['read'] })];
  const texts = (
    await waitFor(
      () => mailsTo(user, 'Your account at'),
      (mails) => mails.length === 2,
      15_000,
    )
  ).map(({ text }) => text);
  expect(texts).toContainEqual(
    expect.stringContaining(
      `Hello Ann Example\n\nThe API token ${limited.hint}… was created for your account. ` +
        `It can read and write, and expires on ${limited.expires_at!.slice(0, 10)}.`,
    ),
  );
  expect(texts).toContainEqual(
    expect.stringContaining(`The API token ${unlimited.hint}… was created for your account. It can read, and does`),
  );
  expect(texts.join('')).not.toContain('evil.example');
  expect(texts.join('')).toContain('This also ends all sessions and revokes all API tokens.');
});

test('mails to a verified address greet the user by name', async () => {
  const user = await hub.users.create('VIEWER', 'Ann Example');
  await verify(user);
  await addPasskey(user, 'My phone');
  expect((await mailTo(user, 'Your account at')).text).toMatch(
    /^Hello Ann Example\n\nA passkey was added to your account\./,
  );
});

test('notices to an unverified address are limited; those to a verified one are always sent', async () => {
  const [stranger, user] = [await hub.users.create(), await hub.users.create()];
  await verify(user);
  await Promise.all([changePassword(stranger, 7), changePassword(user, 7)]);
  await waitFor(
    () => mailsTo(user, 'Your account at'),
    (mails) => mails.length === 7,
    15_000,
  );
  await waitFor(
    () => mailsTo(stranger, 'Your account at'),
    (mails) => mails.length === 5,
    15_000,
  );
  // Mails queued earlier are delivered first.
  await hub.request('POST', '/auth/forgot-password', { body: { email: stranger.email } });
  await mailTo(stranger, 'Reset your password');
  expect(mailsTo(stranger, 'Your account at')).toHaveLength(5);
});
