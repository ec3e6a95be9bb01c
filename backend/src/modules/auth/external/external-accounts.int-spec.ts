import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ExternalSignIn } from '../../../../test/support/external-sign-in.js';
import type { TestIssuer } from '../../../../test/support/issuer.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { Settings } from '../../../platform/settings/settings.js';
import { registrationDomains, registrationMode } from '../registration-settings.js';

let issuer: TestIssuer;
let hub: TestApp;
let flow: ExternalSignIn;
beforeAll(async () => {
  flow = await ExternalSignIn.create();
  ({ hub, issuer } = flow);
});
afterAll(() => flow.close());

const addPasskey = ({ id }: { id: string }) =>
  hub.database.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     values (gen_random_uuid(), $1, $2, '', 0, '{}', false, 'x', now())`,
    [id, `passkey-${id}`],
  );

const waysIn = async (user: { id: string; email: string; password: string; request: TestApp['request'] }) => [
  (await user.request('GET', '/auth/me')).status,
  (await hub.request('POST', '/auth/login-manual', { body: { email: user.email, password: user.password } })).status,
  (await hub.database.query('select id from passkeys where user_id = $1', [user.id])).length,
];

describe('an account with the same address', () => {
  let subject: string;
  beforeEach(() => {
    ({ subject } = flow.createAccount());
  });
  const sameAddress = async (verifiedThere: boolean, verifiedHere: boolean) => {
    const user = await hub.users.create();
    await hub.database.query('update users set email_verified_at = case when $2 then now() end where id = $1', [
      user.id,
      verifiedHere,
    ]);
    issuer.accounts.set(subject, {
      email: user.email.toUpperCase(),
      email_verified: verifiedThere,
      name: 'Another Name',
    });
    return user;
  };

  test('is linked when both sides have verified the address, and keeps its credentials', async () => {
    const user = await sameAddress(true, true);
    await addPasskey(user);
    expect((await flow.openSession(subject)).body.user).toMatchObject({
      id: user.id,
      name: user.name,
      email: user.email,
      needs_password_setup: false,
    });
    expect(await waysIn(user)).toEqual([200, 200, 1]);
    expect(await flow.linkedIdentities(user.id)).toHaveLength(1);
  });

  test('is linked when only the issuer has verified the address, and loses its credentials and sessions', async () => {
    const user = await sameAddress(true, false);
    await addPasskey(user);
    await hub.database.query(
      `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at)
       values (gen_random_uuid(), 'https://other.example', 'other', $1, now(), now())`,
      [user.id],
    );
    expect((await flow.openSession(subject)).body.user).toMatchObject({
      id: user.id,
      needs_password_setup: true,
      email_verified: true,
    });
    expect(await waysIn(user)).toEqual([401, 401, 0]);
    expect(await flow.linkedIdentities(user.id)).toEqual([{ issuer: issuer.url, subject }]);
  });

  test.each([true, false])(
    'is not changed when the issuer has not verified the address, whether the hub has (%s)',
    async (verifiedHere) => {
      const user = await sameAddress(false, verifiedHere);
      expect((await flow.signInAs(subject)).outcome).toEqual({ error: 'email_not_verified' });
      expect(await waysIn(user)).toEqual([200, 200, 0]);
      expect(await flow.linkedIdentities(user.id)).toEqual([]);
    },
  );

  test.each(['false', 'yes', 1, {}, null])('is not changed for an email_verified of %p', async (email_verified) => {
    const user = await sameAddress(true, true);
    issuer.accounts.set(subject, { email: user.email, email_verified: email_verified as never });
    expect((await flow.signInAs(subject)).outcome).toEqual({ error: 'email_not_verified' });
  });
});

describe('linked accounts', () => {
  interface Listed {
    id: string;
    label: string;
    issuer: string;
    works: boolean;
  }
  const asker = async (subject: string) => {
    const { session_token, user } = (await flow.openSession(subject)).body;
    const request: TestApp['request'] = (method, path, options) =>
      hub.request(method, path, { ...options, headers: { authorization: `Bearer ${session_token}` } });
    return { user, request, list: async () => (await request<Listed[]>('GET', '/auth/external-identities')).body };
  };

  test('are listed for their owner only, and only their owner can unlink them', async () => {
    const { subject } = flow.createAccount();
    const { user, request, list } = await asker(subject);
    await hub.database.query(
      `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at)
       values (gen_random_uuid(), 'https://former.example/x', $2, $1, '2020-01-01', '2020-01-01')`,
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
    const stranger = await hub.users.create();
    expect((await stranger.request('GET', '/auth/external-identities')).body).toEqual([]);
    for (const id of [ours!.id, 'x'])
      expect((await stranger.request('DELETE', `/auth/external-identities/${id}`)).status).toBe(404);
    expect((await request('DELETE', `/auth/external-identities/${former!.id}`)).status).toBe(200);
    expect(await list()).toEqual([ours]);
  });

  test('cannot be unlinked when they are the last credential; former issuers do not count', async () => {
    const { subject, email } = flow.createAccount();
    const { user, request, list } = await asker(subject);
    await hub.database.query(
      `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at)
       values (gen_random_uuid(), 'https://former.example', $2, $1, '2020-01-01', '2020-01-01')`,
      [user.id, subject],
    );
    const [ours] = await list();
    expect(await request('DELETE', `/auth/external-identities/${ours!.id}`)).toMatchObject({
      status: 409,
      body: { code: 'last_sign_in' },
    });
    expect(await list()).toHaveLength(2);
    await request('POST', '/auth/setup-password', { body: { password: 'a way of my own' } });
    expect((await request('DELETE', `/auth/external-identities/${ours!.id}`)).status).toBe(200);
    expect(
      (await hub.request('POST', '/auth/login-manual', { body: { email, password: 'a way of my own' } })).status,
    ).toBe(200);
    // The same account elsewhere, with the same confirmed address, links itself again.
    expect((await flow.openSession(subject)).body.user.id).toBe(user.id);
    expect((await list()).map(({ works }) => works)).toEqual([true, false]);
  });

  test('cannot be removed together with the last passkey in concurrent requests', async () => {
    const { user, request, list } = await asker(flow.createAccount().subject);
    await addPasskey(user);
    const [passkey] = (await request<{ id: string }[]>('GET', '/auth/passkeys')).body;
    const responses = await Promise.all([
      request('DELETE', `/auth/passkeys/${passkey!.id}`),
      request('DELETE', `/auth/external-identities/${(await list())[0]!.id}`),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

const signInWith = async (email: string, email_verified: boolean) => {
  const { subject } = flow.createAccount();
  issuer.accounts.set(subject, { email, email_verified, name: 'Name' });
  return (await flow.signInAs(subject)).outcome;
};

describe('a new account', () => {
  test('must verify its address when the issuer has not', async () => {
    const { subject } = flow.createAccount({ email_verified: false });
    expect((await flow.openSession(subject)).body.user).toMatchObject({ email_verified: false });
  });

  test('is not created without a valid address', async () => {
    for (const email of [undefined, '', 'nonsense', `${'x'.repeat(250)}@example.org`]) {
      const { subject } = flow.createAccount();
      issuer.accounts.set(subject, { ...(email !== undefined && { email }), email_verified: true });
      expect((await flow.signInAs(subject)).outcome).toEqual({ error: 'email_missing' });
    }
  });

  test('is not created while registration is closed; existing accounts can sign in', async () => {
    const { subject } = flow.createAccount();
    await flow.openSession(subject);
    await hub.get(Settings).set(registrationMode, 'closed', null);
    expect((await flow.signInAs(flow.createAccount().subject)).outcome).toEqual({ error: 'registration_closed' });
    expect((await hub.request('GET', '/auth/providers')).body).toMatchObject({ registration_open: false });
    await flow.openSession(subject);
    await hub.get(Settings).set(registrationMode, 'open', null);
  });

  test('of a refused domain or with an unverified address is refused', async () => {
    await hub.get(Settings).set(registrationDomains, ['example.org'], null);
    await hub.get(Settings).set(registrationMode, 'domains', null);
    expect(await signInWith('first@elsewhere.example', true)).toEqual({ error: 'email_domain_refused' });
    expect(await signInWith('second@example.org', true)).toEqual({ session_id: expect.any(String) });
    await hub.get(Settings).set(registrationMode, 'invitation', null);
    expect(await signInWith('third@example.org', true)).toEqual({ error: 'registration_by_invitation' });
    await hub.get(Settings).set(registrationMode, 'open', null);
  });

  test('gets the role of an invitation when the issuer has verified its address', async () => {
    const admin = await hub.users.create('ADMIN');
    await hub.get(Settings).set(registrationMode, 'invitation', null);
    const email = 'invited@example.org';
    const body = { email, role: 'REVIEWER' };
    expect((await admin.request('POST', '/admin/invitations', { body })).status).toBe(201);
    const { subject } = flow.createAccount();
    issuer.accounts.set(subject, { email, email_verified: false, name: 'Name' });
    expect((await flow.signInAs(subject)).outcome).toEqual({ error: 'registration_by_invitation' });
    issuer.accounts.set(subject, { email: email.toUpperCase(), email_verified: true, name: 'Name' });
    expect((await flow.openSession(subject)).body.user).toMatchObject({ role: 'REVIEWER', email_verified: true });
    expect((await admin.request('GET', '/admin/invitations')).body).toEqual([]);
    await hub.get(Settings).set(registrationMode, 'open', null);
  });
});
