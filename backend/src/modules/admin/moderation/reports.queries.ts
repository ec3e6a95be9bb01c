import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import { ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { type Bind, VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { plainExcerpt } from '../../content/index.js';
import type { ReportResponse, ReportsQuery } from './reports.dto.js';
import type { ReportedType } from './reported-subjects.js';

const COUNT_CAP = 1000;
const newestFirst: KeysetOrder = { name: 'reports', direction: 'desc', columns: [{ sql: 'r.id', type: 'uuid' }] };

interface ReportRow {
  id: string;
  item_type: ReportedType;
  item_id: string;
  reason: string;
  state: string;
  created_at: Date;
  reporter_id: string;
  reporter_name: string;
  decided_at: Date | null;
  decided_by: string | null;
  decided_by_name: string | null;
  title: string | null;
  path: string | null;
  text: string | null;
  hidden_at: Date | null;
  author_id: string | null;
  author_name: string | null;
}

/** Reads of reports. Those of items that the actor may not see are left out, those of deleted items are listed. */
@Injectable()
export class ReportsQueries {
  constructor(
    private readonly database: Database,
    private readonly subjects: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** The newest first. */
  async list(actor: Actor, query: ReportsQuery): Promise<Page<ReportResponse>> {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const from = this.matching(actor, query, bind);
    const { isAfter, tail } = pageSql(newestFirst, query, bind);
    const found = await this.database.query<ReportRow & SortedRow>(
      `select r.id, r.subject_type as item_type, r.subject_id as item_id, r.reason, r.state, r.created_at,
              r.reporter_id, reporter.name as reporter_name, r.decided_at, r.decided_by,
              decider.name as decided_by_name, d.title, d.path, d.text, d.hidden_at, d.author_id,
              author.name as author_name, ${sortValuesSql(newestFirst)}
       ${from} and ${isAfter}
       ${tail}`,
      values,
    );
    const total = await this.count(actor, query);
    const { rows, nextCursor } = toPage<ReportRow>(newestFirst, found, query.limit);
    return {
      rows: rows.map(toReport),
      nextCursor,
      total: Math.min(total, COUNT_CAP),
      capped: total > COUNT_CAP,
    };
  }

  private async count(actor: Actor, query: ReportsQuery): Promise<number> {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const from = this.matching(actor, query, bind);
    const row = await this.database.one<{ n: number }>(
      `select count(*)::int as n from (select 1 ${from} limit ${COUNT_CAP + 1}) c`,
      values,
    );
    return row?.n ?? 0;
  }

  private matching(actor: Actor, { state, type }: ReportsQuery, bind: Bind): string {
    const subject = { type: 'r.subject_type', id: 'r.subject_id' };
    const conditions = [
      `(d.title is null or ${this.visibility.visibleSql(subject, actor, bind)})`,
      ...(state ? [`r.state = ${bind(state.toUpperCase())}`] : []),
      ...(type ? [`r.subject_type = ${bind(type)}`] : []),
    ];
    return `
      from reports r
      join people reporter on reporter.id = r.reporter_id
      left join people decider on decider.id = r.decided_by
      left join lateral (${this.subjects.describeSql(subject)}) d on true
      left join people author on author.id = d.author_id
      where ${conditions.join(' and ')}`;
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
