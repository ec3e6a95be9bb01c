import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { buildPage, COUNT_CAP, type PageRequest, toPage } from '../../../platform/http/pagination/pagination.js';
import {
  MODERATED_TEXT,
  type ModeratedDescription,
  ModerationRegistry,
} from '../../../platform/moderation/moderation-registry.js';
import {
  ModerationQueueRegistry,
  type PendingItem,
  type QueueReason,
} from '../../../platform/moderation/queue-registry.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { ModerationAccess } from '../moderation/moderation-access.js';
import { canModerateOwn } from '../moderation/moderation.service.js';
import type { ReportedType } from '../moderation/reported-subjects.service.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { plainExcerpt } from '../../content/index.js';
import type { ModerationItemResponse } from './moderation-queue.dto.js';

/** Older assignments are no longer shown. */
export const ASSIGNMENT_HOURS = 24;
/** Reports of one item that are shown. */
const SHOWN_REPORTS = 20;

interface QueueFilter {
  type?: ReportedType | undefined;
  reason?: QueueReason | undefined;
}

export interface QueueRow extends Omit<PendingItem, 'author_id'>, ModeratedDescription {
  type: ReportedType;
  reason: QueueReason;
  author_name: string;
  author_avatar: string | null;
  report_count: number | null;
  reports: { reason: string; reporter_id: string; reporter_name: string; created_at: string }[] | null;
  assignee_id: string | null;
  assignee_name: string | null;
  assigned_at: Date | null;
}

/** Which entries of a source are read: a condition, and what follows it. */
type BranchPage = ReturnType<typeof buildPage>;

const oldestFirst = (alias: string, reason: RawBuilder<unknown> = sql.ref(`${alias}.reason`)): KeysetOrder => ({
  name: 'moderation queue',
  direction: 'asc',
  columns: [
    { sql: sql.ref(`${alias}.created_at`), type: 'timestamptz' },
    { sql: sql.ref(`${alias}.id`), type: 'uuid' },
    { sql: reason, type: 'text' },
  ],
});

/** Reads of the moderation queue. What the actor may not see, or does not moderate, is left out. */
@Injectable()
export class ModerationQueueQueries {
  constructor(
    private readonly database: Database,
    private readonly queue: ModerationQueueRegistry,
    private readonly subjects: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
    private readonly access: ModerationAccess,
  ) {}

  /** The oldest first. */
  async list(
    actor: Actor,
    filter: QueueFilter,
    page: Omit<PageRequest, 'offset'>,
  ): Promise<{ rows: QueueRow[]; nextCursor: string | null }> {
    const branches = this.selectBranches(actor, filter, (reason) =>
      buildPage(oldestFirst('s', sql`${sql.lit(reason)}::text`), page),
    );
    if (!branches) return { rows: [], nextCursor: null };
    const moderator = canModerateOwn(actor) ? null : actor.id;
    const since = new Date(Date.now() - ASSIGNMENT_HOURS * 3_600_000);
    const description = this.subjects.selectDescription({ type: sql.ref('q.type'), id: sql.ref('q.id') });
    const { rows: found } = await sql<QueueRow & SortedRow>`
      select q.type, q.reason, q.id, q.created_at, q.revision_id,
             q.can_decide and (q.reason <> 'report' or d.author_id is distinct from ${moderator}::uuid) as can_decide,
             d.title, d.path, d.text, d.version, d.hidden_at,
             a.id as author_id, a.name as author_name, a.avatar_url as author_avatar,
             r.report_count, r.reports, h.id as assignee_id, h.name as assignee_name, m.assigned_at,
             ${selectSortValues(oldestFirst('q'))} as sort_values
      from (select p.type, p.reason, p.id, p.created_at, p.author_id, p.revision_id, p.can_decide
            from (${branches}) p order by ${orderBy(oldestFirst('p'))} limit ${page.limit + 1}) q
      cross join lateral (${description}) d
      join people a on a.id = coalesce(q.author_id, d.author_id)
      left join lateral (${openReports}) r on q.reason = 'report'
      left join moderation_assignments m
        on m.subject_type = q.type and m.subject_id = q.id
        and m.assigned_at > ${since} and m.assigned_at >= q.created_at
      left join people h on h.id = m.user_id
      order by ${orderBy(oldestFirst('q'))}`.execute(this.database.db);
    return toPage<QueueRow>(oldestFirst('q'), found, page.limit);
  }

