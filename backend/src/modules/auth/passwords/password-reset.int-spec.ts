import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import argon2 from '@node-rs/argon2';
import { waitFor } from '../../../../test/support/wait-for.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { OwnUserResponse } from '../users/users.dto.js';

// The real argon2; only counted.
const hash = jest.spyOn(argon2, 'hash');

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
  ann = await hub.users.create('VIEWER', 'Ann');
});
afterAll(async () => {
  await hub.close();
  await server.stop();
});

const forgot = (email: string, headers: Record<string, string> = {}, of = hub) =>
  of.request('POST', '/auth/forgot-password', { body: { email }, headers });
const reset = (token: string, password = 'brand new secret') =>
  hub.request('POST', '/auth/reset-password', { body: { token, password } });
const verify = (token: string) => hub.request('POST', '/auth/verify-email', { body: { token } });
const signIn = async (password: string, user = ann) =>
  (await hub.request('POST', '/auth/login-manual', { body: { email: user.email, password } })).status;
const me = async (user = ann) => (await user.request<OwnUserResponse>('GET', '/auth/me')).body;
const mailTo = async (to: string, subject: string, nth = 0) =>
  (
    await waitFor(
      () => server.received.filter((mail) => mail.to === to && mail.subject === subject),
      (mails) => mails.length > nth,
      15_000,
    )
  )[nth]!;
const tokenIn = ({ text }: { text: string }, page: string) =>
  new RegExp(`https://hub\\.example\\.org/${page}#token=([\\w-]{43})\\s`).exec(text)?.[1] ?? '';

const RESET = 'Reset your password at Knowledge Hub';
async function resetToken(user = ann): Promise<string> {
  expect((await forgot(user.email)).status).toBe(202);
  return tokenIn(await mailTo(user.email, RESET), 'reset-password');
}
const welcomeToken = async (user = ann) =>
  tokenIn(await mailTo(user.email, 'Welcome to Knowledge Hub'), 'verify-email');
const expired = {
  status: 400,
  body: {
    code: 'link_expired',
    errors: [{ field: 'token', message: 'This link has expired or has already been used. Please request a new one.' }],
  },
};

test('known and unknown addresses get the same response with the same work', async () => {
  const responses = [];
  for (const email of [ann.email, 'nobody@example.org']) {
    hash.mockClear();
    const statements = await hub.statementsOf(async () => {
      const { status, text, headers } = await forgot(email);
      responses.push({ status, text, cookie: headers['set-cookie'] });
    });
    responses.push({ hashings: hash.mock.calls.length, statements });
  }
  expect(responses[0]).toEqual({
    status: 202,
    text: expect.stringContaining('If there is an account'),
    cookie: undefined,
  });
  expect(responses.slice(2)).toEqual(responses.slice(0, 2));
  expect(responses[1]).toMatchObject({ hashings: 0 });
  await mailTo(ann.email, RESET);
  await pause(300);
  expect(server.received.filter(({ to }) => to === 'nobody@example.org')).toEqual([]);
});

