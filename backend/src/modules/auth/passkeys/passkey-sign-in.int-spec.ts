import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Authenticator, type Ceremony } from '../../../../test/support/authenticator.js';
import { PasskeyClient, repeatInParallel } from '../../../../test/support/passkeys.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { PasskeyResponse } from './passkeys.dto.js';

let hub: TestApp;
let client: PasskeyClient;
let ann: TestUser;
beforeAll(async () => {
  client = await PasskeyClient.create();
  ({ hub } = client);
});
beforeEach(async () => {
  ann = await hub.users.create('VIEWER', 'Ann');
});
afterAll(() => client.close());

describe('the authentication options', () => {
  test('allow any passkey of this hub', async () => {
    const [one, other] = [await client.authenticationOptions(), await client.authenticationOptions()];
    expect(one).toEqual({
      challenge: one.challenge,
      timeout: 120_000,
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'preferred',
    });
    expect(Buffer.from(one.challenge, 'base64url')).toHaveLength(32);
    expect(one.challenge).not.toBe(other.challenge);
    expect(await hub.database.query('select 1 as found from one_time_tokens where hash = $1', [one.challenge])).toEqual(
      [],
    );
  });

  test('contain the host of the hub', async () => {
    const elsewhere = await createTestApp({ PUBLIC_URL: 'https://hub.example.org' });
    expect((await new PasskeyClient(elsewhere).authenticationOptions()).rpId).toBe('hub.example.org');
    await elsewhere.close();
  });
});

test.each([-7, -257] as const)(
  'a passkey of algorithm %i signs its owner in without an email address',
  async (algorithm) => {
    const { authenticator } = await client.register(ann, new Authenticator(algorithm));
    const { challenge } = await client.authenticationOptions();
    const { status, body, headers } = await client.signIn({ ...authenticator.get({ challenge }), remember_me: true });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: ann.id, email: ann.email });
    expect(String(headers['set-cookie'])).toMatch(new RegExp(`^session_token=${body.session_token}; Max-Age=2592000;`));
    expect(
      (await hub.request('GET', '/auth/me', { headers: { authorization: `Bearer ${body.session_token}` } })).body,
    ).toMatchObject({ id: ann.id });
    const [listed] = (await ann.request<PasskeyResponse[]>('GET', '/auth/passkeys')).body;
    expect(listed?.last_used_at).not.toBeNull();
    // Again, with the next challenge.
    expect((await client.signIn(authenticator.get({ challenge: await client.signInChallenge() }))).status).toBe(200);
  },
);

test('a passkey without user verification is accepted', async () => {
  const { authenticator } = await client.register(ann);
  expect(
    (await client.signIn(authenticator.get({ challenge: await client.signInChallenge(), flags: 0x01 }))).status,
  ).toBe(200);
});

const sessions = () => hub.database.query('select id from sessions where user_id = $1', [ann.id]);

describe('a sign-in is refused', () => {
  let authenticator: Authenticator;
  beforeEach(async () => {
    ({ authenticator } = await client.register(ann));
  });
  const used = async () => {
    const once = await client.signInChallenge();
    expect((await client.signIn(authenticator.get({ challenge: once }))).status).toBe(200);
    return once;
  };
  const response = async (fields: Partial<Ceremony> = {}, by = authenticator) =>
    by.get({ challenge: await client.signInChallenge(), ...fields });
  const cases: [string, () => Promise<object>][] = [
    ['by a challenge that was used', async () => response({ challenge: await used() })],
    [
      'with a used response',
      async () => {
        const body = await response();
        expect((await client.signIn(body)).status).toBe(200);
        return body;
      },
    ],
    ['with a registration challenge', async () => response({ challenge: await client.registrationChallenge(ann) })],
    ['with an unknown challenge', () => response({ challenge: randomBytes(32).toString('base64url') })],
    [
      'after its expiry',
      async () => {
        const body = await response();
        await client.expireChallenges();
        return body;
      },
    ],
    ['from another site', () => response({ origin: 'https://evil.example' })],
    ['from a page of the same host on another port', () => response({ origin: 'http://localhost:4000' })],
    ['with a passkey of another site', () => response({ rpId: 'evil.example' })],
    ['with a response to another challenge', () => response({ type: 'webauthn.create' })],
    ['without user presence', () => response({ flags: 0x00 })],
    ['with an unregistered passkey', () => response({}, new Authenticator())],
    [
      'by the key of another passkey',
      async () => ({ ...(await response({}, new Authenticator())), credential_id: authenticator.credentialId }),
    ],
    [
      'with the signature of another response',
      async () => ({ ...(await response()), signature: (await response()).signature }),
    ],
    [
      'by a copy that counts behind',
      async () => {
        await used();
        authenticator.counter = 0;
        return response();
      },
    ],
    [
      'as another user',
      async () => {
        const { id } = await hub.users.create();
        return { ...(await response()), user_handle: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') };
      },
    ],
    [
      'to a deactivated account',
      async () => {
        await hub.database.query('update users set deactivated_at = now() where id = $1', [ann.id]);
        return response();
      },
    ],
    [
      'by garbage',
      async () => ({ ...(await response()), signature: 'AAAA', authenticator_data: 'AAAA', client_data_json: 'AAAA' }),
    ],
  ];

  test.each(cases)('%s', async (_name, make) => {
    const body = await make();
    const before = await sessions();
    const { status, text, headers } = await client.signIn(body);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'Passkey authentication failed',
      code: 'passkey_refused',
      request_id: expect.any(String),
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(await sessions()).toEqual(before);
  });

  test('for all but one of ten concurrent requests with the same response', async () => {
    const body = authenticator.get({ challenge: await client.signInChallenge() });
    const statuses = (await repeatInParallel(10, () => client.signIn(body))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(401)]);
  });

  test('after ten failures of any kind', async () => {
    for (let i = 0; i < 5; i++) expect((await client.signIn(authenticator.get({ challenge: 'x' }))).status).toBe(401);
    for (let i = 0; i < 5; i++)
      expect(
        (await hub.request('POST', '/auth/login-manual', { body: { email: ann.email, password: 'wrong' } })).status,
      ).toBe(401);
    const refused = await client.signIn(authenticator.get({ challenge: await client.signInChallenge() }));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('the rate limit of an address ignores X-Forwarded-For', async () => {
  const strict = await createTestApp({ RATE_LIMIT_IP_FACTOR: '0.05' });
  const guess = (i: number) =>
    new PasskeyClient(strict).signIn(new Authenticator().get({ challenge: 'x' }), {
      'x-forwarded-for': `203.0.113.${i}`,
    });
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await guess(i)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const options = await repeatInParallel(16, (i) =>
    strict.request('POST', '/auth/passkeys/authentication-options', {
      headers: { 'x-forwarded-for': `203.0.113.${i}` },
    }),
  );
  expect(options.map(({ status }) => status).sort()).toEqual([...Array<number>(15).fill(200), 429]);
  await strict.close();
});
