import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import type { Page } from '../../../platform/http/paging.js';
import { SharedReads } from '../../../platform/http/shared-reads.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { Audience } from '../items/enums.js';
import { OwnHidden } from '../items/own-hidden.js';
import { Views } from '../views/views.js';
import { type DocumentSummaryRow, toSummary } from './document.mapper.js';
import type { DocumentSort, DocumentsQuery, DocumentSummaryResponse } from './documents.dto.js';

const COUNT_CAP = 1000;

export const documentColumns = `i.id, i.title, i.slug, i.summary, i.category_id, c.name as category_name, c.icon as category_icon, c.color as category_color,
  i.author_id, a.name as author_name, a.avatar_url as author_avatar, i.difficulty, i.visibility, i.status, i.version, i.tags, i.thumbnail, i.view_count, i.like_count, i.helpful_count,
  i.bookmark_count, i.confused_count, i.created_at, i.updated_at, i.published_at`;
export const documentJoins = `join people a on a.id = i.author_id left join content_categories c on c.id = i.category_id`;

/** Each has an index of its own; the id makes the order one. */
const orders: Record<DocumentSort, string> = {
  newest: 'i.id desc',
  updated: 'coalesce(i.updated_at, i.created_at) desc, i.id desc',
  views: 'i.view_count desc, i.id desc',
  likes: 'i.like_count desc, i.id desc',
};

/** Lists of documents. What the asking person may not see is not there, and is not counted. */
@Injectable()
export class DocumentsListQueries {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly views: Views,
    private readonly shared: SharedReads,
    private readonly ownHidden: OwnHidden,
  ) {}

  /** People who may see the same, and have nothing of their own beside it, get the same rows. */
  async list(actor: Actor, query: DocumentsQuery): Promise<Page<DocumentSummaryResponse>> {
    const audiences = audiencesOf(actor);
    const isAlone = await this.ownHidden.has(actor);
    const { rows, ...page } = isAlone
      ? await this.find(audiences, actor.id, query)
      : await this.shared.read(`documents ${audiences.join()} ${JSON.stringify(query)}`, () =>
          this.find(audiences, null, query),
        );
    const prefix = this.config.env.API_PREFIX;
    return { rows: rows.map((row) => toSummary(this.views.withPending(row), actor, prefix)), ...page };
  }

  /** One statement, and a second one for the count of a page that has no rows. */
  private async find(
    audiences: Audience[],
    me: string | null,
    query: DocumentsQuery,
  ): Promise<Page<DocumentSummaryRow>> {
    const { limit, offset, sort = 'newest' } = query;
    const { where, values, counted, isFiltered } = filtersOf(audiences, me, query);
    // The best way to what a filter leaves depends on its value; without one it is always the same.
    const run = <Row extends object>(sql: string, parameters: unknown[]) =>
      isFiltered ? this.database.queryPlanned<Row>(sql, parameters) : this.database.query<Row>(sql, parameters);
    const rows = await run<DocumentSummaryRow & { total: number }>(
      `select ${documentColumns}, ${counted.sql} as total from content_items i ${documentJoins} where ${where} order by ${orders[sort]} limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    );
    const found =
      rows[0]?.total ?? (await run<{ total: number }>(`select ${counted.sql} as total`, values))[0]?.total ?? 0;
    return {
      rows,
      ...(counted.isExact ? { total: found } : { total: Math.min(found, COUNT_CAP), capped: found > COUNT_CAP }),
    };
  }
}

interface Filters {
  where: string;
  values: unknown[];
  isFiltered: boolean;
  /** an expression of how many there are, with the same parameters; exact, or no more than one above the cap */
  counted: { sql: string; isExact: boolean };
}

/** Only what is asked for stands in the statement, so that each gets the plan that suits it; `me` is null where nobody's own are to be seen. */
function filtersOf(
  audiences: Audience[],
  me: string | null,
  { status, category_id, tag, difficulty, author_id }: DocumentsQuery,
): Filters {
  const values: unknown[] = me ? [audiences, me] : [audiences];
  const known = values.length;
  const conditions = [`i.kind = 'document'`, me ? visibleTo('i', '$1', '$2') : 'i.audience = any($1::text[])'];
  const counters = [`n.kind = 'document'`, 'n.audience = any($1::text[])'];
  const own = [`o.kind = 'document'`, 'o.author_id = $2::uuid', 'not o.audience = any($1::text[])'];
  const filter = (
    value: string | undefined,
    condition: (item: string, parameter: string) => string,
    hasCounter = false,
  ) => {
    if (!value) return;
    const parameter = `$${values.push(value)}`;
    conditions.push(condition('i', parameter));
    if (!hasCounter) return;
    counters.push(condition('n', parameter));
    own.push(condition('o', parameter));
  };
  filter(status, (item, parameter) => `${item}.status = ${parameter}`, true);
  filter(category_id, (item, parameter) => `${item}.category_id = ${parameter}::uuid`, true);
  filter(author_id, (item, parameter) => `${item}.author_id = ${parameter}::uuid`);
  filter(difficulty, (item, parameter) => `${item}.difficulty = ${parameter}`);
  filter(tag, (item, parameter) => `lower_each(${item}.tags) @> array[lower(${parameter})]`);
  const where = conditions.join(' and ');
  const isExact = !tag && !difficulty && !author_id;
  // From counters where they know the answer, with an author's own hidden ones; by counting rows, but not for ever, where they do not.
  const ownHidden = me ? ` + (select count(*) from content_items o where ${own.join(' and ')})` : '';
  const sql = isExact
    ? `((select coalesce(sum(n.n), 0) from content_counts n where ${counters.join(' and ')})${ownHidden})::int`
    : `(select count(*)::int from (select 1 from content_items i where ${where} limit ${COUNT_CAP + 1}) c)`;
  return { where, values, isFiltered: values.length > known, counted: { sql, isExact } };
}
