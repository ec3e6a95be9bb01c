import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, type PageQuery, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import { audiencesOf, visibleTo } from './audience.js';
import type { Audience, ContentKind, ContentStatus, Difficulty, VideoSourceType, Visibility } from './enums.js';
import { itemSummaryColumns, itemSummaryJoins, type ItemSummaryRow } from './item-summary.mapper.js';
import { RestrictedAuthors } from './restricted-authors.js';

const COUNT_CAP = 1000;

export const itemSorts = ['newest', 'updated', 'views', 'likes'] as const;
export type ItemSort = (typeof itemSorts)[number];

/** Filters of a list; each is optional. */
export interface ItemsQuery extends PageQuery {
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
  sort?: ItemSort;
}

const descending = (name: ItemSort, ...columns: KeysetOrder['columns']): KeysetOrder => ({
  name: `items by ${name}`,
  direction: 'desc',
  columns: [...columns, { sql: 'i.id', type: 'uuid' }],
});

/** Each order has an index. */
const orders: Record<ItemSort, KeysetOrder> = {
  newest: descending('newest'),
  updated: descending('updated', { sql: 'coalesce(i.updated_at, i.created_at)', type: 'timestamptz' }),
  views: descending('views', { sql: 'i.view_count', type: 'int' }),
  likes: descending('likes', { sql: 'i.like_count', type: 'int' }),
};

/** Lists of items of one kind. Items that the actor may not see are neither listed nor counted. */
@Injectable()
export class ItemsListQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly restrictedAuthors: RestrictedAuthors,
  ) {}

  /**
   * Users with the same audiences share cached rows, unless they wrote items that their audiences alone would not show
   * them.
   * @param toCached prepares a row for the cache, such as Views.forCache
   */
  async list<Row extends ItemSummaryRow>(
    kind: ContentKind,
    actor: Actor,
    query: ItemsQuery,
    toCached: (row: Row) => Row,
  ): Promise<Page<Row>> {
    const audiences = audiencesOf(actor);
    if (await this.restrictedAuthors.includes(actor)) return this.find(kind, audiences, actor.id, query);
    const key = `${kind}s ${audiences.join()} ${JSON.stringify(query)}`;
    return this.cache.read(key, async () => {
      const { rows, ...page } = await this.find<Row>(kind, audiences, null, query);
      return { rows: rows.map(toCached), ...page };
    });
  }

  /** One statement, and a second one for the count of a page that has no rows. */
  private async find<Row extends ItemSummaryRow>(
    kind: ContentKind,
    audiences: Audience[],
    actorId: string | null,
    query: ItemsQuery,
  ): Promise<Page<Row>> {
    const order = orders[query.sort ?? 'newest'];
    const { where, values, count, isFiltered } = filtersOf(kind, audiences, actorId, query);
    // The best plan depends on the values of the filters; without filters it is always the same.
    const run = <Result extends object>(sql: string, parameters: unknown[]) =>
      isFiltered ? this.database.queryPlanned<Result>(sql, parameters) : this.database.query<Result>(sql, parameters);
    const parameters = [...values];
    const { isAfter, tail } = pageSql(order, query, (value) => `$${parameters.push(value)}`);
    const found = await run<Row & SortedRow & { total: number }>(
      `select ${itemSummaryColumns}, ${count.sql} as total, ${sortValuesSql(order)}
       from content_items i ${itemSummaryJoins}
       where ${where} and ${isAfter}
       ${tail}`,
      parameters,
    );
    const total =
      found[0]?.total ?? (await run<{ total: number }>(`select ${count.sql} as total`, values))[0]?.total ?? 0;
    const { rows, nextCursor } = toPage<Row>(order, found, query.limit);
    return {
      rows,
      nextCursor,
      ...(count.isExact ? { total } : { total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP }),
    };
  }
}

interface Filters {
  where: string;
  values: unknown[];
  isFiltered: boolean;
  /** SQL expression for the number of items, with the same parameters; exact, or at most one above the cap */
  count: { sql: string; isExact: boolean };
}

/**
 * Builds only the conditions of the given filters, so that each combination has its own plan.
 * @param actorId null when the actor's own items need no extra condition
 */
function filtersOf(
  kind: ContentKind,
  audiences: Audience[],
  actorId: string | null,
  { q, status, category_id, tag, difficulty, visibility, author_id, source_type }: ItemsQuery,
): Filters {
  const values: unknown[] = actorId ? [audiences, actorId] : [audiences];
  const fixed = values.length;
  const conditions = [`i.kind = '${kind}'`, actorId ? visibleTo('i', '$1', '$2') : 'i.audience = any($1::text[])'];
  const counterConditions = [`n.kind = '${kind}'`, 'n.audience = any($1::text[])'];
  const ownConditions = [`o.kind = '${kind}'`, 'o.author_id = $2::uuid', 'not o.audience = any($1::text[])'];
  const filter = (
    value: string | undefined,
    condition: (alias: string, parameter: string) => string,
    hasCounter = false,
  ) => {
    if (!value) return;
    const parameter = `$${values.push(value)}`;
    conditions.push(condition('i', parameter));
    if (!hasCounter) return;
    counterConditions.push(condition('n', parameter));
    ownConditions.push(condition('o', parameter));
  };
  // Videos that await review have the status READY; their audience tells them apart.
  if (kind === 'video' && status === 'IN_REVIEW')
    filter('REVIEW', (alias, parameter) => `${alias}.audience = ${parameter}`, true);
  else filter(status, (alias, parameter) => `${alias}.status = ${parameter}`, true);
  filter(category_id, (alias, parameter) => `${alias}.category_id = ${parameter}::uuid`, true);
  filter(author_id, (alias, parameter) => `${alias}.author_id = ${parameter}::uuid`);
  filter(visibility, (alias, parameter) => `${alias}.visibility = ${parameter}`);
  filter(q && `%${q.replace(/[\\%_]/g, '\\$&')}%`, (alias, parameter) => `${alias}.title ilike ${parameter}`);
  filter(difficulty, (alias, parameter) => `${alias}.difficulty = ${parameter}`);
  filter(source_type, (alias, parameter) => `${alias}.details->>'source_type' = ${parameter}`);
  filter(tag, (alias, parameter) => `lower_each(${alias}.tags) @> array[lower(${parameter})]`);
  const where = conditions.join(' and ');

  // Counters know status and category; the other filters need a count of rows, which is capped.
  const isExact = !q && !tag && !difficulty && !visibility && !author_id && !source_type;
  const ownHidden = actorId ? ` + (select count(*) from content_items o where ${ownConditions.join(' and ')})` : '';
  const sql = isExact
    ? `((select coalesce(sum(n.n), 0) from content_counts n where ${counterConditions.join(' and ')})${ownHidden})::int`
    : `(select count(*)::int from (select 1 from content_items i where ${where} limit ${COUNT_CAP + 1}) c)`;
  return { where, values, isFiltered: values.length > fixed, count: { sql, isExact } };
}
