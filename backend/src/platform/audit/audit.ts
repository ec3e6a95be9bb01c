import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { Actor } from '../access/actor.js';
import { Database } from '../database/database.js';
import { FORMER_MEMBER, type Row } from '../../schema/index.js';
import { plannedForValues } from '../database/pg-dialect.js';
import { keysetPage } from '../http/pagination/pagination.js';
import { PersonalData } from '../personal-data/personal-data.js';

export interface AuditEntry {
  /** who did it; null when the system itself did, for example at the start */
  actor: Actor | null;
  /** resource.verb, for example user.role_changed */
  action: string;
  /** what it was done to, for example { type: 'user', id } */
  subject: { type: string; id: string };
  before?: object;
  after?: object;
}

export type AuditRow = Row<'audit_log'> & {
  /** the present name of a subject that is a user */
  user_name: string | null;
  /** whether the actor, or the subject, is a user whose account still exists */
  has_actor_account: boolean;
  has_subject_account: boolean;
};

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

/** The log of privileged actions. Ids are UUIDv7, so the order by id is that of time. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    personalData: PersonalData,
  ) {
    // Erasing keeps the entries by and about a user, without the name.
    personalData.register({
      sections: [
        {
          name: 'audit_log_by_user',
          description: 'Privileged actions of the user',
          select: (id) => sql`
            select a.id as cursor, a.action, a.subject_type, a.subject_id, a.created_at
            from audit_log a where a.actor_id = ${id}::uuid`,
        },
        {
          name: 'audit_log_about_user',
          description: 'Privileged actions of others on the account',
          select: (id) => sql`
            select a.id as cursor, a.action, a.before, a.after, a.created_at
            from audit_log a where a.subject_type = 'user' and a.subject_id = ${id}::uuid::text`,
        },
      ],
      erase: ({ id }) => this.removeName(id),
    });
  }

  /** Joins the transaction of the action, so that neither exists without the other. */
  async record({ actor, action, subject, before, after }: AuditEntry): Promise<void> {
    await this.database.db
      .insertInto('audit_log')
      .values({
        id: uuidv7(),
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? 'System',
        action,
        subject_type: subject.type,
        subject_id: subject.id,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
        created_at: new Date(),
      })
      .execute();
  }

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
  async prune(time: Date): Promise<number> {
    const { db } = this.database;
    for (let deleted = 0; ;) {
      const { numDeletedRows } = await db
        .deleteFrom('audit_log')
        .where('id', 'in', (row) =>
          row
            .selectFrom('audit_log')
            .select('id')
            .where('id', '<', getFirstId(time))
            .orderBy('id')
            .limit(sql.lit(DELETE_BATCH)),
        )
        .executeTakeFirstOrThrow();
      deleted += Number(numDeletedRows);
      if (numDeletedRows < DELETE_BATCH) return deleted;
    }
  }

  private async removeName(actorId: string): Promise<void> {
    await this.database.db
      .updateTable('audit_log')
      .set({ actor_name: FORMER_MEMBER })
      .where('actor_id', '=', actorId)
      .execute();
  }

  private find(
    { actor, action, subject_type, subject_id, from, to }: AuditFilter,
    { before, after, limit }: { before?: string | undefined; after?: string | undefined; limit: number },
  ): Promise<AuditRow[]> {
    const subjectUser = sql<string>`case when a.subject_type = 'user' and a.subject_id ~ '^[0-9a-f-]{36}$'
      then a.subject_id::uuid end`;
    let query = this.database.db
      // The best index depends on the filters.
      .withPlugin(plannedForValues)
      .selectFrom('audit_log as a')
      .leftJoin('people as p', (on) => on.on('p.id', '=', subjectUser))
      .leftJoin('users as actor', (on) => on.onRef('actor.id', '=', 'a.actor_id').on('actor.erased_at', 'is', null))
      .leftJoin('users as subject', (on) => on.onRef('subject.id', '=', 'p.id').on('subject.erased_at', 'is', null))
      .select(['a.id', 'a.actor_id', 'a.actor_name', 'a.action', 'a.subject_type', 'a.subject_id'])
      .select(['a.before', 'a.after', 'a.created_at', 'p.name as user_name'])
      .select(sql<boolean>`actor.id is not null`.as('has_actor_account'))
      .select(sql<boolean>`subject.id is not null`.as('has_subject_account'))
      .orderBy('a.id', after !== undefined && before === undefined ? 'asc' : 'desc')
      .limit(limit);
    if (actor === SYSTEM_ACTOR) query = query.where('a.actor_id', 'is', null);
    else if (actor) query = query.where('a.actor_id', '=', actor);
    if (action) query = query.where('a.action', '=', action);
    if (subject_type) query = query.where('a.subject_type', '=', subject_type);
    if (subject_id) query = query.where('a.subject_id', '=', subject_id);
    if (from) query = query.where('a.id', '>=', getFirstId(from));
    if (to) query = query.where('a.id', '<', getFirstId(to));
    if (before) query = query.where('a.id', '<', before);
    if (after) query = query.where('a.id', '>', after);
    return query.execute();
  }
}

/** The smallest id of entries that were recorded at this time. */
const getFirstId = (time: Date): string =>
  uuidv7({ msecs: Math.max(0, time.getTime()), seq: 0, random: new Uint8Array(16) });
