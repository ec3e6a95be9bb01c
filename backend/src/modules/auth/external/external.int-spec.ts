import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { type IssuerAccount, signInThere, startIssuer, type TestIssuer } from '../../../../test/support/issuer.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Settings } from '../../../platform/settings/settings.js';
import { registrationOpen } from '../auth.settings.js';
import type { SessionOpenedResponse } from '../sign-in/sign-in.dto.js';

const RETURN = 'http://localhost:3000/api/auth/external/google/callback';
let issuer: TestIssuer;
let hub: TestApp;
beforeAll(async () => {
  // The issuer says loudly what must not be done in earnest: pages, keys and memory that are for tests only, which these are.
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  issuer = await startIssuer({ returnTo: RETURN });
  hub = await createTestApp(environmentFor(issuer));
});
afterAll(async () => {
  await hub.close();
  await issuer.stop();
});

const environmentFor = (of: TestIssuer) => ({
  OIDC_ISSUER: of.url,
  GOOGLE_CLIENT_ID: of.clientId,
  GOOGLE_CLIENT_SECRET: of.clientSecret,
});
const cookieOf = ({ headers }: { headers: { 'set-cookie'?: string | string[] } }) =>
  [headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.startsWith('external_sign_in='))
    ?.split(';')[0] ?? '';

/** The way out of the hub. */
async function start(of = hub, query = ''): Promise<{ address: string; cookie: string }> {
  const answer = await of.ask('GET', `/auth/external/google${query}`);
  expect(answer.status).toBe(302);
  return { address: String(answer.headers.location), cookie: cookieOf(answer) };
}
/** The way back. @returns what stands behind the # */
async function comeBack(search: string, cookie: string, of = hub): Promise<Record<string, string>> {
  const answer = await of.ask('GET', `/auth/external/google/callback${search}`, { headers: { cookie } });
  expect(answer.status).toBe(302);
  const location = new URL(String(answer.headers.location));
  expect(location.origin + location.pathname + location.search).toBe('http://localhost:3000/profile');
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}
const trade = (session_id: string, cookie: string, of = hub) =>
  of.ask<SessionOpenedResponse & { code?: string }>('POST', '/auth/profile', {
    body: { session_id },
    headers: { cookie },
  });

/** Out, through the issuer's pages, and back. */
async function signInAs(subject: string, { of = hub, at = issuer, query = '' } = {}) {
  const { address, cookie } = await start(of, query);
  const back = await signInThere(at, address, subject);
  return { outcome: await comeBack(back.search, cookie, of), cookie, back };
}
async function signedIn(subject: string, options: { of?: TestApp; at?: TestIssuer; query?: string } = {}) {
  const { outcome, cookie } = await signInAs(subject, options);
  expect(outcome).toEqual({ session_id: expect.stringMatching(/^[\w-]{43}$/) });
  const answer = await trade(outcome['session_id']!, cookie, options.of);
  expect(answer.status).toBe(200);
  return answer;
}
function account(fields: IssuerAccount = {}): { subject: string; email: string } {
  const subject = randomUUID();
  const email = `${subject}@example.org`;
  issuer.accounts.set(subject, { email, email_verified: true, name: 'Grace Hopper', ...fields });
  return { subject, email };
}
const identities = (userId: string) =>
  hub.database.query('select issuer, subject from external_identities where user_id = $1', [userId]);

