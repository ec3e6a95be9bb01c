import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TestResponse } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Events } from '../../../platform/events/events.js';
import { userRoleChanged } from '../users/user.events.js';
import type { NewRoleCodeResponse, RoleCodeRedeemedResponse, RoleCodeResponse } from './role-codes.dto.js';

type Redeemed = RoleCodeRedeemedResponse & { code: string; detail: string };

let hub: TestApp;
let admin: TestUser;
const received: object[] = [];
beforeAll(async () => {
  hub = await createTestApp(
    {},
    {
      prepare: (app) =>
        app.get(Events).on(userRoleChanged, 'test', (event) => Promise.resolve(void received.push(event))),
    },
  );
  admin = await hub.users.create('ADMIN');
});
beforeEach(() => hub.database.query('delete from role_codes'));
afterAll(() => hub.close());

const make = (fields: object = {}, maker = admin) =>
  maker.request<NewRoleCodeResponse & { errors: object[] }>('POST', '/admin/role-codes', {
    body: { role: 'CONTRIBUTOR', max_uses: 1, ...fields },
  });
const codeFor = async (fields: object = {}) => (await make(fields)).body.code;
const redeem = (user: TestUser, code: string): Promise<TestResponse<Redeemed>> =>
  user.request('POST', '/role-codes/redeem', { body: { code } });
const list = async () => (await admin.request<RoleCodeResponse[]>('GET', '/admin/role-codes')).body;
const roleOf = async ({ id }: TestUser) =>
  (await hub.database.one<{ role: string }>('select role from users where id = $1', [id]))!.role;
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

async function customRole(priority: number, permissions: string[]): Promise<string> {
  const name = `CUSTOM_${randomUUID().slice(0, 8).toUpperCase()}`;
  await hub.database.query(
    `insert into roles (name, id, display_name, description, color, priority, is_system, permissions, badge_visible,
     style, created_at)
     values ($1, $2, 'Translator', '', '#000000', $3, false, $4, false, '{}', now())`,
    [name, randomUUID(), priority, permissions],
  );
  return name;
}

