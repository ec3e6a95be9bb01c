import { v7 as uuidv7 } from 'uuid';
import type { TestApp } from './test-app.js';
import type { TestUser } from './users.js';

/** A group with these members. @returns its id */
export async function createGroup(hub: TestApp, name: string, members: readonly TestUser[] = []): Promise<string> {
  const id = uuidv7();
  await hub.database.query(`insert into groups (id, name, description, created_at) values ($1, $2, '', now())`, [
    id,
    name,
  ]);
  for (const member of members) await addMember(hub, id, member);
  return id;
}

export const addMember = (hub: TestApp, group: string, member: TestUser) =>
  hub.database.query('insert into group_members (group_id, user_id, created_at) values ($1, $2, now())', [
    group,
    member.id,
  ]);

export const removeMember = (hub: TestApp, group: string, member: TestUser) =>
  hub.database.query('delete from group_members where group_id = $1 and user_id = $2', [group, member.id]);

/** Lets only these groups read in a category, as an administrator does. */
export const limitReading = (admin: TestUser, path: string, groups: readonly string[] | null, rules: object = {}) =>
  admin.request('PUT', `${path}/access`, {
    body: { read_group_ids: groups, write_group_ids: null, ...rules },
  });
