import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { buildPage, toPage } from '../../../platform/http/pagination/pagination.js';
import { type ModeratedDescription, ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { plainExcerpt } from '../../content/index.js';
import type { ReportedType } from './reported-subjects.js';
import type { HiddenItemResponse, HiddenItemsQuery, HiddenItemsResponse } from './reports.dto.js';

interface HiddenRow extends Omit<ModeratedDescription, 'version'> {
  type: ReportedType;
  id: string;
  hidden_at: Date;
  author_name: string;
  has_open_reports: boolean;
}

const lastFirst = (alias: string): KeysetOrder => ({
  name: 'hidden items',
  direction: 'desc',
  columns: [
    { sql: sql.ref(`${alias}.hidden_at`), type: 'timestamptz' },
    { sql: sql.ref(`${alias}.id`), type: 'uuid' },
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
    const { isAfter, tail } = buildPage(lastFirst('s'), page);
    const branches = (type ? [type] : this.subjects.types).map(
      (each) => sql`(
        select ${sql.lit(each)} as type, s.id, s.hidden_at from (${this.subjects.get(each).selectHidden()}) s
        where ${isAfter} and ${this.visibility.isVisibleOf(each, sql.ref('s.id'), actor)}
        ${tail}
      )`,
    );
    const description = this.subjects.selectDescription({ type: sql.ref('h.type'), id: sql.ref('h.id') });
    const { rows: found } = await sql<HiddenRow & SortedRow>`
      select h.type, h.id, h.hidden_at, d.title, d.path, d.text, d.author_id, a.name as author_name,
             exists (select 1 from reports r
                     where r.subject_type = h.type and r.subject_id = h.id and r.state = 'OPEN') as has_open_reports,
             ${selectSortValues(lastFirst('h'))} as sort_values
      from (select b.type, b.id, b.hidden_at from (${sql.join(branches, sql` union all `)}) b
            order by ${orderBy(lastFirst('b'))} limit ${page.limit + 1}) h
      cross join lateral (${description}) d
      join people a on a.id = d.author_id
      order by ${orderBy(lastFirst('h'))}`.execute(this.database.db);
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
