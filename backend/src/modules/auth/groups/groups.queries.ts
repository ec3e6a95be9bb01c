import { Injectable } from '@nestjs/common';
import { type InferResult, type Kysely, sql } from 'kysely';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import { buildPage, countRows, type Page, toPage } from '../../../platform/http/pagination/pagination.js';
import type { Schema } from '../../../schema/index.js';
import { CategoryNamesRegistry } from './category-names.registry.js';
import type {
  GroupDetailResponse,
  GroupMemberResponse,
  GroupMembersQuery,
  GroupResponse,
  GroupSource,
  GroupsQuery,
  UserGroupResponse,
} from './groups.dto.js';

const byName: KeysetOrder = {
  name: 'groups by name',
  direction: 'asc',
  columns: [
    { sql: sql`lower(g.name)`, type: 'text' },
    { sql: sql`g.id`, type: 'uuid' },
  ],
};

const membersByName: KeysetOrder = {
  name: 'members by name',
  direction: 'asc',
  columns: [
    { sql: sql`lower(u.name)`, type: 'text' },
    { sql: sql`u.id`, type: 'uuid' },
  ],
};

/** How many categories of a group are named. */
const MAX_OPENS = 200;

const selectGroups = (db: Kysely<Schema>) =>
  db
    .selectFrom('groups as g')
    .select(['g.id', 'g.name', 'g.description', 'g.issuer_value', 'g.created_at'])
    .select(sql<number>`(select count(*)::int from group_members m where m.group_id = g.id)`.as('member_count'));

const toPattern = (q: string | undefined) => q && `%${q.replace(/[\\%_]/g, '\\$&')}%`;

/** Reads of groups. */
@Injectable()
export class GroupsQueries {
  constructor(
    private readonly database: Database,
    private readonly names: CategoryNamesRegistry,
    private readonly config: Config,
  ) {}

  async list({ q, ...page }: GroupsQuery): Promise<Page<GroupResponse>> {
    const { db } = this.database;
    const pattern = toPattern(q);
    const matches = pattern
      ? sql<boolean>`(g.name ilike ${pattern} or g.description ilike ${pattern})`
      : sql<boolean>`true`;
    const { isAfter, tail } = buildPage(byName, page);
    const found = await selectGroups(db)
      .select(selectSortValues(byName).as('sort_values'))
      .where(matches)
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const total = await countRows(db, sql`from groups g where ${matches}`);
    const { rows, nextCursor } = toPage(byName, found, page.limit);
    return { rows: rows.map(toGroup), nextCursor, ...total };
  }

  /** @throws 404 */
  async find(id: string): Promise<GroupDetailResponse> {
    const row = await selectGroups(this.database.db).where('g.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('group');
    return { ...toGroup(row), opens: await this.listOpens(row.id) };
  }

  /** @throws 404 */
  async listMembers(groupId: string, { q, ...page }: GroupMembersQuery): Promise<Page<GroupMemberResponse>> {
    const { db } = this.database;
    const group = await db.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
    if (!group) throw notFound('group');
    const pattern = toPattern(q?.replace(/^@/, ''));
    const matches = sql<boolean>`m.group_id = ${group.id}
      ${pattern ? sql`and (u.name ilike ${pattern} or u.handle::text ilike ${pattern})` : sql``}`;
    const { isAfter, tail } = buildPage(membersByName, page);
    const found = await db
      .selectFrom('group_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .innerJoin('people as p', 'p.id', 'u.id')
      .select(['u.id', 'u.name', 'u.handle', 'p.avatar_url', selectSortValues(membersByName).as('sort_values')])
      .where(matches)
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const total = await countRows(db, sql`from group_members m join users u on u.id = m.user_id where ${matches}`);
    const { rows, nextCursor } = toPage(membersByName, found, page.limit);
    return {
      rows: rows.map((row) => ({ ...row, avatar_url: addApiPrefix(this.config.env.API_PREFIX, row.avatar_url) })),
      nextCursor,
      ...total,
    };
  }

  /** All groups of a user, by name. @throws 404 */
  async listOfUser(userId: string): Promise<{ userName: string; groups: UserGroupResponse[] }> {
    const { db } = this.database;
    const user = await db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', '=', userId)
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    if (!user) throw notFound('user');
    const rows = await db
      .selectFrom('group_members as m')
      .innerJoin('groups as g', 'g.id', 'm.group_id')
      .select(['g.id', 'g.name', 'g.issuer_value'])
      .where('m.user_id', '=', user.id)
      .orderBy(sql`lower(g.name)`)
      .execute();
    const groups = rows.map(({ id, name, issuer_value }) => ({ id, name, source: toSource(issuer_value) }));
    return { userName: user.name, groups };
  }

  private async listOpens(groupId: string): Promise<GroupDetailResponse['opens']> {
    const opened = await this.database.db
      .selectFrom('category_access_groups as o')
      .innerJoin('category_access as a', 'a.category_id', 'o.category_id')
      .select(['a.area', 'a.category_id as id', 'o.level'])
      .where('o.group_id', '=', groupId)
      .orderBy('a.category_id')
      .limit(sql.lit(MAX_OPENS))
      .execute();
    if (!opened.length) return [];
    const names = { content: await this.names.load('content'), forum: await this.names.load('forum') };
    return opened
      .flatMap(({ area, id, level }) => {
        const name = names[area].get(id);
        return name === undefined ? [] : [{ area, id, name, level }];
      })
      .toSorted((a, b) => a.area.localeCompare(b.area) || a.name.localeCompare(b.name));
  }
}

const toSource = (issuerValue: string | null): GroupSource => (issuerValue === null ? 'hub' : 'issuer');

const toGroup = (row: InferResult<ReturnType<typeof selectGroups>>[number]): GroupResponse => ({
  id: row.id,
  name: row.name,
  description: row.description,
  member_count: row.member_count,
  source: toSource(row.issuer_value),
  issuer_value: row.issuer_value,
  created_at: row.created_at.toISOString(),
});
