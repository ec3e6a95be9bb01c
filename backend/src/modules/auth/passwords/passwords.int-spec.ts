import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import argon2 from '@node-rs/argon2';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { SessionOpenedResponse } from '../sessions/sessions.dto.js';

let hub: TestApp;
let ann: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
});
beforeEach(async () => {
  ann = await hub.users.create();
});
afterAll(() => hub.close());

const signIn = (password: string, user = ann) =>
  hub.request<SessionOpenedResponse>('POST', '/auth/login-manual', { body: { email: user.email, password } });
const isAlive = async (token: string) =>
  (await hub.request('GET', '/auth/me', { headers: { authorization: `Bearer ${token}` } })).status === 200;
const change = (current_password: string, password: string, user = ann) =>
  user.request('POST', '/auth/change-password', { body: { current_password, password } });
const forgetPassword = () => hub.database.query('update users set password_hash = null where id = $1', [ann.id]);

describe('setting up a first password', () => {
  test('is for accounts without one', async () => {
    await forgetPassword();
    expect((await ann.request('GET', '/auth/me')).body).toMatchObject({ needs_password_setup: true });
    expect(await ann.request('POST', '/auth/setup-password', { body: { password: ' new secret ' } })).toMatchObject({
      status: 200,
      body: { message: 'Password setup successful!' },
    });
    expect((await ann.request('GET', '/auth/me')).body).toMatchObject({ needs_password_setup: false });
    expect((await signIn(' new secret ')).status).toBe(200);
  });

  test('is refused when a password exists, so that an open session cannot replace it', async () => {
    expect(await ann.request('POST', '/auth/setup-password', { body: { password: 'new secret' } })).toMatchObject({
      status: 409,
      body: { code: 'has_password' },
    });
    expect((await signIn(ann.password)).status).toBe(200);
  });

  test('succeeds once in concurrent requests', async () => {
    await forgetPassword();
    const responses = await Promise.all(
      ['first password', 'second password', 'third password'].map((password) =>
        ann.request('POST', '/auth/setup-password', { body: { password } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('changing the password', () => {
  test('ends all other sessions', async () => {
    const [other, remembered] = [await signIn(ann.password), await signIn(ann.password)];
    expect((await change(ann.password, 'another secret')).status).toBe(200);
    expect(await isAlive(ann.token)).toBe(true);
    for (const { body } of [other, remembered]) expect(await isAlive(body.session_token)).toBe(false);
    expect((await signIn(ann.password)).status).toBe(401);
    expect((await signIn('another secret')).status).toBe(200);
  });

  test('needs the current password, with an error at its field', async () => {
    for (const wrong of ['wrong', ann.password.toUpperCase(), ` ${ann.password}`]) {
      expect(await change(wrong, 'another secret')).toMatchObject({
        status: 400,
        body: {
          code: 'wrong_password',
          errors: [{ field: 'current_password', message: 'This is not your current password.' }],
        },
      });
    }
    expect((await signIn(ann.password)).status).toBe(200);
  });

  test('counts wrong passwords like failed sign-ins', async () => {
    for (let i = 0; i < 10; i++) expect((await change('wrong', 'another secret')).status).toBe(400);
    expect(await change(ann.password, 'another secret')).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect((await signIn(ann.password)).status).toBe(429);
    expect((await signIn('not theirs', await hub.users.create())).status).toBe(401);
  });

  test('succeeds once in concurrent requests', async () => {
    const responses = await Promise.all(
      ['first secret', 'second secret'].map((password) => change(ann.password, password)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is refused for accounts without a password', async () => {
    await forgetPassword();
    expect(await change('anything', 'another secret')).toMatchObject({ status: 409, body: { code: 'no_password' } });
  });
});

const storedHash = async () =>
  (await hub.database.one<{ hash: string }>('select password_hash as hash from users where id = $1', [ann.id]))!.hash;

describe('a password is the same on every keyboard', () => {
  const composed = 'Caf\u00e9 \ufb01ne';
  const decomposed = 'Cafe\u0301\u00a0fine';

  test('after a registration, a change and a reset', async () => {
    const email = 'keyboard@example.org';
    expect(
      (await hub.request('POST', '/auth/register', { body: { email, name: 'Kay', password: composed } })).status,
    ).toBe(201);
    expect((await signIn(decomposed, { ...ann, email })).status).toBe(200);
    expect((await change(ann.password, decomposed)).status).toBe(200);
    expect((await signIn(composed)).status).toBe(200);
    expect((await change(composed, 'Stra\u00dfe 123')).status).toBe(200);
    expect((await signIn('\uff33tra\u00dfe\u3000\uff11\uff12\uff13')).status).toBe(200);
    expect((await signIn('Strasse 123')).status).toBe(401);
  });

  test('a hash of the password as typed keeps working, and is renewed at the sign-in', async () => {
    await hub.database.query('update users set password_hash = $2 where id = $1', [
      ann.id,
      await argon2.hash(decomposed),
    ]);
    const former = await storedHash();
    expect((await change(composed, 'another secret')).status).toBe(400);
    expect((await change(decomposed, decomposed)).status).toBe(200);
    await hub.database.query('update users set password_hash = $2 where id = $1', [ann.id, former]);
    expect((await signIn(composed)).status).toBe(401);
    expect(await storedHash()).toBe(former);
    expect((await signIn(decomposed)).status).toBe(200);
    expect(await storedHash()).not.toBe(former);
    for (const password of [decomposed, composed]) expect((await signIn(password)).status).toBe(200);
  });

  test('lengths are those of the normalised password', async () => {
    expect((await change(ann.password, 'e\u0301'.repeat(5))).status).toBe(400);
    const longest = 'e\u0301'.repeat(200);
    expect((await change(ann.password, `${longest}e`)).status).toBe(400);
    expect((await change(ann.password, longest)).status).toBe(200);
    expect((await signIn(longest)).status).toBe(200);
    expect((await change(longest, '\ufdfa'.repeat(15_000))).status).toBe(400);
  });

  test('an unknown account takes as many comparisons as a known one', async () => {
    const verify = jest.spyOn(argon2, 'verify');
    const unknown = { ...ann, email: 'nobody@example.org' };
    for (const [password, user, comparisons] of [
      [decomposed, ann, 2],
      [decomposed, unknown, 2],
      ['plain ascii', ann, 1],
      ['plain ascii', unknown, 1],
    ] as const) {
      verify.mockClear();
      expect((await signIn(password, user)).status).toBe(401);
      expect(verify).toHaveBeenCalledTimes(comparisons);
    }
    verify.mockRestore();
  });
});
