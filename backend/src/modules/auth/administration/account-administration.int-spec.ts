import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestResponse } from '../../../../test/support/http.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';

type Answer = TestResponse<{ message: string; code: string; detail: string; url: string | null }>;

let hub: TestApp;
let admin: TestUser;
let manager: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  const role = await createRole(admin, ['users.manage', 'comments.create', 'reactions.create', 'forum.post']);
  manager = await hub.users.create(role.name);
});
afterAll(() => hub.close());

const act = (actor: TestUser, { id }: { id: string }, action: string): Promise<Answer> =>
  actor.request('POST', `/admin/users/${id}/${action}`);
const signOut = (actor: TestUser, { id }: TestUser, query = ''): Promise<Answer> =>
  actor.request('DELETE', `/admin/users/${id}/sessions${query}`);
const signIn = ({ email, password }: TestUser) =>
  hub.request<{ session_token: string; code: string }>('POST', '/auth/login-manual', { body: { email, password } });
const auditOf = ({ id }: TestUser) =>
  hub.database.query<{ action: string; actor_id: string }>(
    `select action, actor_id from audit_log where subject_type = 'user' and subject_id = $1 order by id`,
    [id],
  );
const changeRoles = (actor: TestUser, users: readonly { id: string }[], role: string) =>
  actor.request<{ message: string; code: string; errors: { field: string; message: string }[] }>(
    'POST',
    '/admin/users/role',
    { body: { user_ids: users.map(({ id }) => id), role } },
  );
const rolesOf = async (users: readonly TestUser[]) =>
  (
    await hub.database.query<{ role: string }>('select role from users where id = any($1::uuid[]) order by id', [
      users.map(({ id }) => id),
    ])
  ).map(({ role }) => role);
const searchFor = async (name: string) =>
  (await admin.request<{ total: number }>('POST', '/search', { body: { query: name, content_type: 'user' } })).body
    .total;

describe('deactivating', () => {
  test('ends all sessions, and prevents sign-ins, resets and mentions, until the account is reactivated', async () => {
    const user = await hub.users.create('EDITOR', 'Xaver Quendlinger');
    expect((await signIn(user)).status).toBe(200);
    expect(await searchFor('Quendlinger')).toBe(1);
    expect(await act(admin, user, 'deactivate')).toMatchObject({
      status: 200,
      body: { message: 'The account was deactivated.' },
    });
    expect((await user.request('GET', '/auth/me')).status).toBe(401);
    expect(await signIn(user)).toMatchObject({
      status: 403,
      body: { code: 'account_disabled', detail: 'This account has been disabled. Please contact an administrator.' },
    });
    const wrongPassword = await signIn({ ...user, password: 'another one' });
    expect(wrongPassword).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(await hub.database.query('select id from sessions where user_id = $1', [user.id])).toEqual([]);
    expect(await searchFor('Quendlinger')).toBe(0);
    expect(await act(admin, user, 'reset-link')).toMatchObject({ status: 409, body: { code: 'account_deactivated' } });
    expect(await act(admin, user, 'deactivate')).toMatchObject({ status: 409, body: { code: 'already_deactivated' } });

    expect((await act(admin, user, 'reactivate')).status).toBe(200);
    // The sessions have ended for good.
    expect((await user.request('GET', '/auth/me')).status).toBe(401);
    expect((await signIn(user)).status).toBe(200);
    expect(await searchFor('Quendlinger')).toBe(1);
    expect(await act(admin, user, 'reactivate')).toMatchObject({ status: 409, body: { code: 'not_deactivated' } });
    expect(await auditOf(user)).toEqual([
      { action: 'user.deactivated', actor_id: admin.id },
      { action: 'user.reactivated', actor_id: admin.id },
    ]);
  });

  test('voids a link for a new password', async () => {
    const user = await hub.users.create();
    const token = (await act(admin, user, 'reset-link')).body.url?.split('#token=')[1];
    await act(admin, user, 'deactivate');
    await act(admin, user, 'reactivate');
    expect(
      (await hub.request('POST', '/auth/reset-password', { body: { token, password: 'another one' } })).body,
    ).toMatchObject({ code: 'link_expired' });
  });

  test('is refused for oneself, for users with more permissions, and for unknown ones', async () => {
    const erased = await hub.users.create();
    await hub.database.query('update users set erased_at = now() where id = $1', [erased.id]);
    expect(await act(admin, admin, 'deactivate')).toMatchObject({ status: 403, body: { code: 'own_account' } });
    expect(await act(admin, { id: admin.id.toUpperCase() }, 'deactivate')).toMatchObject({
      body: { code: 'own_account' },
    });
    for (const action of ['deactivate', 'reset-link', 'reactivate']) {
      expect(await act(manager, await hub.users.create('EDITOR'), action)).toMatchObject({
        status: 403,
        body: { code: 'role_above_own' },
      });
      expect((await act(admin, erased, action)).status).toBe(404);
    }
    expect(await signOut(manager, await hub.users.create('EDITOR'))).toMatchObject({
      body: { code: 'role_above_own' },
    });
    expect((await act(manager, await hub.users.create(), 'deactivate')).status).toBe(200);
  });

  test('of two administrators who deactivate each other one stays', async () => {
    await hub.database.query(`update users set role = 'VIEWER' where role = 'ADMIN' and id <> $1`, [admin.id]);
    const other = await hub.users.create('ADMIN');
    const outcomes = await Promise.all([act(admin, other, 'deactivate'), act(other, admin, 'deactivate')]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    const active = await hub.database.query(`select id from users where role = 'ADMIN' and deactivated_at is null`);
    expect(active).toHaveLength(1);
    await hub.database.query('update users set deactivated_at = null where id = $1', [admin.id]);
    if (outcomes[1]?.status === 200) admin = { ...admin, ...(await reopen(admin)) };
  });
});

async function reopen(user: TestUser): Promise<Pick<TestUser, 'request'>> {
  const { session_token } = (await signIn(user)).body;
  return {
    request: (method, path, options) =>
      hub.request(method, path, { ...options, headers: { authorization: `Bearer ${session_token}` } }),
  };
}

describe('links for a new password', () => {
  test('are in the response of a hub that cannot send mail, and work once', async () => {
    const user = await hub.users.create();
    const { body } = await act(admin, user, 'reset-link');
    expect(body.message).toBe('This hub can’t send email. Please pass the link on.');
    const token = body.url?.split('#token=')[1];
    const reset = () => hub.request('POST', '/auth/reset-password', { body: { token, password: 'a new password' } });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await signIn({ ...user, password: 'a new password' })).status).toBe(200);
    expect(await auditOf(user)).toEqual([{ action: 'user.reset_link_sent', actor_id: admin.id }]);
  });
});

