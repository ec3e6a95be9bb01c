import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Settings } from '../../../platform/settings/settings.js';
import { defaultRole, registrationDomains, registrationMode } from '../registration-settings.js';
import type { SessionOpenedResponse } from '../sessions/sessions.dto.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

const register = (fields: object, path = '/auth/register') =>
  hub.request<SessionOpenedResponse>('POST', path, {
    body: { email: 'ada@example.org', name: 'Ada', password: 'secret', ...fields },
  });
const peopleCalled = (name: string) =>
  hub.database.query<{ email: string; handle: string }>('select email, handle from users where name = $1', [name]);

test('an account is created with the default role and signed in', async () => {
  const { status, body, headers } = await register(
    { email: ' New@Example.org ', name: '  Jürgen Groß ', remember_me: true },
    '/auth/register-enhanced',
  );
  expect(status).toBe(201);
  expect(body.user).toMatchObject({
    email: 'New@Example.org',
    name: 'Jürgen Groß',
    handle: 'juergen-gross',
    role: 'VIEWER',
    permissions: ['comments.create', 'forum.post', 'reactions.create'],
    needs_password_setup: false,
    notification_preferences: { email: true, in_app: true },
  });
  expect(String(headers['set-cookie'])).toContain('Max-Age=2592000');
  expect(JSON.stringify(body)).not.toMatch(/hash|argon2/);
  const { body: me } = await hub.request('GET', '/auth/me', {
    headers: { authorization: `Bearer ${body.session_token}` },
  });
  expect(me).toEqual(body.user);
});

test('passwords are stored as argon2id only', async () => {
  const { body } = await register({ email: 'stored@example.org', password: 'p4ssw0rd-ü' });
  const row = await hub.database.one<{ all: string; password_hash: string }>(
    'select to_json(u)::text as all, password_hash from users u where id = $1',
    [body.user.id],
  );
  expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(row!.all).not.toContain('p4ssw0rd');
});

test('an address that is taken in any letter case is an error of its field', async () => {
  expect((await register({ email: 'taken@example.org' })).status).toBe(201);
  for (const email of ['taken@example.org', 'TAKEN@Example.ORG', ' Taken@example.org']) {
    expect(await register({ email })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', errors: [{ field: 'email', message: expect.any(String) }] },
    });
  }
});

test('of 20 concurrent registrations of one address one succeeds', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      register({ email: i % 2 ? 'race@example.org' : 'RACE@example.org', name: 'Racer' }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  for (const { status, body } of responses)
    if (status === 409) expect(body).toMatchObject({ code: 'email_taken', errors: [{ field: 'email' }] });
  expect(await peopleCalled('Racer')).toHaveLength(1);
});

test('concurrent registrations of one name get different handles', async () => {
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) => register({ email: `same-${i}@example.org`, name: 'Same Name' })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
  const handles = (await peopleCalled('Same Name')).map(({ handle }) => handle);
  expect(new Set(handles).size).toBe(8);
  expect(handles).toContain('same-name');
});

test('a name without letters, or a reserved word, gets another handle', async () => {
  for (const [i, name] of ['日本', 'admin', 'Everyone', '!', 'ada.lovelace@example.org'].entries()) {
    expect((await register({ email: `handle-${i}@example.org`, name })).body.user.handle).toMatch(/^member-\d{4}$/);
  }
});

test('administrators can close registration and choose the default role', async () => {
  const settings = hub.get(Settings);
  await settings.set(registrationMode, 'closed', null);
  expect(await register({ email: 'late@example.org' })).toMatchObject({
    status: 403,
    body: { code: 'registration_closed', detail: 'Registration is closed on this hub.' },
  });
  await settings.set(registrationMode, 'open', null);
  await settings.set(defaultRole, 'CONTRIBUTOR', null);
  expect((await register({ email: 'writer@example.org' })).body.user).toMatchObject({
    role: 'CONTRIBUTOR',
    role_display_name: 'Contributor',
  });
  await settings.set(defaultRole, 'VIEWER', null);
});

test('administrators can limit registration to invited users', async () => {
  const settings = hub.get(Settings);
  await settings.set(registrationMode, 'invitation', null);
  expect(await register({ email: 'uninvited@example.org' })).toMatchObject({
    status: 403,
    body: { code: 'registration_by_invitation', detail: 'Registration on this hub is by invitation.' },
  });
  expect((await hub.request('GET', '/auth/providers')).body).toMatchObject({
    registration_open: false,
    registration: 'invitation',
    registration_domains: [],
  });
  await settings.set(registrationMode, 'open', null);
});

describe('registration by email domain', () => {
  beforeAll(async () => {
    await hub.get(Settings).set(registrationDomains, ['Example.ORG', 'school.example'], null);
    await hub.get(Settings).set(registrationMode, 'domains', null);
  });
  afterAll(() => hub.get(Settings).set(registrationMode, 'open', null));

  test('accepts the domains in any letter case, and no others', async () => {
    for (const email of ['one@example.org', 'two@EXAMPLE.org', 'three@school.example'])
      expect((await register({ email })).status).toBe(201);
    for (const email of ['x@example.com', 'x@sub.example.org', 'x@notexample.org', 'x@example.org.evil.example'])
      expect(await register({ email })).toMatchObject({
        status: 403,
        body: {
          code: 'email_domain_refused',
          detail: 'Only email addresses at example.org or school.example can register on this hub.',
        },
      });
    expect((await hub.request('GET', '/auth/providers')).body).toEqual({
      providers: [],
      registration_open: true,
      registration: 'domains',
      registration_domains: ['example.org', 'school.example'],
      registration_by_link: false,
      mail_configured: false,
      setup_required: false,
    });
  });

  test('is refused for what is no domain', async () => {
    for (const domain of ['example', '@example.org', 'example.org/x', '-a.org', '', 'exa mple.org'])
      await expect(hub.get(Settings).set(registrationDomains, [domain], null)).rejects.toThrow();
  });
});

test('the default role must exist and must not be the most powerful one', async () => {
  const settings = hub.get(Settings);
  for (const role of ['NONE', 'viewer', 'ADMIN']) {
    await expect(settings.set(defaultRole, role, null)).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ field: 'auth.default_role' }] },
    });
  }
  expect(await settings.get(defaultRole)).toBe('VIEWER');
});

test('new users become viewers when the default role no longer exists', async () => {
  await hub.database.query(
    `insert into settings (key, value, updated_at) values ($1, '"GONE"', now())
     on conflict (key) do update set value = excluded.value`,
    [defaultRole.key],
  );
  await new Promise((done) => setTimeout(done, 2050));
  expect(await register({ email: 'orphan@example.org' })).toMatchObject({
    status: 201,
    body: { user: { role: 'VIEWER' } },
  });
});
