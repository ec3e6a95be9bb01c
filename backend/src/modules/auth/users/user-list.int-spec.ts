import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { createRole } from '../../../../test/support/roles.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { UserSummaryResponse } from './users.dto.js';

let hub: TestApp;
let admin: TestUser;
const users: Record<'ann' | 'bob' | 'cid', TestUser> = {} as never;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Zoe Root');
  users.cid = await hub.users.create('EDITOR', 'cid Listed');
  users.ann = await hub.users.create('VIEWER', 'Ann Listed');
  users.bob = await hub.users.create('CONTRIBUTOR', 'Bob Listed');
  await hub.database.query('update users set last_login_at = $2 where id = $1', [users.ann.id, new Date(2020, 1, 1)]);
  await hub.database.query('update users set last_login_at = null where id = $1', [users.bob.id]);
  await hub.database.query('update users set created_at = $2 where id = $1', [users.cid.id, new Date(2019, 1, 1)]);
  await hub.database.query('update users set deactivated_at = now() where id = $1', [users.cid.id]);
});
afterAll(() => hub.close());

const list = async (query: string) =>
  (await admin.request<{ name: string }[]>('GET', `/users?q=listed&${query}`)).body.map(({ name }) => name[0]);

test.each([
  ['', 'BAc'],
  ['sort=name', 'ABc'],
  ['sort=name&order=desc', 'cBA'],
  ['sort=role', 'BcA'],
  ['sort=last_login', 'cAB'],
  // Never comes last in both directions.
  ['sort=last_login&order=asc', 'AcB'],
  ['sort=joined', 'BAc'],
  ['sort=joined&order=asc', 'cAB'],
  ['state=active', 'BA'],
  ['state=deactivated', 'c'],
  ['role=EDITOR', 'c'],
  ['role=EDITOR&state=active', ''],
  ['sort=&order=&state=&role=', 'BAc'],
])('%s lists %s', async (query, expected) => {
  expect((await list(query)).join('')).toBe(expected);
});

test('sorts by email address', async () => {
  const emails = (await admin.request<{ email: string }[]>('GET', '/users?sort=email')).body.map(({ email }) => email);
  expect(emails).toEqual([...emails].sort());
});

test('searches handles, with or without @', async () => {
  for (const q of [users.ann.handle.toUpperCase(), `@${users.ann.handle}`])
    expect((await admin.request<{ id: string }[]>('GET', `/users?q=${encodeURIComponent(q)}`)).body).toEqual([
      expect.objectContaining({ id: users.ann.id }),
    ]);
});

describe('users with permissions that the requester does not hold', () => {
  let manager: TestUser;
  let member: TestUser;
  beforeAll(async () => {
    manager = await hub.users.create((await createRole(admin, ['users.manage'])).name, 'Max Manager');
    member = await hub.users.create((await createRole(admin, [])).name, 'Una Member');
  });
  const rows = async (query: string, path = '/users') => {
    const { body } = await manager.request<UserSummaryResponse[] & { users: UserSummaryResponse[] }>(
      'GET',
      `${path}?limit=200&${query}`,
    );
    return path === '/users' ? body : body.users;
  };

  test.each(['/users', '/admin/role-assignments'])('are listed without address and last sign-in: %s', async (path) => {
    const found = await rows('', path);
    const find = ({ id }: TestUser) => found.find((row) => row.id === id);
    expect(find(admin)).toMatchObject({ name: 'Zoe Root', email: null, last_login_at: null });
    expect(find(users.ann)).toMatchObject({ name: 'Ann Listed', email: null, last_login_at: null });
    expect(find(member)).toMatchObject({ email: member.email });
    expect(find(manager)).toMatchObject({ email: manager.email });
  });

  test('are not found by their address', async () => {
    expect(await rows(`q=${encodeURIComponent(admin.email)}`)).toEqual([]);
    expect(await rows(`q=${encodeURIComponent(member.email)}`)).toHaveLength(1);
    const { headers } = await manager.request('GET', `/users?q=${encodeURIComponent(admin.email)}`);
    expect(headers['x-total-count']).toBe('0');
    expect(await rows('q=zoe')).toMatchObject([{ id: admin.id }]);
  });

  test.each(['email', 'last_login'])('come last when sorted by %s, in the order of their ids', async (sort) => {
    for (const order of ['asc', 'desc']) {
      const found = await rows(`sort=${sort}&order=${order}`);
      const firstHidden = found.findIndex(({ email }) => email === null);
      const hidden = found.slice(firstHidden).map(({ email, id }) => ({ email, id }));
      expect(hidden.every(({ email }) => email === null)).toBe(true);
      const ids = hidden.map(({ id }) => id);
      expect(ids).toEqual(order === 'asc' ? ids.toSorted() : ids.toSorted().toReversed());
    }
  });
});

test('refuses unknown orders and states', async () => {
  for (const query of ['sort=password_hash', 'order=up', 'state=erased'])
    expect((await admin.request('GET', `/users?${query}`)).status).toBe(400);
});

test('leaves erased users out', async () => {
  const erased = await hub.users.create('VIEWER', 'Erased Listed');
  await hub.database.query('update users set erased_at = now() where id = $1', [erased.id]);
  expect(await list('sort=name')).toEqual(['A', 'B', 'c']);
});