describe('signing out', () => {
  test('ends all sessions of a user', async () => {
    const user = await hub.users.create();
    await signIn(user);
    expect(await signOut(admin, user)).toMatchObject({ status: 200, body: { message: '2 sessions were ended.' } });
    expect((await user.request('GET', '/auth/me')).status).toBe(401);
    expect((await signIn(user)).status).toBe(200);
    expect((await auditOf(user)).map(({ action }) => action)).toEqual(['user.signed_out']);
  });

  test('revokes API tokens if the administrator chooses to', async () => {
    const user = await hub.users.create();
    const body = { name: 'Export', scopes: ['read'], expires_in: '30' };
    const { token } = (await user.request<{ token: string }>('POST', '/auth/api-tokens', { body })).body;
    const read = () => hub.request('GET', '/documents', { headers: { authorization: `Bearer ${token}` } });
    await signOut(admin, user);
    expect((await read()).status).toBe(200);
    expect((await signOut(admin, user, '?revoke_api_tokens=true')).status).toBe(200);
    expect((await read()).status).toBe(401);
    const sql = `select after from audit_log where subject_id = $1 order by id`;
    expect(await hub.database.query(sql, [user.id])).toEqual([
      { after: { sessions: 1 } },
      { after: { sessions: 0, api_tokens: 1 } },
    ]);
  });
});

describe('the role of several users', () => {
  test('changes for all of them, with an audit entry each', async () => {
    const users = [await hub.users.create(), await hub.users.create(), await hub.users.create('REVIEWER')];
    expect(await changeRoles(admin, users, 'REVIEWER')).toMatchObject({
      status: 200,
      body: { message: '2 users have a new role.' },
    });
    expect(await rolesOf(users)).toEqual(['REVIEWER', 'REVIEWER', 'REVIEWER']);
    expect(await auditOf(users[0]!)).toHaveLength(1);
    expect(await auditOf(users[2]!)).toHaveLength(0);
  });

  test('changes for none of them when one cannot get it, with a reason for each', async () => {
    const users = [await hub.users.create(), await hub.users.create('EDITOR'), manager];
    const unknown = { id: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' };
    const { status, body } = await changeRoles(manager, [...users, unknown], 'VIEWER');
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'bulk_refused' });
    expect(body.errors.toSorted((a, b) => a.message.localeCompare(b.message))).toEqual([
      { field: unknown.id, message: 'This user does not exist.' },
      { field: users[1]!.id, message: 'You cannot change the role of a user with more permissions than you.' },
      { field: manager.id, message: 'You cannot change your own role.' },
    ]);
    expect(await rolesOf(users.slice(0, 2))).toEqual(['VIEWER', 'EDITOR']);
  });

  test('is checked as a field', async () => {
    const user = await hub.users.create();
    expect(await changeRoles(admin, [user], 'NONE')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'role' }] },
    });
    expect((await changeRoles(admin, [], 'VIEWER')).status).toBe(400);
    expect((await changeRoles(manager, [user], 'EDITOR')).body.errors[0]!.message).toMatch(
      /more permissions than yours/,
    );
  });
});
