import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { buildPage, countRows, type Page, toPage } from '../../../platform/http/pagination/pagination.js';
import { type ModeratedDescription, ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { plainExcerpt } from '../../content/index.js';
import type {
  HiddenItemResponse,
  HiddenItemsQuery,
  HiddenItemsResponse,
  ReportResponse,
  ReportsQuery,
} from './reports.dto.js';
import { ModerationAccess } from './moderation-access.js';
import type { ReportedType } from './reported-subjects.service.js';

const newestFirst: KeysetOrder = {
  name: 'reports',
  direction: 'desc',
  columns: [{ sql: sql.ref('r.id'), type: 'uuid' }],
};

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** A report of a deleted item lacks its description. */
type ReportRow = Pick<
  Row<'reports'>,
  'id' | 'reason' | 'state' | 'created_at' | 'reporter_id' | 'decided_at' | 'decided_by'
> &
  Nullable<Omit<ModeratedDescription, 'version'>> & {
    item_type: ReportedType;
    item_id: string;
    reporter_name: string;
    decided_by_name: string | null;
    author_name: string | null;
  };

interface HiddenRow extends Omit<ModeratedDescription, 'version'> {
  type: ReportedType;
  id: string;
  hidden_at: Date;
  author_name: string;
  has_open_reports: boolean;
}

const PERMISSIONS = ['moderation.handle'];

/** Reads of reports. Those of items that the actor may not see are left out, those of deleted items are listed. */
@Injectable()
export class ReportsQueries {
  constructor(
    private readonly database: Database,
    private readonly subjects: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
    private readonly access: ModerationAccess,
  ) {}

  /** The newest first. */
  async list(actor: Actor, query: ReportsQuery): Promise<Page<ReportResponse>> {
    const { isAfter, tail } = buildPage(newestFirst, query);
    const { rows: found } = await sql<ReportRow & SortedRow>`
      select r.id, r.subject_type as item_type, r.subject_id as item_id, r.reason, r.state, r.created_at,
             r.reporter_id, reporter.name as reporter_name, r.decided_at, r.decided_by,
             decider.name as decided_by_name, d.title, d.path, d.text, d.hidden_at, d.author_id,
             author.name as author_name, ${selectSortValues(newestFirst)} as sort_values
      ${this.fromReports(actor, query)} and ${isAfter}
      ${tail}`.execute(this.database.db);
    const { rows, nextCursor } = toPage<ReportRow>(newestFirst, found, query.limit);
    return {
      rows: rows.map(toReport),
      nextCursor,
      ...(await countRows(this.database.db, this.fromReports(actor, query))),
    };
  }

  /** The one that was hidden last comes first. */
  async listHidden(actor: Actor, { type, ...page }: HiddenItemsQuery): Promise<HiddenItemsResponse> {
    const { isAfter, tail } = buildPage(lastFirst('s'), page);
    const branches = (type ? [type] : this.subjects.types).map(
      (each) => sql`(
        select ${sql.lit(each)} as type, s.id, s.hidden_at from (${this.subjects.get(each).selectHidden()}) s
        where ${isAfter} and ${this.visibility.isSubjectVisible(each, sql.ref('s.id'), actor)}
          and ${this.access.isModerated(actor, PERMISSIONS, each, sql.ref('s.id'))}
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

  private fromReports(actor: Actor, { state, type }: ReportsQuery): RawBuilder<unknown> {
    const subject = { type: sql.ref('r.subject_type'), id: sql.ref<string>('r.subject_id') };
    return sql`
      from reports r
      join people reporter on reporter.id = r.reporter_id
      left join people decider on decider.id = r.decided_by
      left join lateral (${this.subjects.selectDescription(subject)}) d on true
      left join people author on author.id = d.author_id
      where (d.title is null or ${this.visibility.isVisible(subject, actor)})
        and ${this.access.isAnyModerated(actor, PERMISSIONS, subject)}
        ${state ? sql`and r.state = ${state.toUpperCase()}` : sql``}
        ${type ? sql`and r.subject_type = ${type}` : sql``}`;
  }
}

const toReport = (row: ReportRow): ReportResponse => ({
  id: row.id,
  item_type: row.item_type,
  item_id: row.item_id,
  title: row.title,
  url: row.path,
  excerpt: row.text === null ? null : plainExcerpt(row.text),
  author_id: row.author_id,
  author_name: row.author_name,
  is_hidden: row.hidden_at !== null,
  reason: row.reason,
  state: row.state.toLowerCase() as ReportResponse['state'],
  reporter_id: row.reporter_id,
  reporter_name: row.reporter_name,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by: row.decided_by,
  decided_by_name: row.decided_by_name,
});

const lastFirst = (alias: string): KeysetOrder => ({
  name: 'hidden items',
  direction: 'desc',
  columns: [
    { sql: sql.ref(`${alias}.hidden_at`), type: 'timestamptz' },
    { sql: sql.ref(`${alias}.id`), type: 'uuid' },
  ],
});

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
