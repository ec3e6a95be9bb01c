import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import type { ReportedSubject } from '../moderation/reported-subjects.js';

/** Older assignments are no longer shown. */
export const ASSIGNMENT_HOURS = 24;

export interface Assignment {
  user_id: string;
  user_name: string;
}

/**
 * Which moderator works on which item, so that two do not do the same work. An assignment ends with the decision or
 * after a day, and does not block: other moderators can decide on the item and take it over.
 */
@Injectable()
export class AssignmentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * @param options.waitsSince an assignment from before is of a former decision
   * @returns another user's assignment, which was kept; undefined when the user has the item now
   */
  async assign(
    { type, id }: ReportedSubject,
    userId: string,
    { takeOver = false, waitsSince }: { takeOver?: boolean; waitsSince: Date },
  ): Promise<Assignment | undefined> {
    const now = new Date();
    const expired = new Date(now.getTime() - ASSIGNMENT_HOURS * 3_600_000);
    return this.database.transaction(async () => {
      const { db } = this.database;
      await db.deleteFrom('moderation_assignments').where('assigned_at', '<=', expired).execute();
      const { numAffectedRows } = await sql`
        insert into moderation_assignments as m (subject_type, subject_id, user_id, assigned_at)
        values (${type}, ${id}, ${userId}, ${now})
        on conflict (subject_type, subject_id) do update
          set user_id = excluded.user_id, assigned_at = excluded.assigned_at
          where m.user_id = excluded.user_id or m.assigned_at < ${waitsSince} or ${takeOver}::boolean`.execute(db);
      if (numAffectedRows) return undefined;
      return db
        .selectFrom('moderation_assignments as m')
        .innerJoin('people as p', 'p.id', 'm.user_id')
        .select(['m.user_id', 'p.name as user_name'])
        .where('m.subject_type', '=', type)
        .where('m.subject_id', '=', id)
        .executeTakeFirst();
    });
  }

  /** Ends the user's own assignment. */
  async release({ type, id }: ReportedSubject, userId: string): Promise<void> {
    await this.database.db
      .deleteFrom('moderation_assignments')
      .where('subject_type', '=', type)
      .where('subject_id', '=', id)
      .where('user_id', '=', userId)
      .execute();
  }
}
