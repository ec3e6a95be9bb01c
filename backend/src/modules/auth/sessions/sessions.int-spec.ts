import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { SessionOpenedResponse, SessionResponse } from './sessions.dto.js';

let hub: TestApp;
let secure: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
  secure = await createTestApp({ PUBLIC_URL: 'https://hub.example.org' });
});
afterAll(() => Promise.all([hub.close(), secure.close()]));

const cookieOf = (headers: { 'set-cookie'?: string | string[] }) =>
  [headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('session_token=')) ?? '';
const signIn = (
  of: TestApp,
  { email, password }: { email: string; password: string },
  fields: object = {},
  path = '/auth/login-manual',
) => of.request<SessionOpenedResponse>('POST', path, { body: { email, password, ...fields } });

describe('the cookie', () => {
  test.each([
    ['/auth/login-manual', {}, 604_800],
    ['/auth/login-manual', { remember_me: false }, 604_800],
    ['/auth/login-manual', { remember_me: true }, 2_592_000],
    ['/auth/login-manual-enhanced', { remember_me: true }, 2_592_000],
  ])('of %s with %j expires after %i seconds, like the session', async (path, fields, seconds) => {
    const user = await hub.users.create();
    const { status, headers, body } = await signIn(hub, user, fields, path);
    expect(status).toBe(200);
    const attributes = cookieOf(headers).split('; ');
    expect(attributes.sort()).toEqual(
      [`Max-Age=${seconds}`, 'HttpOnly', 'Path=/', 'SameSite=Lax', `session_token=${body.session_token}`].sort(),
    );
    const [row] = await hub.database.query<{ seconds: number }>(
      'select extract(epoch from expires_at - created_at)::int as seconds from sessions where token_hash = $1',
      [createHash('sha256').update(body.session_token).digest('base64url')],
    );
    expect(row?.seconds).toBe(seconds);
  });

  test('is Secure only with https', async () => {
    const user = await secure.users.create();
    const { headers } = await signIn(secure, user);
    expect(cookieOf(headers).split('; ')).toContain('Secure');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });

  test('is cleared by the 401 of /auth/me', async () => {
    const { status, headers } = await hub.request('GET', '/auth/me', { headers: { cookie: 'session_token=dead' } });
    expect(status).toBe(401);
    expect(cookieOf(headers)).toMatch(/^session_token=;.*Expires=Thu, 01 Jan 1970/);
  });
});

test('the token is stored as a hash only', async () => {
  const { token, id } = await hub.users.create();
  expect(token).toMatch(/^[\w-]{43}$/);
  const rows = await hub.database.query<{ all: string; token_hash: string }>(
    'select to_json(s)::text as all, token_hash from sessions s where user_id = $1',
    [id],
  );
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([createHash('sha256').update(token).digest('base64url')]);
  expect(rows[0]!.all).not.toContain(token);
});

