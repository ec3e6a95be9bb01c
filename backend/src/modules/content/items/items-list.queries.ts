import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { createBatchLoader } from '../../../platform/database/prepared.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  closedAudiences,
  isCounted,
  isInAudiences,
  isInReview,
  isUsableTemplate,
  isVisibleTo,
  isVisibleToAuthorOnly,
  toReader,
  toReaderKey,
  type ContentKind,
  type ContentStatus,
  type Difficulty,
  type VideoSourceType,
  type Visibility,
} from '../audience/audience.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { plannedForValues } from '../../../platform/database/pg-dialect.js';
import { type KeysetOrder, selectSortValues, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countCapped,
  type Page,
  type PageQuery,
  toPage,
  toTotal,
} from '../../../platform/http/pagination/pagination.js';
import { type ItemSummaryRow, joinItemSummary, selectItemSummary } from './item-summary.mapper.js';

/** What keeps items from some signed-in users: that they are INTERNAL, in any state, and each closed audience. */
const restrictions = ['INTERNAL', ...closedAudiences] as const;
type Restriction = (typeof restrictions)[number];

/**
 * Users who wrote items that their audiences alone would not show them. All other users can share reads per audience.
 */
@Injectable()
export class RestrictedAuthorsQueries {
  private readonly restrictionsByAuthor = createBatchLoader((ids) => this.findRestrictions(ids));

  constructor(private readonly database: DatabaseReader) {}

  async includes(actor: Actor): Promise<boolean> {
    const { audiences } = toReader(actor);
    const unseen = restrictions.filter((restriction) => !audiences.includes(restriction));
    if (!actor.id || !unseen.length) return false;
    const own = await this.restrictionsByAuthor(actor.id);
    return unseen.some((restriction) => own?.has(restriction));
  }

  /**
   * Four index probes per author, however many items each has: the limit keeps the planner from joining all of them.
   */
  private async findRestrictions(authorIds: readonly string[]): Promise<Map<string, Set<Restriction>>> {
    const probe = (restriction: Restriction, condition: RawBuilder<boolean>) => sql`
       select a.author_id, ${sql.lit(restriction)} as restriction
       from unnest(${authorIds}::uuid[]) a (author_id)
       cross join lateral (
         select from content_items i where i.author_id = a.author_id and ${condition} limit 1
       ) found`;
    const probes = [
      probe('INTERNAL', sql`i.visibility = 'INTERNAL'`),
      ...closedAudiences.map((audience) => probe(audience, sql`i.audience = ${sql.lit(audience)} and ${isIndexed}`)),
    ];
    const { rows } = await sql<{ author_id: string; restriction: Restriction }>`${sql.join(
      probes,
      sql` union all `,
    )}`.execute(this.database.db);
    const byAuthor = Map.groupBy(rows, (row) => row.author_id);
    return new Map([...byAuthor].map(([id, found]) => [id, new Set(found.map(({ restriction }) => restriction))]));
  }
}

/** The condition of a partial index. */
const isIndexed = sql<boolean>`i.audience in ('INTERNAL', 'RESTRICTED', 'REVIEW', 'HIDDEN')`;

export const itemSorts = ['newest', 'updated', 'views', 'likes'] as const;
export type ItemSort = (typeof itemSorts)[number];

/** Filters of a list; each is optional. */
interface ItemsQuery extends PageQuery {
  /** part of the title, in any letter case */
  q?: string;
  status?: ContentStatus;
  category_id?: string;
  /** in any letter case */
  tag?: string;
  difficulty?: Difficulty;
  visibility?: Visibility;
  author_id?: string;
  /** of videos */
  source_type?: VideoSourceType;
  /** only templates, of which the actor gets those that they may use; others are not listed */
  template?: boolean;
  sort?: ItemSort;
}

const descending = (name: ItemSort, ...columns: KeysetOrder['columns']): KeysetOrder => ({
  name: `items by ${name}`,
  direction: 'desc',
  columns: [...columns, { sql: sql`i.id`, type: 'uuid' }],
});

/** Each order has an index. */
const orders: Record<ItemSort, KeysetOrder> = {
  newest: descending('newest'),
  updated: descending('updated', { sql: sql`coalesce(i.updated_at, i.created_at)`, type: 'timestamptz' }),
  views: descending('views', { sql: sql`i.view_count`, type: 'int' }),
  likes: descending('likes', { sql: sql`i.like_count`, type: 'int' }),
};

