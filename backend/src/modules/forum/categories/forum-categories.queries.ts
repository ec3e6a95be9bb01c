import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { prepared } from '../../../platform/database/prepared.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import {
  canReadCategory,
  canWriteCategory,
  type CategoryReader,
  isCategoryReadable,
  toCategoryReader,
} from '../../auth/index.js';
import { type CategoryRow, inTreeOrder, selectCategory, toCategoryFields } from '../../content/index.js';
import { isUnread, MAX_UNREAD, seenUntil } from '../reading/unread.js';
import type { ForumCategoryResponse } from './forum-categories.dto.js';

type ForumCategoryRow = CategoryRow & Pick<Row<'forum_categories'>, 'thread_count' | 'post_count' | 'last_post_at'>;

const findUnread = prepared<CategoryReader & { user_id: string }, { id: string; n: number }>(
  (_db, values) => sql<{ id: string; n: number }>`
    select c.id, u.n
    from forum_categories c
    join people me on me.id = ${values.user_id}
    left join category_reads k on k.user_id = ${values.user_id} and k.category_id = c.id
    cross join lateral (
      select count(*)::int as n
      from (
        select t.id, t.last_number, t.last_post_at from forum_threads t
        where t.category_id = c.id and t.deleted_at is null and t.hidden_at is null
          and t.last_post_at > ${seenUntil}
        order by t.last_post_at desc limit ${sql.lit(MAX_UNREAD)}
      ) t
      left join thread_reads r on r.user_id = ${values.user_id} and r.thread_id = t.id
      where ${isUnread}
    ) u
    where c.last_post_at > ${seenUntil} and ${isCategoryReadable(values, 'c.id')} and u.n > 0`,
);

@Injectable()
export class ForumCategoriesQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
  ) {}

  /** In depth-first order: each category is followed by its subcategories. */
  async list(actor: Actor): Promise<ForumCategoryResponse[]> {
    const rows = await this.cache.read('forum categories', () => this.load());
    const categories = selectReadable(rows, actor);
    if (!actor.id || !categories.length) return categories;
    const unread = await this.countUnread(actor);
    return categories.map((category) => ({ ...category, unread_count: unread.get(category.id) ?? 0 }));
  }

  /** Top-level categories with their subcategories. */
  async listTree(actor: Actor): Promise<ForumCategoryResponse[]> {
    return nestBelow(null, await this.list(actor));
  }

  /** With its subcategories. Undefined when it is missing, or its limits keep the actor out. */
  async find(id: string, actor: Actor): Promise<ForumCategoryResponse | undefined> {
    if (!isId(id)) return undefined;
    const all = selectReadable(await this.load(), actor);
    const category = all.find((each) => each.id === id);
    return category && { ...category, subcategories: nestBelow(id, all) };
  }

  /** With its subcategories. @throws 404 */
  async get(id: string, actor: Actor): Promise<ForumCategoryResponse> {
    const category = await this.find(id, actor);
    if (!category) throw notFound('category');
    return category;
  }

  private async load(): Promise<ForumCategoryRow[]> {
    const { rows } = await sql<ForumCategoryRow>`
      select ${selectCategory}, c.thread_count, c.post_count, c.last_post_at
      from forum_categories c
      left join forum_categories parent on parent.id = c.parent_category_id
      order by c.order_index, c.name, c.id`.execute(this.database.db);
    return inTreeOrder(rows);
  }

  /** By category, without those that have none. The threads with the latest posts are read from an index. */
  private async countUnread(actor: Actor): Promise<Map<string, number>> {
    const rows = await findUnread(this.database.db, { user_id: actor.userId, ...toCategoryReader(actor) });
    return new Map(rows.map(({ id, n }) => [id, n]));
  }
}

function nestBelow(parent: string | null, all: readonly ForumCategoryResponse[]): ForumCategoryResponse[] {
  const below = Map.groupBy(all, ({ parent_category_id }) => parent_category_id);
  const from = (id: string | null): ForumCategoryResponse[] =>
    (below.get(id) ?? []).map((category) => ({ ...category, subcategories: from(category.id) }));
  return from(parent);
}

const selectReadable = (rows: readonly ForumCategoryRow[], actor: Actor): ForumCategoryResponse[] =>
  rows.filter((row) => canReadCategory(actor, 'forum', row.scope)).map((row) => toCategory(row, actor));

const toCategory = (row: ForumCategoryRow, actor: Actor): ForumCategoryResponse => ({
  ...toCategoryFields(row),
  abilities: { write: actor.can('forum.post') && canWriteCategory(actor, 'forum', row.scope) },
  thread_count: row.thread_count,
  post_count: row.post_count,
  last_post_at: row.last_post_at?.toISOString() ?? null,
  subcategories: [],
});