describe('creating codes', () => {
  test('returns the code once and stores only its hash', async () => {
    const expires_at = tomorrow();
    const { status, body } = await make({ max_uses: 3, expires_at });
    const facts = {
      id: expect.any(String),
      hint: body.code.slice(0, 4),
      role: 'CONTRIBUTOR',
      role_display_name: 'Contributor',
      max_uses: 3,
      used_count: 0,
      status: 'active',
      expires_at,
      created_by_name: admin.name,
      created_at: expect.any(String),
    };
    expect([status, body]).toEqual([
      201,
      { ...facts, code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/) },
    ]);
    expect(await list()).toEqual([facts]);
    const stored = await hub.database.query(
      `select to_json(c)::text as text from role_codes c union all select to_json(a)::text from audit_log a`,
    );
    const secret = new RegExp([body.code, body.code.replaceAll('-', '')].join('|'), 'i');
    expect(stored.length).toBeGreaterThan(1);
    expect(JSON.stringify(stored)).not.toMatch(secret);
  });

  test('reports each invalid field', async () => {
    for (const [fields, field] of [
      [{ role: 'ADMIN' }, 'role'],
      [{ role: 'NONE' }, 'role'],
      [{ role: 'contributor' }, 'role'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ expires_at: '2099-02-30T25:00:00Z' }, 'expires_at'],
      [{ expires_at: '2099-01-01' }, 'expires_at'],
      [{ max_uses: 0 }, 'max_uses'],
    ] as const)
      expect(await make(fields)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await list()).toEqual([]);
  });

  test('cannot grant permissions that the creator lacks', async () => {
    const keeper = await hub.users.create(
      await customRole(90, ['system.manage', 'comments.create', 'reactions.create', 'forum.post']),
    );
    expect(await make({ role: 'EDITOR' }, keeper)).toMatchObject({ status: 403, body: { code: 'role_above_own' } });
    expect((await make({ role: 'VIEWER' }, keeper)).status).toBe(201);
  });

  test('is audited like revoking', async () => {
    const { id } = (await make()).body;
    expect(await admin.request('DELETE', `/admin/role-codes/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'The role code was revoked.' },
    });
    expect((await admin.request('DELETE', `/admin/role-codes/${id}`)).status).toBe(404);
    const log = await hub.database.query(
      `select actor_id, action, before, after from audit_log where subject_type = 'role_code' and subject_id = $1
       order by id`,
      [id],
    );
    const facts = { role: 'CONTRIBUTOR', max_uses: 1, expires_at: null };
    expect(log).toEqual([
      { actor_id: admin.id, action: 'role_code.created', before: null, after: facts },
      { actor_id: admin.id, action: 'role_code.revoked', before: { ...facts, used_count: 0 }, after: null },
    ]);
  });

  test('codes of a deleted role are deleted', async () => {
    const role = await customRole(50, ['content.create']);
    const code = await codeFor({ role });
    await hub.database.query('delete from roles where name = $1', [role]);
    expect(await list()).toEqual([]);
    expect((await redeem(await hub.users.create(), code)).status).toBe(404);
  });
});

describe('redeeming', () => {
  test('assigns the role, effective at the next request, and sends a notification', async () => {
    const user = await hub.users.create('VIEWER');
    const code = await codeFor();
    expect(await redeem(user, code)).toMatchObject({
      status: 200,
      body: { new_role: 'CONTRIBUTOR', message: 'Your role is now Contributor.' },
    });
    expect((await user.request('POST', '/documents', { body: { title: 'x', content: 'y' } })).status).toBe(201);
    expect((await user.request('GET', '/auth/me')).body).toMatchObject({
      role: 'CONTRIBUTOR',
      permissions: expect.arrayContaining(['content.create']),
    });
    const [{ id, used_count, status }] = (await list()) as [RoleCodeResponse];
    expect([used_count, status]).toEqual([1, 'used_up']);
    const [entry] = await hub.database.query(
      `select actor_id, action, before, after from audit_log where subject_id = $1`,
      [user.id],
    );
    expect(entry).toEqual({
      actor_id: user.id,
      action: 'user.role_changed',
      before: { role: 'VIEWER' },
      after: { role: 'CONTRIBUTOR', role_code_id: id },
    });
    const event = { userId: user.id, before: 'VIEWER', after: 'CONTRIBUTOR', actorId: user.id };
    for (let i = 0; i < 100 && !received.length; i++) await new Promise((done) => setTimeout(done, 50));
    expect(received).toContainEqual(event);
  });

  test('of a custom role, accepts any letter case, missing hyphens and surrounding spaces', async () => {
    const spellings = [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replaceAll('-', ''),
      (code: string) => `  ${code.replaceAll('-', ' ')} `,
    ];
    const role = await customRole(50, ['content.create']);
    const code = await codeFor({ role, max_uses: spellings.length });
    for (const spell of spellings)
      expect(await redeem(await hub.users.create(), spell(code))).toMatchObject({
        status: 200,
        body: { new_role: role, message: 'Your role is now Translator.' },
      });
  });

  test('works once per user, whatever uses are left', async () => {
    const user = await hub.users.create('VIEWER');
    const code = await codeFor({ max_uses: 5 });
    expect((await redeem(user, code)).status).toBe(200);
    await hub.database.query(`update users set role = 'VIEWER' where id = $1`, [user.id]);
    expect(await redeem(user, code)).toMatchObject({
      status: 409,
      body: { code: 'role_code_redeemed', detail: 'You have already redeemed this role code.' },
    });
    expect([(await list())[0]?.used_count, await roleOf(user)]).toEqual([1, 'VIEWER']);
  });

  test('refuses a lower role without counting a use', async () => {
    const weak = await customRole(50, ['content.create']);
    const code = await codeFor({ max_uses: 9 });
    for (const role of ['ADMIN', 'EDITOR', 'REVIEWER', await customRole(41, ['admin.dashboard'])]) {
      const user = await hub.users.create(role);
      expect(await redeem(user, code)).toMatchObject({
        status: 409,
        body: {
          code: 'role_lower',
          detail: expect.stringMatching(/^This code is for the role Contributor, .*You remain \w+\.$/),
        },
      });
      expect(await roleOf(user)).toBe(role);
    }
    const contributor = await hub.users.create('CONTRIBUTOR');
    expect((await redeem(contributor, code)).body).toMatchObject({ code: 'role_already_held' });
    expect((await redeem(contributor, await codeFor({ role: weak }))).body).toMatchObject({ code: 'role_lower' });
    expect((await list()).map(({ used_count }) => used_count)).toEqual([0, 0]);
  });

  test('refuses unknown, used-up, expired and revoked codes', async () => {
    const user = await hub.users.create('VIEWER');
    const says = async (code: string) => {
      const { status, body } = await redeem(user, code);
      return [status, body.code];
    };
    for (const unknown of ['AAAA-AAAA-AAAA', '-', "' or 1=1"])
      expect(await says(unknown)).toEqual([404, 'role_code_unknown']);
    const [used, old] = [await codeFor(), await codeFor({ expires_at: tomorrow() })];
    const revoked = (await make()).body;
    await redeem(await hub.users.create(), used);
    await hub.database.query('update role_codes set expires_at = now() where expires_at is not null');
    await admin.request('DELETE', `/admin/role-codes/${revoked.id}`);
    expect(await says(used)).toEqual([409, 'role_code_used_up']);
    expect(await says(old)).toEqual([409, 'role_code_expired']);
    expect(await says(revoked.code)).toEqual([404, 'role_code_unknown']);
    expect((await list()).map(({ status }) => status)).toEqual(['expired', 'used_up']);
    expect(await roleOf(user)).toBe('VIEWER');
  });

  test('refuses a code while its creator may not assign the role', async () => {
    const second = await hub.users.create('ADMIN');
    const { code } = (await make({ max_uses: 9 }, second)).body;
    const become = (role: string) => hub.database.query('update users set role = $2 where id = $1', [second.id, role]);
    const outcome = async (user: TestUser) => {
      const { status, body } = await redeem(user, code);
      return [status, body.code, (await list())[0]?.status];
    };
    const newcomer = await hub.users.create('VIEWER');
    for (const lost of ['VIEWER', 'EDITOR', await customRole(30, ['system.manage'])]) {
      await become(lost);
      expect(await outcome(newcomer)).toEqual([409, 'role_code_void', 'void']);
    }
    await become('VIEWER');
    expect(await outcome(second)).toEqual([409, 'role_code_void', 'void']);
    await become('ADMIN');
    await hub.database.query('update users set deactivated_at = now() where id = $1', [second.id]);
    expect(await outcome(newcomer)).toEqual([409, 'role_code_void', 'void']);
    await hub.database.query('update users set deactivated_at = null where id = $1', [second.id]);
    expect(await outcome(newcomer)).toEqual([200, undefined, 'active']);
  });

  test('of thirty concurrent redemptions of a single-use code one succeeds', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => hub.users.create('VIEWER')));
    const code = await codeFor();
    const responses = await Promise.all(users.map((user) => redeem(user, code)));
    const statuses = responses.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 409).length,
    ]).toEqual([1, 29]);
    const ids = users.map(({ id }) => id);
    expect(
      await hub.database.query(`select id from users where role = 'CONTRIBUTOR' and id = any($1::uuid[])`, [ids]),
    ).toHaveLength(1);
    expect((await list())[0]).toMatchObject({ used_count: 1, max_uses: 1 });
  });

  test('of ten concurrent redemptions by one user one succeeds', async () => {
    const user = await hub.users.create('VIEWER');
    const code = await codeFor({ max_uses: 10 });
    const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(user, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await list())[0]?.used_count).toBe(1);
  });

  test('is refused after ten attempts in an hour, also with a valid code', async () => {
    const user = await hub.users.create('VIEWER');
    for (let i = 0; i < 10; i++) expect((await redeem(user, `AAAA-AAAA-AAA${i}`)).status).toBe(404);
    const { status, headers, body } = await redeem(user, await codeFor());
    expect([status, Number(headers['retry-after']) > 3000, body.detail]).toEqual([
      429,
      true,
      expect.stringMatching(/^Too many attempts\. Please wait \d+ minutes/),
    ]);
    expect(await roleOf(user)).toBe('VIEWER');
  });
});