describe('authentication', () => {
  test('of concurrent requests is their own, also in two applications of one process', async () => {
    const users = [await hub.users.create(), await secure.users.create(), await hub.users.create(), undefined];
    const responses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const user = users[i % users.length];
        const { status, body } = await (user ?? hub).request<{ id?: string }>('GET', '/auth/me');
        return { expected: user ? [200, user.id] : [401, undefined], actual: [status, body.id] };
      }),
    );
    for (const { expected, actual } of responses) expect(actual).toEqual(expected);
  });

  test('prefers the bearer token over the cookie', async () => {
    const [one, other] = [await hub.users.create(), await hub.users.create()];
    const me = (authorization: string) =>
      hub.request('GET', '/auth/me', { headers: { authorization, cookie: `session_token=${other.token}` } });
    expect((await me(`Bearer ${one.token}`)).body).toMatchObject({ id: one.id });
    expect((await me(`Bearer ${'x'.repeat(43)}`)).status).toBe(401);
    expect(
      (await hub.request('GET', '/auth/me', { headers: { cookie: `session_token=${other.token}` } })).body,
    ).toMatchObject({ id: other.id });
  });

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:3001' }, 403],
    [{ origin: 'http://localhost.evil.example:3000' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    [{}, 403],
    [{ origin: 'http://localhost:3000' }, 200],
    [{ origin: 'http://127.0.0.1:3000' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('a change that carries only the cookie, from %j: %i', async (headers, expected) => {
    const { token } = await hub.users.create();
    const response = await hub.request('POST', '/auth/logout', {
      headers: { ...headers, cookie: `session_token=${token}` },
    });
    expect(response.status).toBe(expected);
    if (expected === 403) expect(response.body).toMatchObject({ code: 'foreign_origin' });
    const still = await hub.request('GET', '/auth/me', { headers: { cookie: `session_token=${token}` } });
    expect(still.status).toBe(expected === 403 ? 200 : 401);
  });

  test('loopback host names are equal only when the hub is on loopback', async () => {
    const { token } = await secure.users.create();
    const logOut = (origin: string) =>
      secure.request('POST', '/auth/logout', { headers: { origin, cookie: `session_token=${token}` } });
    for (const origin of [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://hub.example.org',
      'https://hub.example.org.evil.example',
    ])
      expect((await logOut(origin)).status).toBe(403);
    expect((await logOut('https://hub.example.org')).status).toBe(200);
  });
});

describe('the end of a session', () => {
  test('signing out ends it at once and can be repeated', async () => {
    const user = await hub.users.create();
    const other = (await signIn(hub, user)).body.session_token;
    expect(await user.request('POST', '/auth/logout')).toMatchObject({
      status: 200,
      headers: { 'set-cookie': expect.stringContaining('1970') },
    });
    expect((await user.request('GET', '/auth/me')).status).toBe(401);
    expect((await user.request('POST', '/auth/logout')).status).toBe(200);
    expect((await hub.request('GET', '/auth/me', { headers: { authorization: `Bearer ${other}` } })).status).toBe(200);
  });

  test('a user lists their own sessions and ends one of them', async () => {
    const [user, stranger] = [await hub.users.create(), await hub.users.create()];
    const second = await hub.request<SessionOpenedResponse>('POST', '/auth/login-manual', {
      body: { email: user.email, password: user.password },
      headers: { 'user-agent': 'Second '.repeat(100) },
    });
    const { body } = await user.request<SessionResponse[]>('GET', '/auth/sessions');
    expect(body.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = body.find(({ current }) => !current)!;
    expect(other.user_agent).toHaveLength(400);
    expect((await stranger.request('DELETE', `/auth/sessions/${other.id}`)).status).toBe(404);
    expect((await user.request('DELETE', `/auth/sessions/${other.id}`)).status).toBe(200);
    expect(
      (await hub.request('GET', '/auth/me', { headers: { authorization: `Bearer ${second.body.session_token}` } }))
        .status,
    ).toBe(401);
    expect((await user.request('DELETE', `/auth/sessions/${other.id}`)).status).toBe(404);
    expect((await user.request('GET', '/auth/me')).status).toBe(200);
  });

  test('a user ends all their other sessions, and none of other users', async () => {
    const [user, stranger] = [await hub.users.create(), await hub.users.create()];
    const others = [await signIn(hub, user), await signIn(hub, user)].map(({ body }) => body.session_token);
    expect(await user.request('DELETE', '/auth/sessions')).toMatchObject({
      status: 200,
      body: { message: '2 other sessions were ended.' },
    });
    const statuses = await Promise.all(
      [...others, user.token, stranger.token].map(
        async (token) =>
          (await hub.request('GET', '/auth/me', { headers: { authorization: `Bearer ${token}` } })).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 200, 200]);
    expect(await user.request('DELETE', '/auth/sessions')).toMatchObject({
      status: 200,
      body: { message: '0 other sessions were ended.' },
    });
  });

  // Times have milliseconds on both sides of the comparison.
  test.each([`expires_at = date_trunc('milliseconds', now())`, `expires_at = now() - interval '1 day'`])(
    'it ends by itself: %s',
    async (change) => {
      const user = await hub.users.create();
      await hub.database.query(`update sessions set ${change} where user_id = $1`, [user.id]);
      expect((await user.request('GET', '/auth/me')).status).toBe(401);
      expect((await user.request('GET', '/auth/sessions')).status).toBe(401);
    },
  );

  test.each([
    ['deactivated_at', { status: 403, body: { code: 'account_disabled' } }],
    ['erased_at', { status: 401, body: { code: 'invalid_credentials' } }],
  ])('ends with the account: %s', async (column, refusal) => {
    const user = await hub.users.create();
    await hub.database.query(`update users set ${column} = now() where id = $1`, [user.id]);
    expect((await user.request('GET', '/auth/me')).status).toBe(401);
    expect(await signIn(hub, user)).toMatchObject(refusal);
  });
});
