import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Authenticator, type Ceremony } from '../../../../test/support/authenticator.js';
import type { Person } from '../../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { SessionOpenedResponse } from '../sign-in/sign-in.dto.js';
import type {
  PasskeyAuthenticationOptionsResponse,
  PasskeyRegistrationOptionsResponse,
  PasskeyResponse,
} from './passkeys.dto.js';

let hub: TestApp;
let ann: Person;
beforeAll(async () => {
  hub = await createTestApp();
});
beforeEach(async () => {
  ann = await hub.people.create('VIEWER', 'Ann');
});
afterAll(() => hub.close());

const registrationOptions = async (person: Person) =>
  (await person.ask<PasskeyRegistrationOptionsResponse>('POST', '/auth/passkeys/registration-options')).body;
const authenticationOptions = async (of = hub) =>
  (await of.ask<PasskeyAuthenticationOptionsResponse>('POST', '/auth/passkeys/authentication-options')).body;
const add = (person: Person, body: object) =>
  person.ask<PasskeyResponse & { code?: string }>('POST', '/auth/passkeys', { body });
const signIn = (body: object, of = hub, headers: Record<string, string> = {}) =>
  of.ask<SessionOpenedResponse>('POST', '/auth/authenticate-passkey', { body, headers });
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const expire = () => hub.database.query(`update one_time_tokens set expires_at = now() - interval '1 second'`);

/** A person's passkey, ready for use. */
async function registered(
  person = ann,
  authenticator = new Authenticator(),
  name?: string,
): Promise<{ authenticator: Authenticator; passkey: PasskeyResponse }> {
  const { challenge } = await registrationOptions(person);
  const { status, body } = await add(person, { ...authenticator.create({ challenge }), ...(name && { name }) });
  expect(status).toBe(201);
  return { authenticator, passkey: body };
}

