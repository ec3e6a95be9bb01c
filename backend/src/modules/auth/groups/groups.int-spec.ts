import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { UserSummaryResponse } from '../users/users.dto.js';
import type { GroupDetailResponse, GroupMemberResponse, GroupResponse, UserGroupResponse } from './groups.dto.js';

type Problem = { code: string; detail: string; errors?: { field: string; message: string }[] };

let hub: TestApp;
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Zoe Root');
  ann = await hub.users.create('VIEWER', 'Ann Member');
  bob = await hub.users.create('VIEWER', 'Bob Member');
});
afterAll(() => hub.close());

let number = 0;
const create = async (name = `Group ${++number}`, description = '') =>
  (await admin.request<GroupDetailResponse>('POST', '/admin/groups', { body: { name, description } })).body;
const setMembers = (id: string, ...users: { id: string }[]) =>
  admin.request<{ message: string } & Problem>('PUT', `/admin/groups/${id}/members`, {
    body: { user_ids: users.map((user) => user.id) },
  });
const membersOf = async (id: string, query = '') =>
  (await admin.request<GroupMemberResponse[]>('GET', `/admin/groups/${id}/members${query}`)).body.map(
    ({ name }) => name,
  );
const createOfIssuer = async (name: string) => {
  const id = randomUUID();
  await hub.database.query(
    `insert into groups (id, name, description, issuer_value, created_at) values ($1, $2, '', $2, now())`,
    [id, name],
  );
  return id;
};
const auditOf = (id: string) =>
  hub.database.query<{ action: string; before: object | null; after: object | null }>(
    `select action, before, after from audit_log where subject_type = 'group' and subject_id = $1 order by id`,
    [id],
  );

test('a group is created, found, changed and deleted', async () => {
  const group = await create('Sales', 'Everyone who sells');
  expect(group).toMatchObject({ name: 'Sales', member_count: 0, source: 'hub', issuer_value: null, opens: [] });
  for (const q of ['sAl', 'who sells']) {
    const { body, headers } = await admin.request<GroupResponse[]>('GET', `/admin/groups?q=${encodeURIComponent(q)}`);
    expect(body.map(({ id }) => id)).toEqual([group.id]);
    expect(headers['x-total-count']).toBe('1');
  }
  expect((await admin.request<GroupResponse[]>('GET', '/admin/groups?q=%25')).body).toEqual([]);
  const update = await admin.request('PUT', `/admin/groups/${group.id}`, { body: { name: 'Selling' } });
  expect(update.body).toMatchObject({ name: 'Selling', description: 'Everyone who sells' });
  await setMembers(group.id, ann);
  const deleted = await admin.request('DELETE', `/admin/groups/${group.id}`);
  expect(deleted).toMatchObject({ status: 200, body: { message: 'The group “Selling” was deleted.' } });
  expect((await admin.request('GET', `/admin/groups/${group.id}`)).status).toBe(404);
  expect((await auditOf(group.id)).map(({ action }) => action)).toEqual([
    'group.created',
    'group.updated',
    'group.members_changed',
    'group.deleted',
  ]);
});

test('a name is taken once, in any letter case', async () => {
  await create('Board');
  const other = await create('Other');
  for (const [method, path] of [
    ['POST', '/admin/groups'],
    ['PUT', `/admin/groups/${other.id}`],
  ] as const)
    expect(await admin.request<Problem>(method, path, { body: { name: 'BOARD' } })).toMatchObject({
      status: 409,
      body: { code: 'group_exists', errors: [{ field: 'name', message: 'There is a group “BOARD” already.' }] },
    });
});

test('groups are listed by name, page by page', async () => {
  for (const name of ['paged c', 'Paged A', 'paged b']) await create(name);
  const names: string[] = [];
  let cursor: string | undefined = '';
  do {
    const path: string = `/admin/groups?q=paged&limit=2&cursor=${encodeURIComponent(cursor)}`;
    const { body, headers } = await admin.request<GroupResponse[]>('GET', path);
    names.push(...body.map(({ name }) => name));
    cursor = headers['x-next-cursor'] as string | undefined;
  } while (cursor);
  expect(names).toEqual(['Paged A', 'paged b', 'paged c']);
});

test('who limits categories may choose among the groups, and no more', async () => {
  const { id } = await create();
  const keeper = await hub.users.create((await createRole(admin, ['categories.manage'])).name);
  expect((await keeper.request('GET', '/admin/groups')).status).toBe(200);
  for (const path of [`/admin/groups/${id}`, `/admin/groups/${id}/members`, `/admin/users/${ann.id}/groups`])
    expect((await keeper.request('GET', path)).status).toBe(403);
});

