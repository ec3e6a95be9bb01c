import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Authenticator } from '../../../../test/support/authenticator.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { PasskeyRegistrationOptionsResponse } from '../passkeys/passkeys.dto.js';
import type { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { SetupService } from './setup.service.js';

let hub: TestApp;
beforeEach(async () => {
  hub = await createTestApp();
});
afterEach(() => hub.close());

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse' };
const createLink = () => hub.get(SetupService).createLink();
async function createToken(): Promise<string> {
  const link = await createLink();
  expect(link).toMatch(/^http:\/\/[^/]+\/setup#token=[\w-]{43}$/);
  return link!.split('=')[1]!;
}
const complete = (body: object, path = '/setup') => hub.request<SessionOpenedResponse>('POST', path, { body });
const notFound = { status: 404, body: { code: 'not_found' } };

test('the link of the terminal creates one administrator, who is signed in', async () => {
  const [first, second] = [await createToken(), await createToken()];
  expect((await hub.request('GET', '/auth/providers')).body).toMatchObject({
    setup_required: true,
    registration_open: false,
  });
  expect(await complete({ email: 'eve@example.org', name: 'Eve', password: 'secret' }, '/auth/register')).toMatchObject(
    {
      status: 403,
      body: { code: 'registration_closed' },
    },
  );
  expect(await hub.database.query('select 1 as found from one_time_tokens where hash = $1', [first])).toEqual([]);

  const { status, body, headers } = await complete({ ...ada, token: first });
  expect(status).toBe(201);
  expect(body.user).toMatchObject({ email: ada.email, name: ada.name, role: 'ADMIN', email_verified: true });
  expect(String(headers['set-cookie'])).toContain(`session_token=${body.session_token}`);
  expect((await complete({ email: ada.email, password: ada.password }, '/auth/login-manual')).status).toBe(200);

  for (const token of [first, second])
    expect(await complete({ ...ada, email: 'eve@example.org', token })).toMatchObject(notFound);
  expect(await createLink()).toBeNull();
  expect((await hub.request('GET', '/auth/providers')).body).toMatchObject({
    setup_required: false,
    registration_open: true,
  });
  expect(await hub.database.query(`select actor_id, after from audit_log where action = 'user.created'`)).toEqual([
    { actor_id: null, after: { role: 'ADMIN' } },
  ]);
});

test('of concurrent requests, also with different links, one succeeds', async () => {
  const tokens = [await createToken(), await createToken()];
  const responses = await Promise.all(
    [0, 1, 2, 3].map((i) => complete({ ...ada, email: `ada-${i}@example.org`, token: tokens[i % 2] })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
});

describe('a link is refused', () => {
  test('when it is unknown or expired', async () => {
    const token = await createToken();
    await hub.database.query(`update one_time_tokens set expires_at = now() - interval '1 second'`);
    for (const bad of [token, 'x'])
      for (const path of ['/setup', '/setup/passkey-options'])
        expect(await complete({ ...ada, token: bad }, path)).toMatchObject(notFound);
  });

  test('once somebody is an administrator by other means', async () => {
    const token = await createToken();
    await hub.users.create('ADMIN');
    expect(await complete({ ...ada, token })).toMatchObject(notFound);
  });
});

test('invalid fields and a taken address leave the link as it is', async () => {
  const token = await createToken();
  const taken = await hub.users.create();
  expect(await complete({ ...ada, token, password: 'short', email: 'x' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
  expect(await complete({ ...ada, token, email: taken.email })).toMatchObject({
    status: 409,
    body: { code: 'email_taken' },
  });
  expect((await complete({ ...ada, token })).status).toBe(201);
});

test('a passkey takes the place of a password', async () => {
  const token = await createToken();
  const { body: options } = await hub.request<PasskeyRegistrationOptionsResponse>('POST', '/setup/passkey-options', {
    body: { token, name: ada.name, email: ada.email },
  });
  expect(options).toMatchObject({ user: { name: ada.email, displayName: ada.name }, excludeCredentials: [] });
  const authenticator = new Authenticator();
  const { challenge } = options;
  expect(
    await complete({ token, ...authenticator.create({ challenge, origin: 'https://evil.example' }) }, '/setup/passkey'),
  ).toMatchObject({ status: 400, body: { code: 'passkey_refused' } });
  expect(await complete({ token, ...authenticator.create({ challenge }) }, '/setup/passkey')).toMatchObject({
    status: 400,
    body: { code: 'challenge_expired' },
  });

  const { body: again } = await hub.request<PasskeyRegistrationOptionsResponse>('POST', '/setup/passkey-options', {
    body: { token, name: ada.name, email: ada.email },
  });
  const { status, body } = await complete(
    { token, ...authenticator.create({ challenge: again.challenge }) },
    '/setup/passkey',
  );
  expect(status).toBe(201);
  expect(body.user).toMatchObject({ email: ada.email, name: ada.name, role: 'ADMIN' });
  const { body: signInOptions } = await hub.request<{ challenge: string }>(
    'POST',
    '/auth/passkeys/authentication-options',
  );
  expect(
    (await complete(authenticator.get({ challenge: signInOptions.challenge }), '/auth/authenticate-passkey')).status,
  ).toBe(200);
});
