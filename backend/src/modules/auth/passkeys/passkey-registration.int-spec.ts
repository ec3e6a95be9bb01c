import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Authenticator, type Ceremony } from '../../../../test/support/authenticator.js';
import { PasskeyClient, repeatInParallel } from '../../../../test/support/passkeys.js';
import type { TestApp } from '../../../../test/support/test-app.js';
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

describe('the registration options', () => {
  test('request a discoverable passkey of this hub for this user', async () => {
    const { passkey: _, authenticator } = await client.register(ann);
    const options = await client.registrationOptions(ann);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Knowledge Hub' },
      user: { name: ann.email, displayName: 'Ann' },
      timeout: 120_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      excludeCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
    });
    expect(options.pubKeyCredParams).toEqual([
      { alg: -7, type: 'public-key' },
      { alg: -257, type: 'public-key' },
    ]);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(ann.id.replaceAll('-', ''));
  });
});

const ceremony = async (fields: Partial<Ceremony> = {}): Promise<Ceremony> => ({
  challenge: await client.registrationChallenge(ann),
  ...fields,
});

async function expectRefused(given: Ceremony, code: string): Promise<void> {
  const before = (await ann.request<PasskeyResponse[]>('GET', '/auth/passkeys')).body;
  const response = await client.sendRegistration(ann, new Authenticator().create(given));
  expect(response).toMatchObject({ status: 400, body: { code } });
  expect((await ann.request('GET', '/auth/passkeys')).body).toEqual(before);
}

const used = async () => {
  const given = await ceremony();
  expect((await client.sendRegistration(ann, new Authenticator().create(given))).status).toBe(201);
  return given;
};
const expired = async () => {
  const given = await ceremony();
  await client.expireChallenges();
  return given;
};

describe('a registration is refused', () => {
  test.each<[string, () => Promise<Ceremony>]>([
    ['that was used', used],
    ['of another user', async () => ({ challenge: await client.registrationChallenge(await hub.users.create()) })],
    ['of a sign-in', async () => ({ challenge: await client.signInChallenge() })],
    ['that is unknown', () => Promise.resolve({ challenge: randomBytes(32).toString('base64url') })],
    ['after its expiry', expired],
  ])('for a challenge %s', async (_name, make) => {
    await expectRefused(await make(), 'challenge_expired');
  });

  test.each<[string, Partial<Ceremony>]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://localhost:4000' }],
    ['bound to another site', { rpId: 'evil.example' }],
    ['with another type', { type: 'webauthn.get' }],
    ['without user presence', { flags: 0x00 }],
  ])('%s', async (_name, fields) => {
    await expectRefused(await ceremony(fields), 'passkey_refused');
  });

  test('of an algorithm that was not offered, or with garbage', async () => {
    const other = new Authenticator(-8).create(await ceremony());
    expect((await client.sendRegistration(ann, other)).body).toMatchObject({ code: 'passkey_refused' });
    for (const field of ['client_data_json', 'attestation_object', 'credential_id']) {
      const body = { ...new Authenticator().create(await ceremony()), [field]: 'AAAA' };
      expect((await client.sendRegistration(ann, body)).status).toBe(400);
    }
  });

  test('of a known passkey, also by another user', async () => {
    const { authenticator } = await client.register(ann);
    const other = await hub.users.create();
    expect(
      await client.sendRegistration(
        other,
        authenticator.create({ challenge: await client.registrationChallenge(other) }),
      ),
    ).toMatchObject({
      status: 409,
      body: { code: 'passkey_exists' },
    });
  });
});

describe('the passkeys of a user', () => {
  test('are listed, renamed and deleted by their owner only', async () => {
    const { passkey: first } = await client.register(ann);
    const { passkey: second, authenticator } = await client.register(ann, new Authenticator(), ' My phone ');
    const stranger = await hub.users.create();
    expect(first).toMatchObject({ name: 'Passkey', backed_up: false, last_used_at: null });
    expect((await ann.request('GET', '/auth/passkeys')).body).toEqual([{ ...second, name: 'My phone' }, first]);
    expect((await stranger.request('GET', '/auth/passkeys')).body).toEqual([]);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await stranger.request(method, `/auth/passkeys/${second.id}`, { body: { name: 'Mine' } })).status).toBe(
        404,
      );
    expect(await ann.request('PUT', `/auth/passkeys/${second.id}`, { body: { name: 'Key ring' } })).toMatchObject({
      status: 200,
      body: { id: second.id, name: 'Key ring' },
    });
    expect((await ann.request('DELETE', `/auth/passkeys/${second.id}`)).status).toBe(200);
    expect((await ann.request('GET', '/auth/passkeys')).body).toEqual([first]);
    expect((await client.signIn(authenticator.get({ challenge: await client.signInChallenge() }))).status).toBe(401);
    for (const id of [second.id, 'x']) expect((await ann.request('DELETE', `/auth/passkeys/${id}`)).status).toBe(404);
  });

  test('are at most 20, also with concurrent registrations', async () => {
    await hub.database.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       select gen_random_uuid(), $1, 'crowd-' || n, '', 0, '{}', false, 'x', now() from generate_series(1, 18) n`,
      [ann.id],
    );
    const challenges = await repeatInParallel(5, () => client.registrationChallenge(ann));
    const responses = await Promise.all(
      challenges.map((one) => client.sendRegistration(ann, new Authenticator().create({ challenge: one }))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'too_many_passkeys' } });
    expect(await ann.request('POST', '/auth/passkeys/registration-options')).toMatchObject({
      status: 409,
      body: { code: 'too_many_passkeys' },
    });
  });

  test('cannot all be deleted when they are the only credential, also by concurrent requests', async () => {
    const passkeys = [(await client.register(ann)).passkey, (await client.register(ann)).passkey];
    await hub.database.query('update users set password_hash = null where id = $1', [ann.id]);
    const responses = await Promise.all(passkeys.map(({ id }) => ann.request('DELETE', `/auth/passkeys/${id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'last_sign_in' } });
    expect((await ann.request<[]>('GET', '/auth/passkeys')).body).toHaveLength(1);
  });
});
