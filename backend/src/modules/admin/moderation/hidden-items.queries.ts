import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { renderSql } from '../../../platform/database/sql-bridge.js';
import { type KeysetOrder, orderSql, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import { ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { type Bind, VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { plainExcerpt } from '../../content/index.js';
import type { ReportedType } from './reported-subjects.js';
import type { HiddenItemResponse, HiddenItemsQuery, HiddenItemsResponse } from './reports.dto.js';

interface HiddenRow {
  type: ReportedType;
  id: string;
  hidden_at: Date;
  title: string;
  path: string;
  text: string;
  author_id: string;
  author_name: string;
  has_open_reports: boolean;
}

const lastFirst = (alias: string): KeysetOrder => ({
  name: 'hidden items',
  direction: 'desc',
  columns: [
    { sql: `${alias}.hidden_at`, type: 'timestamptz' },
    { sql: `${alias}.id`, type: 'uuid' },
  ],
});

/** Reads of hidden items of all types. */
@Injectable()
export class HiddenItemsQueries {
  constructor(
    private readonly database: Database,
    private readonly subjects: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** The one that was hidden last comes first. */
  async list(actor: Actor, { type, ...page }: HiddenItemsQuery): Promise<HiddenItemsResponse> {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const { isAfter, tail } = pageSql(lastFirst('s'), page, bind);
    const branches = (type ? [type] : this.subjects.types).map(
      (each) => `(
        select '${each}' as type, s.id, s.hidden_at from (${renderSql(this.subjects.selectHidden(each), bind)}) s
        where ${isAfter} and ${this.visibility.visibleSqlOf(each, 's.id', actor, bind)}
        ${tail}
      )`,
    );
    const found = await this.database.query<HiddenRow & SortedRow>(
      `select h.type, h.id, h.hidden_at, d.title, d.path, d.text, d.author_id, a.name as author_name,
              exists (select 1 from reports r
                      where r.subject_type = h.type and r.subject_id = h.id and r.state = 'OPEN') as has_open_reports,
              ${sortValuesSql(lastFirst('h'))}
       from (select b.type, b.id, b.hidden_at from (${branches.join(' union all ')}) b
             order by ${orderSql(lastFirst('b'))} limit ${bind(page.limit + 1)}) h
       cross join lateral (${this.subjects.describeSql({ type: 'h.type', id: 'h.id' })}) d
       join people a on a.id = d.author_id
       order by ${orderSql(lastFirst('h'))}`,
      values,
    );
    const { rows, nextCursor } = toPage<HiddenRow>(lastFirst('h'), found, page.limit);
    return { items: rows.map(toHiddenItem), next_cursor: nextCursor };
  }
}

const toHiddenItem = (row: HiddenRow): HiddenItemResponse => ({
  id: row.id,
  type: row.type,
  title: row.title,
  url: row.path,
  excerpt: plainExcerpt(row.text),
  author_id: row.author_id,
  author_name: row.author_name,
  hidden_at: row.hidden_at.toISOString(),
  has_open_reports: row.has_open_reports,
});
