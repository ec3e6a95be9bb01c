import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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