/** Lists of items of one kind. Items that the actor may not see are neither listed nor counted. */
@Injectable()
export class ItemsListQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly restrictedAuthors: RestrictedAuthorsQueries,
  ) {}

  /**
   * Users who see the same items of others share cached rows, unless they wrote items that their audiences alone would
   * not show them.
   * @param toCached prepares a row for the cache, such as ItemViewCounter.forCache
   */
  async list<Row extends ItemSummaryRow>(
    kind: ContentKind,
    actor: Actor,
    query: ItemsQuery,
    toCached: (row: Row) => Row,
  ): Promise<Page<Row>> {
    if (query.template) return this.find(kind, actor, query, { isAuthor: true });
    if (await this.restrictedAuthors.includes(actor)) return this.find(kind, actor, query, { isAuthor: true });
    const key = `${kind}s ${toReaderKey(toReader(actor))} ${JSON.stringify(query)}`;
    return this.cache.read(key, async () => {
      const { rows, ...page } = await this.find<Row>(kind, actor, query, { isAuthor: false });
      return { rows: rows.map(toCached), ...page };
    });
  }

  /** One statement, and a second one for the count of a page that has no rows. */
  private async find<Row extends ItemSummaryRow>(
    kind: ContentKind,
    actor: Actor,
    query: ItemsQuery,
    options: { isAuthor: boolean },
  ): Promise<Page<Row>> {
    const order = orders[query.sort ?? 'newest'];
    const { where, count, isExact, isFiltered } = buildFilters(kind, actor, query, options);
    // The best plan depends on the values of the filters; without filters it is always the same.
    const db = isFiltered ? this.database.db.withPlugin(plannedForValues) : this.database.db;
    const { isAfter, tail } = buildPage(order, query);
    const { rows: found } = await sql<Row & SortedRow & { total: number }>`
      select ${selectItemSummary}, ${count} as total, ${selectSortValues(order)} as sort_values
      from content_items i ${joinItemSummary}
      where ${where} and ${isAfter}
      ${tail}`.execute(db);
    const total =
      found[0]?.total ?? (await sql<{ total: number }>`select ${count} as total`.execute(db)).rows[0]?.total ?? 0;
    const { rows, nextCursor } = toPage<Row>(order, found, query.limit);
    return {
      rows,
      nextCursor,
      ...(isExact ? { total } : toTotal(total)),
    };
  }
}

interface Filters {
  where: RawBuilder<unknown>;
  isFiltered: boolean;
  /** the number of items; exact, or at most one above the cap */
  count: RawBuilder<number>;
  isExact: boolean;
}

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/**
 * Builds only the conditions of the given filters, so that each combination has its own plan.
 * @param options.isAuthor whether the actor's own items need an extra condition
 */
function buildFilters(
  kind: ContentKind,
  actor: Actor,
  { q, status, category_id, tag, difficulty, visibility, author_id, source_type, template }: ItemsQuery,
  { isAuthor }: { isAuthor: boolean },
): Filters {
  // Counters know status and category; the other filters need a count of rows, which is capped.
  const inCounters: ((alias: string) => RawBuilder<unknown>)[] = [];
  if (kind === 'video' && status === 'IN_REVIEW') inCounters.push(isInReview);
  else if (status) inCounters.push((alias) => sql`${sql.ref(`${alias}.status`)} = ${status}`);
  if (category_id) inCounters.push((alias) => sql`${sql.ref(`${alias}.category_id`)} = ${category_id}::uuid`);
  const others: RawBuilder<unknown>[] = [];
  if (template) others.push(isUsableTemplate(actor, 'i'));
  if (author_id) others.push(sql`i.author_id = ${author_id}::uuid`);
  if (visibility) others.push(sql`i.visibility = ${visibility}`);
  if (q) others.push(sql`i.title ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (difficulty) others.push(sql`i.difficulty = ${difficulty}`);
  if (source_type) others.push(sql`i.details->>'source_type' = ${source_type}`);
  if (tag) others.push(sql`lower_each(i.tags) @> array[lower(${tag})]`);

  const reader = toReader(actor);
  const counted = (alias: string) => inCounters.map((condition) => condition(alias));
  const where = and([
    sql`i.kind = ${sql.lit(kind)}`,
    ...(template ? [] : [isAuthor ? isVisibleTo(actor, 'i') : isInAudiences(reader, 'i')]),
    ...counted('i'),
    ...others,
  ]);
  const ofCounters = and([sql`n.kind = ${sql.lit(kind)}`, isCounted(reader, 'n'), ...counted('n')]);
  const ofOwn = and([sql`o.kind = ${sql.lit(kind)}`, isVisibleToAuthorOnly(actor, 'o'), ...counted('o')]);
  const ownHidden = isAuthor ? sql` + (select count(*) from content_items o where ${ofOwn})` : sql``;
  const isExact = !others.length;
  return {
    where,
    isFiltered: inCounters.length + others.length > 0,
    count: isExact
      ? sql`((select coalesce(sum(n.n), 0) from content_counts n where ${ofCounters})${ownHidden})::int`
      : countCapped(sql`from content_items i where ${where}`),
    isExact,
  };
}