test('a group says which categories it opens', async () => {
  const { id, name } = await create();
  const content = await admin.request<{ id: string }>('POST', '/categories', { body: { name: 'Contracts' } });
  const forum = await admin.request<{ id: string }>('POST', '/forum/categories', {
    body: { name: 'Talks', description: 'What we talk about' },
  });
  const limit = (path: string, rules: object) =>
    admin.request('PUT', `${path}/access`, { body: { read_group_ids: [], write_group_ids: null, ...rules } });
  await limit(`/categories/${content.body.id}`, { read_group_ids: [id] });
  await limit(`/forum/categories/${forum.body.id}`, { moderate_group_ids: [id] });
  const opens = [
    { area: 'content', id: content.body.id, name: 'Contracts', level: 'read' },
    { area: 'forum', id: forum.body.id, name: 'Talks', level: 'moderate' },
  ];
  expect((await admin.request('GET', `/admin/groups/${id}`)).body).toMatchObject({ name, opens });
  // The limits stay without the group.
  await admin.request('DELETE', `/admin/groups/${id}`);
  expect((await admin.request('GET', `/categories/${content.body.id}`)).body).toMatchObject({
    is_restricted: true,
    restricted_to: [],
  });
});

describe('members', () => {
  test('are replaced, added and removed, each with what changed in the audit log', async () => {
    const { id, name } = await create('Team');
    expect((await setMembers(id, ann, bob)).body.message).toBe('The members of “Team” were changed.');
    expect(await membersOf(id)).toEqual(['Ann Member', 'Bob Member']);
    expect(await membersOf(id, '?q=bOb')).toEqual(['Bob Member']);
    await setMembers(id, bob);
    expect(await membersOf(id)).toEqual(['Bob Member']);
    // Again, which changes nothing.
    await setMembers(id, bob);
    const add = () => admin.request('POST', `/admin/groups/${id}/members`, { body: { user_ids: [ann.id, bob.id] } });
    expect((await add()).status).toBe(200);
    const remove = () => admin.request('DELETE', `/admin/groups/${id}/members/${bob.id}`);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect(await membersOf(id)).toEqual(['Ann Member']);
    await setMembers(id);
    expect(await membersOf(id)).toEqual([]);
    const changes = (await auditOf(id)).filter(({ action }) => action === 'group.members_changed');
    expect(changes.map(({ after }) => after)).toEqual([
      expect.objectContaining({ name, added: 2, removed: 0 }),
      expect.objectContaining({ added: 0, removed: 1, removed_ids: [ann.id] }),
      expect.objectContaining({ added: 1, removed: 0, added_ids: [ann.id] }),
      expect.objectContaining({ added: 0, removed: 1, removed_ids: [bob.id] }),
      expect.objectContaining({ added: 0, removed: 1 }),
    ]);
  });

  test('of a request with an unknown user stay as they were', async () => {
    const { id } = await create();
    await setMembers(id, ann);
    expect(await setMembers(id, bob, { id: randomUUID() })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'user_ids', message: 'This user does not exist.' }] },
    });
    expect(await membersOf(id)).toEqual(['Ann Member']);
  });

  test('of a group of the issuer cannot be changed here', async () => {
    const id = await createOfIssuer('issuer-team');
    const refused = {
      status: 409,
      body: {
        code: 'group_from_issuer',
        detail: 'The members of “issuer-team” come from the sign-in service and cannot be changed here.',
      },
    };
    expect(await setMembers(id, ann)).toMatchObject(refused);
    const body = { user_ids: [ann.id] };
    expect(await admin.request('POST', `/admin/groups/${id}/members`, { body })).toMatchObject(refused);
    expect(await admin.request('DELETE', `/admin/groups/${id}/members/${ann.id}`)).toMatchObject(refused);
    const groups = { group_ids: [id] };
    expect(await admin.request('PUT', `/admin/users/${ann.id}/groups`, { body: groups })).toMatchObject(refused);
    // Its name can: values are often no names.
    const renamed = await admin.request('PUT', `/admin/groups/${id}`, { body: { name: 'A team' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'A team', issuer_value: 'issuer-team' } });
  });

  test('2,000 are replaced at once', async () => {
    const { id } = await create();
    await hub.database.query(
      `insert into users (id, email, handle, name, role, bio, skills, preferences, signature, location, website,
                          created_at, updated_at)
       select gen_random_uuid(), 'many' || n || '@example.org', 'many-' || n, 'Many ' || n, 'VIEWER', '', '{}',
              '{"email": true, "in_app": true}', '', '', '', now(), now()
       from generate_series(1, 2000) n`,
    );
    const many = await hub.database.query<{ id: string }>(`select id from users where handle::text like 'many-%'`);
    expect((await setMembers(id, ...many)).status).toBe(200);
    expect((await admin.request<GroupDetailResponse>('GET', `/admin/groups/${id}`)).body.member_count).toBe(2000);
    expect((await setMembers(id)).status).toBe(200);
  });
});