describe('what the browser is asked for', () => {
  test('a discoverable passkey of this site, for this person', async () => {
    const { passkey: _, authenticator } = await registered();
    const options = await registrationOptions(ann);
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

  test('to sign in with any passkey it has for this site', async () => {
    const [one, other] = [await authenticationOptions(), await authenticationOptions()];
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

  test('of a hub of another name', async () => {
    const elsewhere = await createTestApp({ PUBLIC_URL: 'https://hub.example.org' });
    expect((await authenticationOptions(elsewhere)).rpId).toBe('hub.example.org');
    await elsewhere.close();
  });
});

test.each([-7, -257] as const)(
  'a passkey of algorithm %i signs its owner in, without an e-mail address',
  async (algorithm) => {
    const { authenticator } = await registered(ann, new Authenticator(algorithm));
    const { challenge } = await authenticationOptions();
    const { status, body, headers } = await signIn({ ...authenticator.get({ challenge }), remember_me: true });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: ann.id, email: ann.email });
    expect(String(headers['set-cookie'])).toMatch(new RegExp(`^session_token=${body.session_token}; Max-Age=2592000;`));
    expect(
      (await hub.ask('GET', '/auth/me', { headers: { authorization: `Bearer ${body.session_token}` } })).body,
    ).toMatchObject({ id: ann.id });
    const [listed] = (await ann.ask<PasskeyResponse[]>('GET', '/auth/passkeys')).body;
    expect(listed?.last_used_at).not.toBeNull();
    // Again, with the next challenge.
    expect((await signIn(authenticator.get({ challenge: (await authenticationOptions()).challenge }))).status).toBe(
      200,
    );
  },
);

test('a passkey without the person verified is enough', async () => {
  const { authenticator } = await registered();
  expect(
    (await signIn(authenticator.get({ challenge: (await authenticationOptions()).challenge, flags: 0x01 }))).status,
  ).toBe(200);
});

const challengeFor = async (person: Person) => (await registrationOptions(person)).challenge;

describe('a passkey is not taken', () => {
  const cases: [string, () => Promise<Ceremony>, string][] = [
    [
      'for a challenge that was used',
      async () => {
        const challenge = await challengeFor(ann);
        expect((await add(ann, new Authenticator().create({ challenge }))).status).toBe(201);
        return { challenge };
      },
      'challenge_expired',
    ],
    [
      'for the challenge of another person',
      async () => ({ challenge: await challengeFor(await hub.people.create()) }),
      'challenge_expired',
    ],
    [
      'for a challenge to sign in',
      async () => ({ challenge: (await authenticationOptions()).challenge }),
      'challenge_expired',
    ],
    [
      'for a challenge we never made',
      () => Promise.resolve({ challenge: randomBytes(32).toString('base64url') }),
      'challenge_expired',
    ],
    [
      'too late',
      async () => {
        const challenge = await challengeFor(ann);
        await expire();
        return { challenge };
      },
      'challenge_expired',
    ],
    [
      'from another site',
      async () => ({ challenge: await challengeFor(ann), origin: 'https://evil.example' }),
      'passkey_refused',
    ],
    [
      'from another port',
      async () => ({ challenge: await challengeFor(ann), origin: 'http://localhost:4000' }),
      'passkey_refused',
    ],
    [
      'bound to another site',
      async () => ({ challenge: await challengeFor(ann), rpId: 'evil.example' }),
      'passkey_refused',
    ],
    [
      'as what it is not',
      async () => ({ challenge: await challengeFor(ann), type: 'webauthn.get' }),
      'passkey_refused',
    ],
    ['without the person', async () => ({ challenge: await challengeFor(ann), flags: 0x00 }), 'passkey_refused'],
  ];

  test.each(cases)('%s', async (_name, ceremony, code) => {
    const given = await ceremony();
    const before = (await ann.ask<PasskeyResponse[]>('GET', '/auth/passkeys')).body;
    expect(await add(ann, new Authenticator().create(given))).toMatchObject({ status: 400, body: { code } });
    expect((await ann.ask('GET', '/auth/passkeys')).body).toEqual(before);
  });

  test('of an algorithm we did not offer', async () => {
    expect(await add(ann, new Authenticator(-8).create({ challenge: await challengeFor(ann) }))).toMatchObject({
      status: 400,
      body: { code: 'passkey_refused' },
    });
  });

  test.each(['client_data_json', 'attestation_object', 'credential_id'])('with garbage as %s', async (field) => {
    const body = { ...new Authenticator().create({ challenge: await challengeFor(ann) }), [field]: 'AAAA' };
    expect((await add(ann, body)).status).toBe(400);
  });

  test('twice, not even for somebody else; nor more than 20', async () => {
    const { authenticator } = await registered();
    const other = await hub.people.create();
    expect(await add(other, authenticator.create({ challenge: await challengeFor(other) }))).toMatchObject({
      status: 409,
      body: { code: 'passkey_exists' },
    });
    await hub.database.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       select gen_random_uuid(), $1, 'many-' || n, '', 0, '{}', false, 'x', now() from generate_series(1, 19) n`,
      [ann.id],
    );
    expect(await ann.ask('POST', '/auth/passkeys/registration-options')).toMatchObject({
      status: 409,
      body: { code: 'too_many_passkeys' },
    });
  });
});

const sessions = () => hub.database.query('select id from sessions where user_id = $1', [ann.id]);

const challenge = async () => (await authenticationOptions()).challenge;

describe('nobody is signed in', () => {
  let authenticator: Authenticator;
  beforeEach(async () => {
    ({ authenticator } = await registered());
  });
  const used = async () => {
    const once = await challenge();
    expect((await signIn(authenticator.get({ challenge: once }))).status).toBe(200);
    return once;
  };
  const cases: [string, () => Promise<object>][] = [
    ['by a challenge that was used', async () => authenticator.get({ challenge: await used() })],
    [
      'by the same answer again',
      async () => {
        const body = authenticator.get({ challenge: await challenge() });
        expect((await signIn(body)).status).toBe(200);
        return body;
      },
    ],
    [
      'by a challenge for making a passkey',
      async () => authenticator.get({ challenge: (await registrationOptions(ann)).challenge }),
    ],
    [
      'by a challenge we never made',
      () => Promise.resolve(authenticator.get({ challenge: randomBytes(32).toString('base64url') })),
    ],
    [
      'too late',
      async () => {
        const late = await challenge();
        await expire();
        return authenticator.get({ challenge: late });
      },
    ],
    [
      'from another site',
      async () => authenticator.get({ challenge: await challenge(), origin: 'https://evil.example' }),
    ],
    [
      'from a page of the same name on another port',
      async () => authenticator.get({ challenge: await challenge(), origin: 'http://localhost:4000' }),
    ],
    [
      'by a passkey bound to another site',
      async () => authenticator.get({ challenge: await challenge(), rpId: 'evil.example' }),
    ],
    [
      'by an answer to another question',
      async () => authenticator.get({ challenge: await challenge(), type: 'webauthn.create' }),
    ],
    ['without the person', async () => authenticator.get({ challenge: await challenge(), flags: 0x00 })],
    ['by a passkey nobody registered', async () => new Authenticator().get({ challenge: await challenge() })],
    [
      'by the key of another passkey',
      async () => ({
        ...new Authenticator().get({ challenge: await challenge() }),
        credential_id: authenticator.credentialId,
      }),
    ],
    [
      'by the signature of another answer',
      async () => ({
        ...authenticator.get({ challenge: await challenge() }),
        signature: authenticator.get({ challenge: await challenge() }).signature,
      }),
    ],
    [
      'by a copy that counts behind',
      async () => {
        await used();
        authenticator.counter = 0;
        return authenticator.get({ challenge: await challenge() });
      },
    ],
    [
      'as somebody else',
      async () => {
        const other = await hub.people.create();
        return {
          ...authenticator.get({ challenge: await challenge() }),
          user_handle: Buffer.from(other.id.replaceAll('-', ''), 'hex').toString('base64url'),
        };
      },
    ],
    [
      'to a deactivated account',
      async () => {
        await hub.database.query('update users set deactivated_at = now() where id = $1', [ann.id]);
        return authenticator.get({ challenge: await challenge() });
      },
    ],
    [
      'by garbage',
      () =>
        Promise.resolve({
          credential_id: 'AAAA',
          signature: 'AAAA',
          authenticator_data: 'AAAA',
          client_data_json: 'AAAA',
        }),
    ],
  ];

  test.each(cases)('%s', async (_name, make) => {
    const body = await make();
    const before = await sessions();
    const { status, text, headers } = await signIn(body);
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

  test('more than once by one answer sent ten times at the same moment', async () => {
    const body = authenticator.get({ challenge: await challenge() });
    const statuses = (await times(10, () => signIn(body))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(401)]);
  });

  test('once there were ten failures, by whatever way', async () => {
    for (let i = 0; i < 5; i++) expect((await signIn(authenticator.get({ challenge: 'x' }))).status).toBe(401);
    for (let i = 0; i < 5; i++)
      expect(
        (await hub.ask('POST', '/auth/login-manual', { body: { email: ann.email, password: 'wrong' } })).status,
      ).toBe(401);
    const refused = await signIn(authenticator.get({ challenge: await challenge() }));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('the budget of an address is not escaped by claiming other ones', async () => {
  const strict = await createTestApp({ RATE_LIMIT_IP_FACTOR: '0.05' });
  const guess = (i: number) =>
    signIn(new Authenticator().get({ challenge: 'x' }), strict, { 'x-forwarded-for': `203.0.113.${i}` });
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await guess(i)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const options = await times(16, (i) =>
    strict.ask('POST', '/auth/passkeys/authentication-options', { headers: { 'x-forwarded-for': `203.0.113.${i}` } }),
  );
  expect(options.map(({ status }) => status).sort()).toEqual([...Array<number>(15).fill(200), 429]);
  await strict.close();
});

describe('a person’s passkeys', () => {
  test('are listed, renamed and deleted by their owner only', async () => {
    const { passkey: first } = await registered();
    const { passkey: second, authenticator } = await registered(ann, new Authenticator(), ' My phone ');
    const stranger = await hub.people.create();
    expect(first).toMatchObject({ name: 'Passkey', backed_up: false, last_used_at: null });
    expect((await ann.ask('GET', '/auth/passkeys')).body).toEqual([{ ...second, name: 'My phone' }, first]);
    expect((await stranger.ask('GET', '/auth/passkeys')).body).toEqual([]);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await stranger.ask(method, `/auth/passkeys/${second.id}`, { body: { name: 'Mine' } })).status).toBe(404);
    expect(await ann.ask('PUT', `/auth/passkeys/${second.id}`, { body: { name: 'Key ring' } })).toMatchObject({
      status: 200,
      body: { id: second.id, name: 'Key ring' },
    });
    expect((await ann.ask('DELETE', `/auth/passkeys/${second.id}`)).status).toBe(200);
    expect((await ann.ask('GET', '/auth/passkeys')).body).toEqual([first]);
    expect((await signIn(authenticator.get({ challenge: (await authenticationOptions()).challenge }))).status).toBe(
      401,
    );
    for (const id of [second.id, 'x']) expect((await ann.ask('DELETE', `/auth/passkeys/${id}`)).status).toBe(404);
  });

  test('are at most 20, however many windows add one at the same moment', async () => {
    await hub.database.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       select gen_random_uuid(), $1, 'crowd-' || n, '', 0, '{}', false, 'x', now() from generate_series(1, 18) n`,
      [ann.id],
    );
    const challenges = await times(5, () => challengeFor(ann));
    const answers = await Promise.all(
      challenges.map((one) => add(ann, new Authenticator().create({ challenge: one }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'too_many_passkeys' } });
    expect(await ann.ask('POST', '/auth/passkeys/registration-options')).toMatchObject({
      status: 409,
      body: { code: 'too_many_passkeys' },
    });
  });

  test('cannot all be deleted by somebody who has nothing else, not even at the same moment', async () => {
    const passkeys = [(await registered()).passkey, (await registered()).passkey];
    await hub.database.query('update users set password_hash = null where id = $1', [ann.id]);
    const answers = await Promise.all(passkeys.map(({ id }) => ann.ask('DELETE', `/auth/passkeys/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'last_sign_in' } });
    expect((await ann.ask<[]>('GET', '/auth/passkeys')).body).toHaveLength(1);
  });
});