describe('the link', () => {
  test('sets a new password, once; ends all sessions and opens none', async () => {
    const token = await resetToken();
    const response = await reset(token);
    expect(response).toMatchObject({
      status: 200,
      headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }),
    });
    expect(response.text).not.toContain('session_token');
    expect((await ann.request('GET', '/auth/me')).status).toBe(401);
    expect([await signIn(ann.password), await signIn('brand new secret')]).toEqual([401, 200]);
    expect(await reset(token, 'once more')).toMatchObject(expired);
    expect(await signIn('brand new secret')).toBe(200);
    expect((await mailTo(ann.email, 'Your account at Knowledge Hub')).text).toContain(
      'The password of your account was reset.',
    );
  });

  test('works once in concurrent requests', async () => {
    const token = await resetToken();
    const responses = await Promise.all(Array.from({ length: 5 }, (_, i) => reset(token, `password ${i}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('is valid for an hour', async () => {
    const token = await resetToken();
    const [{ seconds }] = (await hub.database.query<{ seconds: number }>(
      `select extract(epoch from expires_at - now())::int as seconds from one_time_tokens
       where user_id = $1 and kind = 'password_reset'`,
      [ann.id],
    )) as [{ seconds: number }];
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
    await hub.database.query(`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1`, [
      ann.id,
    ]);
    expect(await reset(token)).toMatchObject(expired);
    expect(await signIn(ann.password)).toBe(200);
  });

  test('expires when the password changes', async () => {
    const token = await resetToken();
    expect(
      (
        await ann.request('POST', '/auth/change-password', {
          body: { current_password: ann.password, password: 'changed meanwhile' },
        })
      ).status,
    ).toBe(200);
    expect(await reset(token)).toMatchObject(expired);
  });

  test('of another kind, a deactivated account or an unknown token does nothing, without hashing', async () => {
    const ofAnotherKind = await welcomeToken();
    const token = await resetToken();
    await hub.database.query('update users set deactivated_at = now() where id = $1', [ann.id]);
    expect(await reset(token)).toMatchObject(expired);
    hash.mockClear();
    for (const wrong of [ofAnotherKind, 'x'.repeat(43), '\u2603']) expect(await reset(wrong)).toMatchObject(expired);
    expect(hash).not.toHaveBeenCalled();
  });

  test('is stored as a hash only, and in no finished job', async () => {
    const token = await resetToken();
    expect(
      await hub.database.query('select hash from one_time_tokens where to_json(one_time_tokens)::text like $1', [
        `%${token}%`,
      ]),
    ).toEqual([]);
  });

  test('works for a user who is locked out by failed sign-ins', async () => {
    for (let i = 0; i < 10; i++) await signIn('wrong');
    expect(await signIn(ann.password)).toBe(429);
    expect((await reset(await resetToken())).status).toBe(200);
    expect(await signIn('brand new secret')).toBe(200);
  });
});

const backdoors = async () =>
  (
    await hub.database.query(
      `select credential_id from passkeys where user_id = $1 union all select subject from external_identities
       where user_id = $1`,
      [ann.id],
    )
  ).length;

const plantBackdoors = () =>
  hub.database.transaction(async () => {
    await hub.database.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       values (gen_random_uuid(), $1, $2, '', 0, '{}', false, 'x', now())`,
      [ann.id, `backdoor-${ann.id}`],
    );
    await hub.database.query(
      `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at)
       values (gen_random_uuid(), 'https://issuer.example', 'backdoor', $1, now(), now())`,
      [ann.id],
    );
  });

describe('an attacker who registered the address of another user', () => {
  test('loses all credentials when the owner resets the password', async () => {
    await plantBackdoors();
    await reset(await resetToken());
    expect(await backdoors()).toBe(0);
    const again = await hub.request<{ user: OwnUserResponse }>('POST', '/auth/login-manual', {
      body: { email: ann.email, password: 'brand new secret' },
    });
    expect(again.body.user).toMatchObject({ email_verified: true });
  });

  test('keeps them after verifying the address', async () => {
    await verify(await welcomeToken());
    await plantBackdoors();
    await reset(await resetToken());
    expect(await backdoors()).toBe(2);
  });
});

describe('rate limits', () => {
  test.each(['known', 'unknown'])(
    'five resets per hour for a %s address, in any letter case and from any client',
    async (kind) => {
      const email = kind === 'known' ? ann.email : `unknown-${Date.now()}@example.org`;
      for (let i = 0; i < 5; i++)
        expect(
          (await forgot(i % 2 ? email.toUpperCase() : email, { 'x-forwarded-for': `203.0.113.${i}` })).status,
        ).toBe(202);
      const refused = await forgot(email, { 'x-forwarded-for': '203.0.113.99' });
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    },
  );
});

test('without a mail server the response says so for all addresses', async () => {
  const silent = await createTestApp();
  const known = await silent.users.create();
  const [one, other] = [await forgot(known.email, {}, silent), await forgot('nobody@example.org', {}, silent)];
  expect(one).toMatchObject({ status: 202, body: { message: expect.stringContaining('can’t send email') } });
  expect(other.text).toBe(one.text);
  expect((await known.request('POST', '/auth/verify-email/send')).body).toEqual({
    message: 'This hub can’t send email, so it can’t confirm your address.',
  });
  await silent.close();
});

describe('an email address', () => {
  test('is verified by the link of the one welcome mail, also repeatedly', async () => {
    expect(await me()).toMatchObject({ email_verified: false });
    const token = await welcomeToken();
    for (let i = 0; i < 2; i++)
      expect(await verify(token)).toMatchObject({ status: 200, body: { message: 'Your email address is confirmed.' } });
    expect(await me()).toMatchObject({ email_verified: true });
    expect(server.received.filter(({ to }) => to === ann.email)).toHaveLength(1);
  });

  test('can be verified again by mail, five times an hour, until it is verified', async () => {
    expect((await ann.request('POST', '/auth/verify-email/send')).status).toBe(200);
    const mail = await mailTo(ann.email, 'Confirm your email address at Knowledge Hub');
    for (let i = 0; i < 4; i++) expect((await ann.request('POST', '/auth/verify-email/send')).status).toBe(200);
    expect((await ann.request('POST', '/auth/verify-email/send')).status).toBe(429);
    expect((await verify(tokenIn(mail, 'verify-email'))).status).toBe(200);
    expect(await ann.request('POST', '/auth/verify-email/send')).toMatchObject({
      status: 409,
      body: { code: 'email_verified' },
    });
  });

  test('is not verified by a link that is expired, or for another address or purpose', async () => {
    const [token, ofReset] = [await welcomeToken(), await resetToken()];
    for (const wrong of [ofReset, 'made-up']) expect(await verify(wrong)).toMatchObject(expired);
    await hub.database.query('update users set email = $2 where id = $1', [ann.id, `moved-${ann.email}`]);
    expect(await verify(token)).toMatchObject(expired);
    await hub.database.query('update users set email = $2 where id = $1', [ann.id, ann.email]);
    await hub.database.query(`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1`, [
      ann.id,
    ]);
    expect(await verify(token)).toMatchObject(expired);
    expect(await me()).toMatchObject({ email_verified: false });
  });
});