describe('the way to the issuer', () => {
  test('carries PKCE, state and nonce, whose secrets stay here, and marks the browser', async () => {
    const answer = await hub.ask('GET', '/auth/external/google?remember_me=');
    const address = new URL(String(answer.headers.location));
    expect(address.origin).toBe(issuer.url);
    const query = Object.fromEntries(address.searchParams);
    expect(query).toMatchObject({
      client_id: 'hub',
      response_type: 'code',
      redirect_uri: RETURN,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
    expect(String(answer.headers['set-cookie']).split('; ').sort()).toEqual(
      [
        'HttpOnly',
        'Max-Age=900',
        'Path=/api',
        'SameSite=Lax',
        expect.stringMatching(/^external_sign_in=[\w-]{43}$/),
      ].sort(),
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const stored = await hub.database.query<{ row: string; verifier: string }>(
      `select to_json(t)::text as row, data->>'verifier' as verifier from one_time_tokens t where kind = 'external_start'`,
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { row, verifier } of stored) {
      expect(row).not.toContain(query['state']!);
      expect(String(answer.headers.location)).not.toContain(verifier);
    }
  });

  test('is offered only where one is configured', async () => {
    expect((await hub.ask('GET', '/auth/providers')).body).toEqual({
      providers: [{ name: 'google', label: 'Google' }],
      registration_open: true,
    });
    const without = await createTestApp();
    expect((await without.ask('GET', '/auth/providers')).body).toEqual({ providers: [], registration_open: true });
    for (const path of ['/auth/external/google', '/auth/external/google/callback']) {
      expect(await without.ask('GET', path)).toMatchObject({
        status: 409,
        body: { code: 'provider_not_configured', detail: 'Signing in with Google is not set up on this site.' },
      });
    }
    await without.close();
    for (const path of ['/auth/external/other', '/auth/external/other/callback'])
      expect((await hub.ask('GET', path)).status).toBe(404);
    expect((await hub.ask('GET', '/auth/external/google?remember_me=perhaps')).status).toBe(400);
  });

  test('an issuer that is away is told as that, and asked again the next time', async () => {
    const away = await startIssuer({ returnTo: RETURN });
    await away.stop();
    const waiting = await createTestApp({ ...environmentFor(away), OIDC_NAME: 'Example Ltd' });
    expect((await waiting.ask('GET', '/auth/providers')).body).toEqual({
      providers: [{ name: 'google', label: 'Example Ltd' }],
      registration_open: true,
    });
    const refused = await waiting.ask('GET', '/auth/external/google');
    expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    expect(cookieOf(refused)).toBe('');
    await waiting.close();
  });

  test('a network address can begin so many times and no more, whatever it claims to be', async () => {
    const strict = await createTestApp({ ...environmentFor(issuer), RATE_LIMIT_IP_FACTOR: '0.01' });
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push(
        (await strict.ask('GET', '/auth/external/google', { headers: { 'x-forwarded-for': `203.0.113.${i}` } })).status,
      );
    expect(statuses).toEqual([302, 302, 302, 429]);
    expect(await comeBack('?state=x', 'external_sign_in=x', strict)).toEqual({ error: 'expired' });
    expect(await comeBack('?state=x', 'external_sign_in=x', strict)).toEqual({ error: 'too_many_requests' });
    expect((await trade('x', 'external_sign_in=x', strict)).status).toBe(429);
    await strict.close();
  });
});

const people = () => hub.database.query('select id from users');

describe('coming back', () => {
  test('makes an account at the first time and finds it at the next, even under another address', async () => {
    const { subject, email } = account();
    const { body, headers } = await signedIn(subject, { query: '?remember_me=true' });
    expect(body.user).toMatchObject({
      email,
      name: 'Grace Hopper',
      role: 'VIEWER',
      email_verified: true,
      needs_password_setup: true,
    });
    expect(String(headers['set-cookie'])).toContain('Max-Age=2592000');
    expect(await identities(body.user.id)).toEqual([{ issuer: issuer.url, subject }]);
    issuer.accounts.set(subject, { email: `moved-${email}`, email_verified: false });
    const again = await signedIn(subject);
    expect(again.body.user).toMatchObject({ id: body.user.id, email });
    expect(String(again.headers['set-cookie'])).toContain('Max-Age=604800');
    expect(
      (await hub.ask('GET', '/auth/me', { headers: { authorization: `Bearer ${again.body.session_token}` } })).status,
    ).toBe(200);
  });

  test('the person sets up a password and signs in with it', async () => {
    const { subject, email } = account();
    const { session_token } = (await signedIn(subject)).body;
    const authorization = `Bearer ${session_token}`;
    expect(
      (
        await hub.ask('POST', '/auth/setup-password', {
          headers: { authorization },
          body: { password: 'my first one' },
        })
      ).status,
    ).toBe(200);
    expect((await hub.ask('POST', '/auth/login-manual', { body: { email, password: 'my first one' } })).status).toBe(
      200,
    );
  });

  test('serves issuers that put everything into the ID token, and take the secret in the header only', async () => {
    const other = await startIssuer({ returnTo: RETURN, claimsInIdToken: true, authentication: 'client_secret_basic' });
    const of = await createTestApp(environmentFor(other));
    other.accounts.set('somebody', { email: 'somebody@example.org', email_verified: true });
    expect((await signedIn('somebody', { of, at: other })).body.user).toMatchObject({
      email: 'somebody@example.org',
      name: 'somebody',
    });
    await of.close();
    await other.stop();
  });

  test('many first sign-ins of one person at the same moment make one account', async () => {
    const { subject, email } = account();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => signInAs(subject)));
    for (const { outcome } of outcomes) expect(outcome).toEqual({ session_id: expect.any(String) });
    expect(await hub.database.query('select email from users where email = $1', [email])).toHaveLength(1);
  });

  test('a change of mind is told as that', async () => {
    const { address, cookie } = await start();
    const back = await signInThere(issuer, address, 'nobody', 'abort');
    expect(await comeBack(back.search, cookie)).toEqual({ error: 'cancelled' });
  });

  test('works once, and only with the state and in the browser it began with', async () => {
    const [one, other] = [await start(), await start()];
    const back = await signInThere(issuer, one.address, account().subject);
    const without = (name: string, value?: string) => {
      const changed = new URLSearchParams(back.search);
      if (value === undefined) changed.delete(name);
      else changed.set(name, value);
      return `?${changed.toString()}`;
    };
    const before = await people();
    expect(await comeBack(back.search, '')).toEqual({ error: 'expired' });
    expect(await comeBack(back.search, other.cookie)).toEqual({ error: 'expired' });
    expect(await comeBack(without('state'), one.cookie)).toEqual({ error: 'expired' });
    expect(await comeBack(without('state', new URL(other.address).searchParams.get('state')!), one.cookie)).toEqual({
      error: 'expired',
    });
    expect(await comeBack(without('state', randomBytes(32).toString('base64url')), one.cookie)).toEqual({
      error: 'expired',
    });
    expect(await comeBack('', one.cookie)).toEqual({ error: 'expired' });
    expect(await people()).toEqual(before);
    expect(await comeBack(back.search, one.cookie)).toEqual({ session_id: expect.any(String) });
    expect(await comeBack(back.search, one.cookie)).toEqual({ error: 'expired' });
  });

  test('with the code of another sign-in fails: its verifier is another', async () => {
    const [one, other] = [await start(), await start()];
    const [backOne, backOther] = [
      await signInThere(issuer, one.address, account().subject),
      await signInThere(issuer, other.address, account().subject),
    ];
    const mixed = new URLSearchParams(backOne.search);
    mixed.set('code', backOther.searchParams.get('code')!);
    expect(await comeBack(`?${mixed.toString()}`, one.cookie)).toEqual({ error: 'failed' });
  });

  test('too late fails', async () => {
    const { address, cookie } = await start();
    const back = await signInThere(issuer, address, account().subject);
    await hub.database.query(
      `update one_time_tokens set expires_at = now() - interval '1 second' where kind = 'external_start'`,
    );
    expect(await comeBack(back.search, cookie)).toEqual({ error: 'expired' });
  });
});

describe('the session_id', () => {
  const refused = { status: 401, body: { code: 'session_id_refused' } };

  test('is traded once', async () => {
    const { outcome, cookie } = await signInAs(account().subject);
    const first = await trade(outcome['session_id']!, cookie);
    expect(first.status).toBe(200);
    expect(String(first.headers['set-cookie'])).toMatch(/external_sign_in=;.*1970/);
    expect(await trade(outcome['session_id']!, cookie)).toMatchObject(refused);
  });

  test('is traded once by many at the same moment', async () => {
    const { outcome, cookie } = await signInAs(account().subject);
    const answers = await Promise.all(Array.from({ length: 10 }, () => trade(outcome['session_id']!, cookie)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(401)]);
  });

  test('is worth nothing in another browser, and still good in its own', async () => {
    const { outcome, cookie } = await signInAs(account().subject);
    const other = await start();
    for (const wrong of ['', other.cookie, 'external_sign_in=x'])
      expect(await trade(outcome['session_id']!, wrong)).toMatchObject(refused);
    expect((await trade(outcome['session_id']!, cookie)).status).toBe(200);
  });

  test('is good for a minute', async () => {
    const { outcome, cookie } = await signInAs(account().subject);
    const [row] = await hub.database.query<{ seconds: number }>(
      `select extract(epoch from max(expires_at) - now())::int as seconds from one_time_tokens where kind = 'external_finish' and used_at is null`,
    );
    expect(row!.seconds).toBeGreaterThan(50);
    expect(row!.seconds).toBeLessThanOrEqual(60);
    await hub.database.query(
      `update one_time_tokens set expires_at = now() - interval '1 second' where kind = 'external_finish'`,
    );
    expect(await trade(outcome['session_id']!, cookie)).toMatchObject(refused);
  });

  test('made up, or a state, is worth nothing', async () => {
    const { address, cookie } = await start();
    for (const wrong of ['made-up', new URL(address).searchParams.get('state')!])
      expect(await trade(wrong, cookie)).toMatchObject(refused);
  });

  test('is worth nothing once the account is deactivated', async () => {
    const { subject, email } = account();
    const { outcome, cookie } = await signInAs(subject);
    await hub.database.query('update users set deactivated_at = now() where email = $1', [email]);
    expect((await trade(outcome['session_id']!, cookie)).status).toBe(401);
    expect((await signInAs(subject)).outcome).toEqual({ error: 'account_disabled' });
  });
});

const addPasskey = ({ id }: { id: string }) =>
  hub.database.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at) values (gen_random_uuid(), $1, $2, '', 0, '{}', false, 'x', now())`,
    [id, `passkey-${id}`],
  );

const waysIn = async (person: { id: string; email: string; password: string; ask: TestApp['ask'] }) => [
  (await person.ask('GET', '/auth/me')).status,
  (await hub.ask('POST', '/auth/login-manual', { body: { email: person.email, password: person.password } })).status,
  (await hub.database.query('select id from passkeys where user_id = $1', [person.id])).length,
];

describe('an account with the same address', () => {
  let subject: string;
  beforeEach(() => {
    ({ subject } = account());
  });
  const sameAddress = async (verifiedThere: boolean, verifiedHere: boolean) => {
    const person = await hub.people.create();
    await hub.database.query('update users set email_verified_at = case when $2 then now() end where id = $1', [
      person.id,
      verifiedHere,
    ]);
    issuer.accounts.set(subject, {
      email: person.email.toUpperCase(),
      email_verified: verifiedThere,
      name: 'Another Name',
    });
    return person;
  };

  test('is linked when both have proved it, and keeps what it has', async () => {
    const person = await sameAddress(true, true);
    await addPasskey(person);
    expect((await signedIn(subject)).body.user).toMatchObject({
      id: person.id,
      name: person.name,
      email: person.email,
      needs_password_setup: false,
    });
    expect(await waysIn(person)).toEqual([200, 200, 1]);
    expect(await identities(person.id)).toHaveLength(1);
  });

  test('is linked when only the issuer has, and loses password, passkeys and sessions: a stranger may have made it', async () => {
    const person = await sameAddress(true, false);
    await addPasskey(person);
    await hub.database.query(
      `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at) values (gen_random_uuid(), 'https://other.example', 'other', $1, now(), now())`,
      [person.id],
    );
    expect((await signedIn(subject)).body.user).toMatchObject({
      id: person.id,
      needs_password_setup: true,
      email_verified: true,
    });
    expect(await waysIn(person)).toEqual([401, 401, 0]);
    expect(await identities(person.id)).toEqual([{ issuer: issuer.url, subject }]);
  });

  test.each([true, false])('is not touched when the issuer has not, whether we have (%s)', async (verifiedHere) => {
    const person = await sameAddress(false, verifiedHere);
    expect((await signInAs(subject)).outcome).toEqual({ error: 'email_not_verified' });
    expect(await waysIn(person)).toEqual([200, 200, 0]);
    expect(await identities(person.id)).toEqual([]);
  });

  test.each(['true', 1, null])('is not touched for %p, which is no true', async (email_verified) => {
    const person = await sameAddress(true, true);
    issuer.accounts.set(subject, { email: person.email, email_verified: email_verified as never });
    expect((await signInAs(subject)).outcome).toEqual({ error: 'email_not_verified' });
  });
});

describe('the accounts that sign a person in', () => {
  interface Listed {
    id: string;
    label: string;
    issuer: string;
    works: boolean;
  }
  const asker = async (subject: string) => {
    const { session_token, user } = (await signedIn(subject)).body;
    const ask: TestApp['ask'] = (method, path, options) =>
      hub.ask(method, path, { ...options, headers: { authorization: `Bearer ${session_token}` } });
    return { user, ask, list: async () => (await ask<Listed[]>('GET', '/auth/external-identities')).body };
  };

  test('are listed for themselves, and unlinked by nobody else', async () => {
    const { subject } = account();
    const { user, ask, list } = await asker(subject);
    await hub.database.query(
      `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at) values (gen_random_uuid(), 'https://former.example/x', $2, $1, '2020-01-01', '2020-01-01')`,
      [user.id, subject],
    );
    const [ours, former] = await list();
    expect(ours).toEqual({
      id: expect.any(String),
      label: 'Google',
      issuer: issuer.url,
      works: true,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    expect(former).toMatchObject({ label: 'former.example/x', issuer: 'https://former.example/x', works: false });
    const stranger = await hub.people.create();
    expect((await stranger.ask('GET', '/auth/external-identities')).body).toEqual([]);
    for (const id of [ours!.id, 'x'])
      expect((await stranger.ask('DELETE', `/auth/external-identities/${id}`)).status).toBe(404);
    expect((await ask('DELETE', `/auth/external-identities/${former!.id}`)).status).toBe(200);
    expect(await list()).toEqual([ours]);
  });

  test('cannot be unlinked while nothing else lets the person in: an issuer this site no longer knows does not', async () => {
    const { subject, email } = account();
    const { user, ask, list } = await asker(subject);
    await hub.database.query(
      `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at) values (gen_random_uuid(), 'https://former.example', $2, $1, '2020-01-01', '2020-01-01')`,
      [user.id, subject],
    );
    const [ours] = await list();
    expect(await ask('DELETE', `/auth/external-identities/${ours!.id}`)).toMatchObject({
      status: 409,
      body: { code: 'last_sign_in' },
    });
    expect(await list()).toHaveLength(2);
    await ask('POST', '/auth/setup-password', { body: { password: 'a way of my own' } });
    expect((await ask('DELETE', `/auth/external-identities/${ours!.id}`)).status).toBe(200);
    expect((await hub.ask('POST', '/auth/login-manual', { body: { email, password: 'a way of my own' } })).status).toBe(
      200,
    );
    // The same account elsewhere, with the same confirmed address, links itself again.
    expect((await signedIn(subject)).body.user.id).toBe(user.id);
    expect((await list()).map(({ works }) => works)).toEqual([true, false]);
  });

  test('do not all go with the last passkey at the same moment', async () => {
    const { user, ask, list } = await asker(account().subject);
    await addPasskey(user);
    const [passkey] = (await ask<{ id: string }[]>('GET', '/auth/passkeys')).body;
    const answers = await Promise.all([
      ask('DELETE', `/auth/passkeys/${passkey!.id}`),
      ask('DELETE', `/auth/external-identities/${(await list())[0]!.id}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a new account', () => {
  test('whose address the issuer has not proved has to prove it here', async () => {
    const { subject } = account({ email_verified: false });
    expect((await signedIn(subject)).body.user).toMatchObject({ email_verified: false });
  });

  test('is not made without an address, or with nonsense as one', async () => {
    for (const email of [undefined, '', 'nonsense', `${'x'.repeat(250)}@example.org`]) {
      const { subject } = account();
      issuer.accounts.set(subject, { ...(email !== undefined && { email }), email_verified: true });
      expect((await signInAs(subject)).outcome).toEqual({ error: 'email_missing' });
    }
  });

  test('is not made while registration is closed; who has one comes in', async () => {
    const { subject } = account();
    await signedIn(subject);
    await hub.get(Settings).set(registrationOpen, false, null);
    expect((await signInAs(account().subject)).outcome).toEqual({ error: 'registration_closed' });
    expect((await hub.ask('GET', '/auth/providers')).body).toMatchObject({ registration_open: false });
    await signedIn(subject);
    await hub.get(Settings).set(registrationOpen, true, null);
  });
});