describe('the groups of a user', () => {
  test('are set together, are on the row of the user, and filter the list', async () => {
    const user = await hub.users.create('VIEWER', 'Uma Grouped');
    const [a, b] = [await create('Row A'), await create('Row B')];
    const issuerGroup = await createOfIssuer('row-issuer');
    await hub.database.query('insert into group_members (group_id, user_id, created_at) values ($1, $2, now())', [
      issuerGroup,
      user.id,
    ]);
    const set = (...group_ids: string[]) =>
      admin.request<{ message: string } & Problem>('PUT', `/admin/users/${user.id}/groups`, { body: { group_ids } });
    expect(await set(a.id, b.id)).toMatchObject({
      status: 200,
      body: { message: 'The groups of Uma Grouped were changed.' },
    });
    const { body } = await admin.request<UserGroupResponse[]>('GET', `/admin/users/${user.id}/groups`);
    expect(body.map(({ name, source }) => [name, source])).toEqual([
      ['Row A', 'hub'],
      ['Row B', 'hub'],
      ['row-issuer', 'issuer'],
    ]);
    const rows = (await admin.request<UserSummaryResponse[]>('GET', `/users?group=${b.id}`)).body;
    expect(rows).toEqual([expect.objectContaining({ id: user.id, group_count: 3 })]);
    expect(rows[0]?.groups.map(({ name }) => name)).toEqual(['Row A', 'Row B', 'row-issuer']);
    expect((await admin.request('GET', '/users?group=none')).status).toBe(400);

    expect(await set(b.id, randomUUID())).toMatchObject({ status: 400, body: { errors: [{ field: 'group_ids' }] } });
    await set(issuerGroup);
    const left = await admin.request<UserGroupResponse[]>('GET', `/admin/users/${user.id}/groups`);
    expect(left.body.map(({ name }) => name)).toEqual(['row-issuer']);
    expect(
      (await admin.request('PUT', `/admin/users/${randomUUID()}/groups`, { body: { group_ids: [] } })).status,
    ).toBe(404);
  });
});

test('a user in 1,000 groups signs in and is listed with the first ten', async () => {
  const user = await hub.users.create('VIEWER', 'Many Groups');
  await hub.database.query(
    `with made as (
       insert into groups (id, name, description, created_at)
       select gen_random_uuid(), 'many ' || lpad(n::text, 4, '0'), '', now() from generate_series(1, 1000) n
       returning id
     )
     insert into group_members (group_id, user_id, created_at) select id, $1, now() from made`,
    [user.id],
  );
  expect((await user.request('GET', '/auth/me')).status).toBe(200);
  const [row] = (await admin.request<UserSummaryResponse[]>('GET', '/users?q=many%20groups')).body;
  expect(row).toMatchObject({ group_count: 1000 });
  expect(row?.groups.map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, n) => `many ${String(n + 1).padStart(4, '0')}`),
  );
  expect((await admin.request<UserGroupResponse[]>('GET', `/admin/users/${user.id}/groups`)).body).toHaveLength(1000);
});

test('a group of the issuer is deleted only when the settings no longer name it', async () => {
  const put = (value: string[]) =>
    admin.request('PUT', '/admin/settings', { body: { values: { 'auth.issuer_groups': value } } });
  // The name has no invisible characters, whatever the issuer sends.
  expect((await put(['\u202ekept\u200b-group'])).status).toBe(200);
  const [group] = (await admin.request<GroupResponse[]>('GET', '/admin/groups?q=kept-group')).body;
  expect(group).toMatchObject({ name: 'kept-group', source: 'issuer' });
  expect(await admin.request('DELETE', `/admin/groups/${group!.id}`)).toMatchObject({
    status: 409,
    body: { code: 'group_kept_by_issuer' },
  });
  await put([]);
  expect((await admin.request('DELETE', `/admin/groups/${group!.id}`)).status).toBe(200);
});
