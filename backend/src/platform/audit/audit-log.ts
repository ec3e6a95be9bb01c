import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../database/database.js';
import { keysetPage } from '../http/pagination/pagination.js';

export interface AuditRow {
  id: string;
  /** null for the system */
  actor_id: string | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  /** the present name of a subject that is a user */
  user_name: string | null;
  /** whether the actor, or the subject, is a user whose account still exists */
  has_actor_account: boolean;
  has_subject_account: boolean;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  created_at: Date;
}

/** All are optional and combine with AND. */
export interface AuditFilter {
  /** id of a user, or `system` */
  actor?: string;
  action?: string;
  subject_type?: string;
  subject_id?: string;
  /** at or after this time */
  from?: Date;
  /** before this time */
  to?: Date;
}

/** Rows next to an entry, which may have been deleted: older (`before`) or newer (`after`) ones. */
export interface AuditPageQuery extends AuditFilter {
  before?: string;
  after?: string;
  limit: number;
}

export interface AuditPage {
  rows: AuditRow[];
  /** the cursor of the page with older entries; null on the last page */
  before: string | null;
  /** the cursor of the page with newer entries; null on the first page */
  after: string | null;
}

export const SYSTEM_ACTOR = 'system';
const EXPORT_BATCH = 1000;
const DELETE_BATCH = 10_000;

const columns = `a.id, a.actor_id, a.actor_name, a.action, a.subject_type, a.subject_id, p.name as user_name,
  actor.id is not null as has_actor_account, subject.id is not null as has_subject_account,
  a.before, a.after, a.created_at`;

/** Reads of the audit log, and its retention. Ids are UUIDv7, so the order by id is that of time. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** The newest first. */
  async list({ before, after, limit, ...filter }: AuditPageQuery): Promise<AuditPage> {
    const isNewer = after !== undefined && before === undefined;
    const found = await this.find(filter, { before, after, limit: limit + 1 });
    const { rows, neighbours } = keysetPage(found, limit, isNewer);
    // The first page has no cursor.
    const hasNewer = before !== undefined || (isNewer && found.length > limit);
    return {
      rows,
      before: neighbours.next?.['before'] ?? null,
      after: hasNewer ? (neighbours.prev?.['after'] ?? null) : null,
    };
  }

  /** All matching entries, the newest first, read in batches. */
  async *iterate(filter: AuditFilter): AsyncGenerator<AuditRow> {
    for (let before: string | undefined; ;) {
      const batch = await this.find(filter, { before, limit: EXPORT_BATCH });
      yield* batch;
      before = batch.at(-1)?.id;
      if (batch.length < EXPORT_BATCH) return;
    }
  }

  /** @returns how many entries were deleted */
  async deleteBefore(time: Date): Promise<number> {
    let deleted = 0;
    for (;;) {
      const rows = await this.database.query(
        `delete from audit_log
         where id in (select id from audit_log where id < $1 order by id limit ${DELETE_BATCH}) returning id`,
        [firstIdAt(time)],
      );
      deleted += rows.length;
      if (rows.length < DELETE_BATCH) return deleted;
    }
  }

  private find(
    { actor, action, subject_type, subject_id, from, to }: AuditFilter,
    { before, after, limit }: { before?: string | undefined; after?: string | undefined; limit: number },
  ): Promise<AuditRow[]> {
    const values: unknown[] = [];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const conditions = [
      actor === SYSTEM_ACTOR ? 'a.actor_id is null' : actor && `a.actor_id = ${bind(actor)}`,
      action && `a.action = ${bind(action)}`,
      subject_type && `a.subject_type = ${bind(subject_type)}`,
      subject_id && `a.subject_id = ${bind(subject_id)}`,
      from && `a.id >= ${bind(firstIdAt(from))}`,
      to && `a.id < ${bind(firstIdAt(to))}`,
      before && `a.id < ${bind(before)}`,
      after && `a.id > ${bind(after)}`,
    ].filter(Boolean);
    const order = after !== undefined && before === undefined ? 'asc' : 'desc';
    // The best index depends on the filters.
    return this.database.queryPlanned<AuditRow>(
      `select ${columns}
       from audit_log a
       left join people p on p.id = case when a.subject_type = 'user' and a.subject_id ~ '^[0-9a-f-]{36}$'
         then a.subject_id::uuid end
       left join users actor on actor.id = a.actor_id and actor.erased_at is null
       left join users subject on subject.id = p.id and subject.erased_at is null
       ${conditions.length ? `where ${conditions.join(' and ')}` : ''}
       order by a.id ${order} limit ${bind(limit)}`,
      values,
    );
  }
}

/** The smallest id of entries that were recorded at this time. */
const firstIdAt = (time: Date): string =>
  uuidv7({ msecs: Math.max(0, time.getTime()), seq: 0, random: new Uint8Array(16) });
