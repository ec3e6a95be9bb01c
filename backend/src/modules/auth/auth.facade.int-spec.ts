import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { AuthFacade } from './auth.facade.js';

let hub: TestApp;
let auth: AuthFacade;
beforeAll(async () => {
  hub = await createTestApp();
  auth = hub.get(AuthFacade);
});
afterAll(() => hub.close());

const signIn = async (email: string, password: string) =>
  (await hub.request('POST', '/auth/login-manual', { body: { email, password } })).status;
const accounts = (email: string) =>
  hub.database.query<{ id: string; role: string; password_hash: string }>(
    'select id, role, password_hash from users where email = $1::citext',
    [email],
  );
const audited = (id: string) =>
  hub.database.query(
    'select actor_id, actor_name, action, before, after from audit_log where subject_id = $1 order by id',
    [id],
  );
/** @returns the password that was made up, if one was */
async function ensureAdmin(email: string, password: string | undefined): Promise<string | undefined> {
  const kept: string[] = [];
  await auth.ensureAdmin(email, password, (made) => Promise.resolve(void kept.push(made)));
  return kept[0];
}

test('the configured administrator is created once and not changed later', async () => {
  expect(await auth.hasUsers()).toBe(false);
  expect(await ensureAdmin('Boss@example.org', 'first-password')).toBeUndefined();
  expect(await auth.hasUsers()).toBe(true);
  const [made] = await accounts('boss@example.org');
  expect(made).toMatchObject({ role: 'ADMIN' });
  for (const [email, password] of [
    ['Boss@example.org', 'first-password'],
    ['boss@EXAMPLE.org', 'other-password'],
    ['boss@example.org', undefined],
  ] as const) {
    expect(await ensureAdmin(email, password)).toBeUndefined();
  }
  expect(await accounts('boss@example.org')).toEqual([made]);
  expect(await signIn('boss@example.org', 'first-password')).toBe(200);
  expect(await audited(made!.id)).toEqual([
    { actor_id: null, actor_name: 'System', action: 'user.created', before: null, after: { role: 'ADMIN' } },
  ]);
});

test('a missing password is generated and returned once', async () => {
  const password = await ensureAdmin('random@example.org', undefined);
  expect(password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  expect(await signIn('random@example.org', password!)).toBe(200);
  expect(await ensureAdmin('random@example.org', undefined)).toBeUndefined();
});

const failToKeep = () => Promise.reject(new Error('disk full'));

test('an administrator is not created when the generated password cannot be saved', async () => {
  const user = await hub.users.create('VIEWER');
  for (const email of ['nowhere@example.org', user.email])
    await expect(auth.ensureAdmin(email, undefined, failToKeep)).rejects.toThrow('disk full');
  expect(await accounts('nowhere@example.org')).toEqual([]);
  expect((await accounts(user.email))[0]).toMatchObject({ role: 'VIEWER' });
  expect(await signIn(user.email, user.password)).toBe(200);
});

test('an existing account becomes administrator without its former password and sessions', async () => {
  const user = await hub.users.create('VIEWER');
  expect(await ensureAdmin(user.email, 'something-else')).toBeUndefined();
  expect((await user.request('GET', '/auth/me')).status).toBe(401);
  expect(await signIn(user.email, user.password)).toBe(401);
  expect(await signIn(user.email, 'something-else')).toBe(200);
  expect(await audited(user.id)).toEqual([
    {
      actor_id: null,
      actor_name: 'System',
      action: 'user.role_changed',
      before: { role: 'VIEWER' },
      after: { role: 'ADMIN' },
    },
  ]);
});

test('a user created for a command acts with the permissions of their role', async () => {
  const { actor, password } = await auth.createUser({ email: 'made@example.org', name: 'Made', role: 'REVIEWER' });
  expect([actor.role, actor.can('content.publish'), actor.can('content.edit_any')]).toEqual(['REVIEWER', true, false]);
  expect(await signIn('made@example.org', password)).toBe(200);
});
