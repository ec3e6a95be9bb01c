import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CategoryAccessResponse, CategoryResponse } from '../src/modules/content/categories/categories.dto.js';
import { createCategory, createDocument } from './support/documents.js';
import { createForumCategory, createThread } from './support/forum.js';
import { addMember, createGroup, limitReading, removeMember } from './support/groups.js';
import { createRole } from './support/roles.js';
import { createTestAppWithUsers, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';

let hub: TestApp;
let admin: TestUser;
let member: TestUser;
let boss: TestUser;
let stranger: TestUser;
let viewer: TestUser;
let sales: string;
let board: string;
beforeAll(async () => {
  const users = {
    admin: 'ADMIN',
    member: 'CONTRIBUTOR',
    boss: 'CONTRIBUTOR',
    stranger: 'CONTRIBUTOR',
    viewer: 'VIEWER',
  };
  ({ hub, admin, member, boss, stranger, viewer } = await createTestAppWithUsers(users));
  sales = await createGroup(hub, 'Sales', [member, boss]);
  board = await createGroup(hub, 'Board', [boss]);
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

/** All users but the members of the groups, administrators and editors. */
const countOthers = async () => {
  const row = await hub.database.one<{ n: number }>(
    `select count(*)::int - 2 as n from users where role not in ('ADMIN', 'EDITOR')`,
  );
  return row?.n ?? 0;
};

/** Both kinds of categories follow one rule. */
const kinds = [
  ['content', '/categories', createCategory],
  ['forum', '/forum/categories', createForumCategory],
] as const;

describe.each(kinds)('categories of the %s', (_area, path, create) => {
  const limit = (id: string, groups: readonly string[] | null, rules?: object) =>
    limitReading(admin, `${path}/${id}`, groups, rules);
  const getAccess = async (id: string) =>
    (await admin.request<CategoryAccessResponse>('GET', `${path}/${id}/access`)).body;
  /** Who finds the category, in the list and by its address. */
  async function findReaders(id: string): Promise<string[]> {
    const found: string[] = [];
    const requesters = { guest: hub.request, stranger: stranger.request, member: member.request, boss: boss.request };
    for (const [name, request] of Object.entries({ ...requesters, admin: admin.request })) {
      const { status } = await request('GET', `/categories/${id}`);
      const list = (await request<CategoryResponse[]>('GET', path)).body.map((category) => category.id);
      expect([name, list.includes(id)]).toEqual([name, status === 200]);
      if (status === 200) found.push(name);
    }
    return found;
  }
  const everyone = ['guest', 'stranger', 'member', 'boss', 'admin'];

  test('is open until groups are named, then exists for them and administrators only', async () => {
    const { id } = await create(admin);
    expect(await findReaders(id)).toEqual(everyone);
    expect(await limit(id, [sales])).toMatchObject({
      status: 200,
      body: { read_group_ids: [sales], write_group_ids: null, groups: [{ id: sales, name: 'Sales' }], inherited: [] },
    });
    expect(await findReaders(id)).toEqual(['member', 'boss', 'admin']);
    expect((await member.request('GET', `/categories/${id}`)).body).toMatchObject({
      is_restricted: true,
      restricted_to: ['Sales'],
    });
    await limit(id, []);
    expect(await findReaders(id)).toEqual(['admin']);
    await limit(id, null);
    expect(await findReaders(id)).toEqual(everyone);
  });

  test('is created and edited with its rules in one step, so that it is open to others at no time', async () => {
    const body = { name: `Private ${path}`, description: 'Ours', read_group_ids: [sales], moderate_group_ids: [board] };
    const listNames = async ({ request }: Pick<TestUser, 'request'>) =>
      (await request<CategoryResponse[]>('GET', path)).body.map(({ name }) => name);
    const creation = new AbortController();
    const watch = async () => {
      const seen = new Set<string>();
      for (; !creation.signal.aborted; await setImmediate()) for (const name of await listNames(hub)) seen.add(name);
      return seen;
    };
    const watching = watch();
    const { status, body: created } = await admin.request<CategoryResponse>('POST', path, { body });
    creation.abort();
    expect(await watching).not.toContain(body.name);
    expect([status, created.restricted_to]).toEqual([201, ['Board', 'Sales']]);
    expect(await findReaders(created.id)).toEqual(['member', 'boss', 'admin']);
    expect(await hub.database.query('select action from audit_log where subject_id = $1', [created.id])).toEqual([
      { action: expect.stringContaining('.created') },
      { action: expect.stringContaining('.access_changed') },
    ]);

    const wrong = { ...body, name: `Never ${path}`, read_group_ids: [created.id] };
    expect(await admin.request('POST', path, { body: wrong })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'read_group_ids' }] },
    });
    expect(await listNames(admin)).not.toContain(wrong.name);

    const edit = (changes: object) => admin.request('PUT', `${path}/${created.id}`, { body: changes });
    expect((await edit({ description: 'Still ours' })).body).toMatchObject({ restricted_to: ['Board', 'Sales'] });
    expect((await edit({ description: 'Theirs', write_group_ids: [created.id] })).status).toBe(400);
    expect((await edit({ read_group_ids: null })).body).toMatchObject({
      is_restricted: false,
      description: 'Still ours',
    });
    expect(await getAccess(created.id)).toMatchObject({ read_group_ids: null, moderate_group_ids: [board] });
  });

  test('subcategories inherit limits, narrow them and never widen them', async () => {
    const top = await create(admin);
    const below = await create(admin, { parent_category_id: top.id });
    await limit(top.id, [sales]);
    const later = await create(admin, { parent_category_id: below.id });
    expect([await findReaders(below.id), await findReaders(later.id)]).toEqual(
      Array.from({ length: 2 }, () => ['member', 'boss', 'admin']),
    );
    await limit(below.id, [board]);
    expect([await findReaders(top.id), await findReaders(later.id)]).toEqual([
      ['member', 'boss', 'admin'],
      ['boss', 'admin'],
    ]);
    expect((await boss.request('GET', `/categories/${later.id}`)).body).toMatchObject({ restricted_to: ['Board'] });
    expect(await getAccess(later.id)).toMatchObject({
      read_group_ids: null,
      inherited: [
        { category_id: below.id, category_name: below.name, limits_reading: true },
        { category_id: top.id, category_name: top.name, limits_reading: true },
      ],
    });
    // Who is in the lower group alone does not pass the upper limit.
    await removeMember(hub, sales, boss);
    expect(await findReaders(later.id)).toEqual(['admin']);
    await addMember(hub, sales, boss);
  });

  test('limits follow moves of categories', async () => {
    const [limited, moved] = [await create(admin), await create(admin)];
    await limit(limited.id, [sales]);
    const move = (parent: string | null) =>
      admin.request('PUT', `${path}/${moved.id}`, { body: { parent_category_id: parent } });
    expect((await move(limited.id)).status).toBe(200);
    expect(await findReaders(moved.id)).toEqual(['member', 'boss', 'admin']);
    await move(null);
    expect(await findReaders(moved.id)).toEqual(everyone);
  });

  test('writing has limits of its own, and each level includes those before it', async () => {
    const { id } = await create(admin);
    await limit(id, [sales], { write_group_ids: [board] });
    const canWrite = async ({ request }: TestUser) =>
      (await request<CategoryResponse>('GET', `/categories/${id}`)).body.abilities.write;
    expect([await canWrite(member), await canWrite(boss), await canWrite(admin)]).toEqual([false, true, true]);
    await limit(id, [], { write_group_ids: [], moderate_group_ids: [sales] });
    expect(await getAccess(id)).toMatchObject({
      read_group_ids: [sales],
      write_group_ids: [sales],
      moderate_group_ids: [sales],
    });
    expect([await canWrite(member), await canWrite(boss)]).toEqual([true, true]);
    await limit(id, null, { write_group_ids: [board] });
    expect(await findReaders(id)).toEqual(everyone);
    expect(await canWrite(stranger)).toBe(false);
  });

  const compare = (place: string, body: object, requester = admin) =>
    requester.request('POST', `${path}${place}/reader-changes`, { body });

  test('says before a change of rules how many users gain and lose access, and which groups read', async () => {
    const [top, { id }] = [await create(admin), await create(admin)];
    const rules = (groups: string[] | null, parent: string | null = null, requester = admin) =>
      compare(`/${id}`, { read_group_ids: groups, parent_category_id: parent }, requester);
    const nobody = { gained: 0, lost: 0, guests_gain: false, guests_lose: false };
    expect((await rules(null)).body).toEqual({ ...nobody, is_open_after: true, groups_before: [], groups_after: [] });
    const others = await countOthers();
    const limited = { ...nobody, lost: others, guests_lose: true, is_open_after: false };
    expect((await rules([sales])).body).toEqual({ ...limited, groups_before: [], groups_after: ['Sales'] });
    await limit(top.id, [sales]);
    expect((await rules(null, top.id)).body).toEqual({ ...limited, groups_before: [], groups_after: ['Sales'] });
    // Within the limits of the category above.
    expect((await rules([board], top.id)).body).toMatchObject({ lost: others + 1, groups_after: ['Board'] });
    await limit(id, [board]);
    expect((await rules([sales, board])).body).toEqual({
      ...nobody,
      gained: 1,
      is_open_after: false,
      groups_before: ['Board'],
      groups_after: ['Board', 'Sales'],
    });
    expect((await rules(null)).body).toMatchObject({ lost: 0, guests_gain: true, is_open_after: true });
    expect((await rules(null, null, member)).status).toBe(403);
  });

  test('says before a move who gains and loses access; what its requester does not see does not exist', async () => {
    const [open, limited, hidden] = [await create(admin), await create(admin), await create(admin)];
    if (path === '/categories') await createDocument(admin, { category_id: limited.id, status: 'PUBLISHED' });
    await limit(limited.id, [sales]);
    await limit(hidden.id, [board]);
    expect((await compare('', { from: limited.id, to: hidden.id })).body).toEqual({
      gained: 0,
      lost: 1,
      guests_gain: false,
      guests_lose: false,
      is_open_after: false,
      groups_before: ['Sales'],
      groups_after: ['Board'],
    });
    const opened = { lost: 0, guests_gain: true, is_open_after: true, groups_before: ['Sales'], groups_after: [] };
    for (const to of [open.id, null, undefined])
      expect((await compare('', { from: limited.id, to })).body).toMatchObject(opened);
    expect((await compare('', { from: limited.id, to: hidden.id }, member)).status).toBe(404);
    expect((await compare('', { from: hidden.id, to: open.id }, member)).status).toBe(404);
  });

  test('refuses groups that do not exist, and changes nothing', async () => {
    const { id } = await create(admin);
    await limit(id, [sales]);
    const refused = await limit(id, [sales, id], { write_group_ids: [id] });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'read_group_ids' }, { field: 'write_group_ids' }] },
    });
    expect((await admin.request('PUT', `${path}/${id}/access`, { body: {} })).status).toBe(400);
    expect(await getAccess(id)).toMatchObject({ read_group_ids: [sales], write_group_ids: null });
  });

  test('errors name no category to who manages categories and may not read it', async () => {
    const { name: role } = await createRole(admin, [
      'categories.manage',
      'forum.manage_categories',
      'content.view_internal',
    ]);
    const manager = await hub.users.create(role);
    const top = await create(admin);
    const hidden = await create(admin, { name: `Secret ${randomUUID()}`, parent_category_id: top.id });
    await limit(hidden.id, [board]);
    const body = { name: hidden.name, description: 'For tests', parent_category_id: top.id };
    expect(await manager.request('POST', path, { body })).toMatchObject({
      status: 409,
      body: { code: 'category_exists' },
    });
    for (const [method, address] of [
      ['PUT', hidden.id],
      ['DELETE', hidden.id],
      ['GET', `${hidden.id}/access`],
    ] as const)
      expect((await manager.request(method, `${path}/${address}`, { body: {} })).status).toBe(404);
    expect((await manager.request('DELETE', `${path}/${top.id}`)).text).not.toContain(hidden.name);
  });

  test('who manages categories neither shuts themselves out nor puts anything where they may not read', async () => {
    const { name: role } = await createRole(admin, [
      'categories.manage',
      'forum.manage_categories',
      'content.view_internal',
    ]);
    const manager = await hub.users.create(role);
    const own = await createGroup(hub, `Managers ${path}`, [manager]);
    const [hidden, { id }] = [await create(admin), await create(admin)];
    await limit(hidden.id, [board]);
    const send = (method: 'POST' | 'PUT', address: string, body: object) =>
      manager.request<CategoryResponse>(method, `${path}${address}`, { body });
    const made = { name: `Managed ${path}`, description: 'For tests' };
    const rules = { read_group_ids: [board], write_group_ids: null };
    for (const refused of [
      await send('POST', '', { ...made, ...rules }),
      await send('PUT', `/${id}`, rules),
      await send('PUT', `/${id}/access`, rules),
    ])
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'read_group_ids' }] } });
    for (const refused of [
      await send('POST', '', { ...made, parent_category_id: hidden.id }),
      await send('PUT', `/${id}`, { parent_category_id: hidden.id }),
    ])
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'parent_category_id' }] } });
    if (path === '/categories')
      expect(await manager.request('DELETE', `${path}/${id}?move_to=${hidden.id}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'move_to' }] },
      });
    expect(await findReaders(id)).toEqual(everyone);
    // Their own group lets them in at once.
    const ours = { restricted_to: [`Managers ${path}`] };
    expect(await send('POST', '', { ...made, read_group_ids: [own] })).toMatchObject({ status: 201, body: ours });
    expect(await send('PUT', `/${id}`, { read_group_ids: [own] })).toMatchObject({ status: 200, body: ours });
  });

  test('is not deleted while it limits others; afterwards its rules are gone', async () => {
    const top = await create(admin);
    const below = await create(admin, { parent_category_id: top.id });
    await limit(top.id, [sales]);
    expect((await admin.request('DELETE', `${path}/${top.id}`)).status).toBe(409);
    expect((await admin.request('DELETE', `${path}/${below.id}`)).status).toBe(200);
    expect((await admin.request('DELETE', `${path}/${top.id}`)).status).toBe(200);
    const rows = await hub.database.query(
      `select 1 from category_access where category_id = $1
       union all select 1 from category_scopes where $1 in (category_id, ruled_by)`,
      [top.id],
    );
    expect(rows).toEqual([]);
  });

  test('is obeyed at once after a group is deleted, and audited', async () => {
    const { id } = await create(admin);
    const group = await createGroup(hub, `Short-lived ${path}`, [member]);
    await limit(id, [group]);
    expect(await findReaders(id)).toEqual(['member', 'admin']);
    await hub.database.query('delete from groups where id = $1', [group]);
    expect(await findReaders(id)).toEqual(['admin']);
    expect(
      await hub.database.query(
        `select before ->> 'read_group_ids' as before, after -> 'read_group_ids' as after from audit_log
         where subject_id = $1 and action like '%access_changed'`,
        [id],
      ),
    ).toEqual([{ before: null, after: [group] }]);
  });
});

test('counts who may read the items that move and the pages below them, as far as they are visible', async () => {
  const [open, limited] = [await createCategory(admin), await createCategory(admin)];
  await limitReading(admin, `/categories/${limited.id}`, [sales]);
  const write = (fields: object, author = admin) =>
    createDocument(author, { category_id: open.id, status: 'PUBLISHED', ...fields });
  const top = await write({ visibility: 'INTERNAL' });
  const compare = async (body: object, requester = admin) =>
    (await requester.request('POST', '/categories/reader-changes', { body: { to: limited.id, ...body } })).body;
  const others = await countOthers();
  const everyone = { gained: 0, lost: others, guests_lose: true, groups_after: ['Sales'] };
  // Viewers and guests do not read what is INTERNAL.
  expect(await compare({ item_ids: [top.id] })).toMatchObject({ lost: others - 1, guests_lose: false });
  expect(await compare({ item_ids: [top.id], visibility: 'PUBLIC' })).toMatchObject(everyone);
  const below = await write({ visibility: 'LOGGED_IN', parent_id: top.id });
  expect(await compare({ item_ids: [top.id] })).toMatchObject({ ...everyone, guests_lose: false });
  // A draft has no readers.
  const draft = await write({ visibility: 'PUBLIC', parent_id: below.id, status: 'DRAFT' });
  expect(await compare({ item_ids: [top.id] })).toMatchObject({ ...everyone, guests_lose: false });
  expect(await compare({ item_ids: [draft.id, top.id] }, viewer)).toMatchObject({ status: 404 });
  const lowest = await write({ visibility: 'PUBLIC', parent_id: below.id });
  expect(await compare({ item_ids: [top.id] })).toMatchObject(everyone);
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.readers': 'members' } } });
  expect(await compare({ item_ids: [lowest.id] })).toMatchObject({ ...everyone, guests_lose: false });
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.readers': 'everyone' } } });
});

/** Deletes what is in a limited category, then the category, and restores it. @returns the status for a guest */
async function restoreWithout(category: string, type: string, remove: string, read: string): Promise<number> {
  await limitReading(admin, category, [sales]);
  expect((await hub.request('GET', read)).status).toBe(404);
  expect((await admin.request('DELETE', remove)).status).toBe(200);
  expect((await admin.request('DELETE', category)).status).toBe(200);
  expect((await admin.request('POST', `/trash/${type}/${read.split('/').at(-1)!}/restore`)).status).toBe(200);
  expect((await admin.request('GET', read)).status).toBe(200);
  return (await hub.request('GET', read)).status;
}

test('what was in the trash when its category was deleted is not open to all by being restored', async () => {
  const category = await createCategory(admin);
  const { id } = await createDocument(admin, { category_id: category.id, status: 'PUBLISHED' });
  expect(
    await restoreWithout(`/categories/${category.id}`, 'document', `/admin/documents/${id}`, `/documents/${id}`),
  ).toBe(404);
  await createForumCategory(admin, { name: 'Open to all' });
  const forum = await createForumCategory(admin);
  const thread = await createThread(admin, forum.id);
  const path = `/forum/threads/${thread.id}`;
  expect(await restoreWithout(`/forum/categories/${forum.id}`, 'thread', path, path)).toBe(404);
});
