import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import type { Page } from '../../../platform/http/paging.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
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
  ) {}

  async list(actor: Actor, query: DocumentsQuery): Promise<Page<DocumentSummaryResponse>> {
    const { limit, offset, sort = 'newest' } = query;
    const { where, values } = filtersOf(actor, query);
    const rows = await this.database.query<DocumentSummaryRow>(
      `select ${documentColumns} from content_items i ${documentJoins} where ${where} order by ${orders[sort]} limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    );
    const prefix = this.config.env.API_PREFIX;
    return { rows: rows.map((row) => toSummary(this.views.withPending(row), actor, prefix)), ...(await this.count(actor, query)) };
  }

  /** From counters where they know the answer; by counting rows, but not for ever, where they do not. */
  private async count(actor: Actor, query: DocumentsQuery): Promise<{ total: number; capped?: boolean }> {
    if (!query.tag && !query.difficulty && !query.author_id) return { total: await this.counted(actor, query) };
    const { where, values } = filtersOf(actor, query);
    const row = await this.database.one<{ n: number }>(`select count(*)::int as n from (select 1 from content_items i where ${where} limit ${COUNT_CAP + 1}) c`, values);
    const found = row?.n ?? 0;
    return { total: Math.min(found, COUNT_CAP), capped: found > COUNT_CAP };
  }

  /** Only an author's own hidden ones are counted by row. */
  private async counted(actor: Actor, { status, category_id }: DocumentsQuery): Promise<number> {
    const row = await this.database.one<{ n: number }>(
      `select (select coalesce(sum(n), 0) from content_counts where kind = 'document' and audience = any($1::text[])
                and ($3::text is null or status = $3) and ($4::uuid is null or category_id = $4))::int
            + (select count(*) from content_items i where i.kind = 'document' and i.author_id = $2::uuid and not i.audience = any($1::text[])
                and ($3::text is null or i.status = $3) and ($4::uuid is null or i.category_id = $4))::int as n`,
      [audiencesOf(actor), actor.id, status ?? null, category_id || null],
    );
    return row?.n ?? 0;
  }
}

/** Only the filters that are asked for stand in the statement, so that each gets the plan that suits it. */
function filtersOf(actor: Actor, { status, category_id, tag, difficulty, author_id }: DocumentsQuery): { where: string; values: unknown[] } {
  const values: unknown[] = [audiencesOf(actor), actor.id];
  const conditions = [`i.kind = 'document'`, visibleTo('i', '$1', '$2')];
  const filter = (value: string | undefined, condition: (parameter: string) => string) => {
    if (value) conditions.push(condition(`$${values.push(value)}`));
  };
  filter(status, (parameter) => `i.status = ${parameter}`);
  filter(category_id, (parameter) => `i.category_id = ${parameter}::uuid`);
  filter(author_id, (parameter) => `i.author_id = ${parameter}::uuid`);
  filter(difficulty, (parameter) => `i.difficulty = ${parameter}`);
  filter(tag, (parameter) => `lower_each(i.tags) @> array[lower(${parameter})]`);
  return { where: conditions.join(' and '), values };
}
