import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { renderSql } from '../../../platform/database/sql-bridge.js';
import { type KeysetOrder, orderSql, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type PagePlace, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import { ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import {
  ModerationQueueRegistry,
  type QueueReason,
  type QueueSource,
} from '../../../platform/moderation/queue-registry.js';
import { type Bind, VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { canModerateOwn } from '../moderation/moderation.service.js';
import type { ReportedType } from '../moderation/reported-subjects.js';
import { ASSIGNMENT_HOURS } from './assignments.repository.js';

/** Where counting stops. */
export const COUNT_CAP = 1000;
/** Reports of one item that are shown. */
const SHOWN_REPORTS = 20;

export interface QueueFilter {
  type?: ReportedType | undefined;
  reason?: QueueReason | undefined;
}

export interface QueueRow {
  type: ReportedType;
  reason: QueueReason;
  id: string;
  created_at: Date;
  revision_id: string | null;
  can_decide: boolean;
  title: string;
  path: string;
  text: string;
  version: number | null;
  hidden_at: Date | null;
  author_id: string;
  author_name: string;
  author_avatar: string | null;
  report_count: number | null;
  reports: { reason: string; reporter_id: string; reporter_name: string; created_at: string }[] | null;
  assignee_id: string | null;
  assignee_name: string | null;
  assigned_at: Date | null;
}

/** Which entries of a source are read: a condition, and what follows it. */
interface BranchPlace {
  isAfter: string;
  tail: string;
}

/** @param reason SQL */
const oldestFirst = (alias: string, reason = `${alias}.reason`): KeysetOrder => ({
  name: 'moderation queue',
  direction: 'asc',
  columns: [
    { sql: `${alias}.created_at`, type: 'timestamptz' },
    { sql: `${alias}.id`, type: 'uuid' },
    { sql: reason, type: 'text' },
  ],
});

/** Reads of the moderation queue. What the actor may not see, or not decide on by their permissions, is left out. */
@Injectable()
export class QueueQueries {
  constructor(
    private readonly database: Database,
    private readonly queue: ModerationQueueRegistry,
    private readonly subjects: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** The oldest first. */
  async list(
    actor: Actor,
    filter: QueueFilter,
    page: Omit<PagePlace, 'offset'>,
  ): Promise<{ rows: QueueRow[]; nextCursor: string | null }> {
    const { bind, values } = parameters();
    const place = (reason: QueueReason) => pageSql(oldestFirst('s', `'${reason}'::text`), page, bind);
    const branches = this.branches(actor, bind, filter, place);
    if (!branches) return { rows: [], nextCursor: null };
    const moderator = canModerateOwn(actor) ? 'null' : `${bind(actor.id)}::uuid`;
    const since = bind(new Date(Date.now() - ASSIGNMENT_HOURS * 3_600_000));
    const found = await this.database.query<QueueRow & SortedRow>(
      `select q.type, q.reason, q.id, q.created_at, q.revision_id,
              q.can_decide and (q.reason <> 'report' or d.author_id is distinct from ${moderator}) as can_decide,
              d.title, d.path, d.text, d.version, d.hidden_at,
              a.id as author_id, a.name as author_name, a.avatar_url as author_avatar,
              r.report_count, r.reports, h.id as assignee_id, h.name as assignee_name, m.assigned_at,
              ${sortValuesSql(oldestFirst('q'))}
       from (select p.type, p.reason, p.id, p.created_at, p.author_id, p.revision_id, p.can_decide
             from (${branches}) p order by ${orderSql(oldestFirst('p'))} limit ${bind(page.limit + 1)}) q
       cross join lateral (${this.subjects.describeSql({ type: 'q.type', id: 'q.id' })}) d
       join people a on a.id = coalesce(q.author_id, d.author_id)
       left join lateral (${openReports}) r on q.reason = 'report'
       left join moderation_assignments m
         on m.subject_type = q.type and m.subject_id = q.id
         and m.assigned_at > ${since} and m.assigned_at >= q.created_at
       left join people h on h.id = m.user_id
       order by ${orderSql(oldestFirst('q'))}`,
      values,
    );
    return toPage<QueueRow>(oldestFirst('q'), found, page.limit);
  }

  /** The number of entries that await the actor, at most {@link COUNT_CAP} + 1. */
  async count(actor: Actor): Promise<number> {
    const { bind, values } = parameters();
    const limit = bind(COUNT_CAP + 1);
    const branches = this.branches(actor, bind, {}, () => ({ isAfter: 'true', tail: `limit ${limit}` }));
    if (!branches) return 0;
    const row = await this.database.one<{ n: number }>(
      `select count(*)::int as n from (select 1 from (${branches}) p limit ${limit}) c`,
      values,
    );
    return row?.n ?? 0;
  }

  /** Why an item waits, and since when; the oldest reason first. */
  async listReasons(
    actor: Actor,
    type: ReportedType,
    id: string,
  ): Promise<{ reason: QueueReason; created_at: Date }[]> {
    const { bind, values } = parameters();
    const isItem = `s.id = ${bind(id)}::uuid`;
    const branches = this.branches(actor, bind, { type }, () => ({ isAfter: isItem, tail: 'limit 1' }));
    if (!branches) return [];
    return this.database.query(`select p.reason, p.created_at from (${branches}) p order by p.created_at`, values);
  }

  private branches(
    actor: Actor,
    bind: Bind,
    filter: QueueFilter,
    toPlace: (reason: QueueReason) => BranchPlace,
  ): string {
    const sources = this.queue.listFor(actor, filter);
    return sources.map((source) => this.branch(actor, bind, source, toPlace(source.reason))).join('\nunion all\n');
  }

  /** Each branch has its own order and limit, for the index of its source. */
  private branch(actor: Actor, bind: Bind, source: QueueSource, { isAfter, tail }: BranchPlace): string {
    const { type, reason, deciders } = source;
    return `(
      select '${type}' as type, '${reason}' as reason, s.id, s.created_at, s.author_id, s.revision_id,
             s.can_decide and ${actor.can(deciders)} as can_decide
      from (${source.selectPending ? renderSql(source.selectPending(actor), bind) : source.pendingSql!(actor, bind)}) s
      where ${isAfter} and ${this.visibility.visibleSqlOf(type, 's.id', actor, bind)}
      ${tail}
    )`;
  }
}

/** The oldest open reports of the entry q, and how many there are. */
const openReports = `
  select count(*)::int as report_count,
         json_agg(
           json_build_object('reason', o.reason, 'reporter_id', o.reporter_id, 'reporter_name', o.name,
                             'created_at', o.created_at)
           order by o.id
         ) filter (where o.place <= ${SHOWN_REPORTS}) as reports
  from (
    select f.id, f.reason, f.reporter_id, f.created_at, u.name, row_number() over (order by f.id) as place
    from (select x.id, x.reason, x.reporter_id, x.created_at from reports x
          where x.subject_type = q.type and x.subject_id = q.id and x.state = 'OPEN'
          limit ${COUNT_CAP}) f
    join people u on u.id = f.reporter_id
  ) o`;

/** Collects the parameters of one statement. */
function parameters(): { bind: Bind; values: unknown[] } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}