  /** The number of entries that await the actor, at most {@link COUNT_CAP} + 1. */
  async count(actor: Actor): Promise<number> {
    const limit = sql`limit ${COUNT_CAP + 1}`;
    const branches = this.selectBranches(actor, {}, () => ({ isAfter: sql`true`, tail: limit }));
    if (!branches) return 0;
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 from (${branches}) p ${limit}) c`.execute(this.database.db);
    return rows[0]?.n ?? 0;
  }

  /** Why an item waits, and since when; the oldest reason first. */
  async listReasons(
    actor: Actor,
    type: ReportedType,
    id: string,
  ): Promise<{ reason: QueueReason; created_at: Date }[]> {
    const branches = this.selectBranches(actor, { type }, () => ({
      isAfter: sql`s.id = ${id}::uuid`,
      tail: sql`limit 1`,
    }));
    if (!branches) return [];
    const { rows } = await sql<Pick<QueueRow, 'reason' | 'created_at'>>`
      select p.reason, p.created_at from (${branches}) p order by p.created_at`.execute(this.database.db);
    return rows;
  }

  /** Each branch has its own order and limit, for the index of its source. */
  private selectBranches(
    actor: Actor,
    filter: QueueFilter,
    buildBranch: (reason: QueueReason) => BranchPage,
  ): RawBuilder<unknown> | undefined {
    const branches = this.queue.listVisible(actor, filter).map((source) => {
      const { type, reason, viewPermissions, decidePermission } = source;
      const isModerated = (permissions: readonly string[]) =>
        this.access.isModerated(actor, permissions, type, sql.ref('s.id'));
      const { isAfter, tail } = buildBranch(reason);
      return sql`(
        select ${sql.lit(type)} as type, ${sql.lit(reason)} as reason, s.id, s.created_at, s.author_id, s.revision_id,
               s.can_decide and ${isModerated([decidePermission])} as can_decide
        from (${source.selectPending(actor)}) s
        where ${isAfter} and ${this.visibility.isSubjectVisible(type, sql.ref('s.id'), actor)}
          and ${isModerated(viewPermissions)}
        ${tail}
      )`;
    });
    return branches.length ? sql.join(branches, sql`\nunion all\n`) : undefined;
  }
}

/** The oldest open reports of the entry q, and how many there are. */
const openReports = sql`
  select count(*)::int as report_count,
         json_agg(
           json_build_object('reason', o.reason, 'reporter_id', o.reporter_id, 'reporter_name', o.name,
                             'created_at', o.created_at)
           order by o.id
         ) filter (where o.place <= ${sql.lit(SHOWN_REPORTS)}) as reports
  from (
    select f.id, f.reason, f.reporter_id, f.created_at, u.name, row_number() over (order by f.id) as place
    from (select x.id, x.reason, x.reporter_id, x.created_at from reports x
          where x.subject_type = q.type and x.subject_id = q.id and x.state = 'OPEN'
          limit ${sql.lit(COUNT_CAP)}) f
    join people u on u.id = f.reporter_id
  ) o`;

/** Items with a screen of their own, which shows their text. */
const withScreen = new Set(['document', 'video']);

/** The shown part of a text, without half a character at its end. */
const cut = (text: string): string => text.slice(0, MODERATED_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '');

export const toModerationItem = (row: QueueRow, prefix: string): ModerationItemResponse => ({
  id: row.id,
  type: row.type,
  reason: row.reason,
  title: row.title,
  author_id: row.author_id,
  author_name: row.author_name,
  author_avatar: addApiPrefix(prefix, row.author_avatar),
  created_at: row.created_at.toISOString(),
  url: row.path,
  excerpt: withScreen.has(row.type) ? row.text : plainExcerpt(row.text),
  content: withScreen.has(row.type) ? null : cut(row.text),
  is_content_cut: row.text.length >= MODERATED_TEXT,
  version: row.version,
  revision_id: row.revision_id,
  is_hidden: row.hidden_at !== null,
  report_count: row.report_count ?? 0,
  reports: (row.reports ?? []).map(({ reason, reporter_id, reporter_name, created_at }) => ({
    reason,
    reporter_id,
    reporter_name,
    created_at: new Date(created_at).toISOString(),
  })),
  assignee:
    row.assignee_id === null
      ? null
      : {
          id: row.assignee_id,
          name: row.assignee_name ?? '',
          assigned_at: row.assigned_at?.toISOString() ?? '',
        },
  abilities: { decide: row.can_decide },
});
