import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { type Bind, VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { plainExcerpt } from '../../content/index.js';
import type { ReportedType } from './reported-subjects.js';
import type { HiddenItemResponse, HiddenItemsQuery, HiddenItemsResponse } from './reports.dto.js';
import { decodeCursor, encodeCursor } from './time-cursor.js';

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

/** Reads of hidden items of all types. */
@Injectable()
export class HiddenItemsQueries {
  constructor(
    private readonly database: Database,
    private readonly subjects: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** The one that was hidden last comes first. */
  async list(actor: Actor, { type, after, limit }: HiddenItemsQuery): Promise<HiddenItemsResponse> {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const start = after === undefined ? undefined : decodeCursor(after);
    const place = start ? `(s.hidden_at, s.id) < (${bind(start.at)}::timestamptz, ${bind(start.id)}::uuid)` : 'true';
    const count = bind(limit + 1);
    const branches = (type ? [type] : this.subjects.types).map(
      (each) => `(
        select '${each}' as type, s.id, s.hidden_at from (${this.subjects.get(each).hiddenSql}) s
        where ${place} and ${this.visibility.visibleSqlOf(each, 's.id', actor, bind)}
        order by s.hidden_at desc, s.id desc limit ${count}
      )`,
    );
    const rows = await this.database.query<HiddenRow>(
      `select h.type, h.id, h.hidden_at, d.title, d.path, d.text, d.author_id, a.name as author_name,
              exists (select 1 from reports r
                      where r.subject_type = h.type and r.subject_id = h.id and r.state = 'OPEN') as has_open_reports
       from (select b.type, b.id, b.hidden_at from (${branches.join(' union all ')}) b
             order by b.hidden_at desc, b.id desc limit ${count}) h
       cross join lateral (${this.subjects.describeSql({ type: 'h.type', id: 'h.id' })}) d
       join people a on a.id = d.author_id
       order by h.hidden_at desc, h.id desc`,
      values,
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(toHiddenItem),
      next: last && rows.length > limit ? encodeCursor({ at: last.hidden_at, id: last.id }) : null,
    };
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
