import { Injectable } from '@nestjs/common';
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
      await this.database.query('delete from moderation_assignments where assigned_at <= $1', [expired]);
      const assigned = await this.database.one(
        `insert into moderation_assignments as m (subject_type, subject_id, user_id, assigned_at)
         values ($1, $2, $3, $4)
         on conflict (subject_type, subject_id) do update set user_id = $3, assigned_at = $4
           where m.user_id = $3 or m.assigned_at < $6 or $5::boolean
         returning m.user_id`,
        [type, id, userId, now, takeOver, waitsSince],
      );
      return assigned ? undefined : this.find({ type, id });
    });
  }

  /** Ends the user's own assignment. */
  async release({ type, id }: ReportedSubject, userId: string): Promise<void> {
    await this.database.query(
      'delete from moderation_assignments where subject_type = $1 and subject_id = $2 and user_id = $3',
      [type, id, userId],
    );
  }

  private find({ type, id }: ReportedSubject): Promise<Assignment | undefined> {
    return this.database.one<Assignment>(
      `select m.user_id, p.name as user_name from moderation_assignments m join people p on p.id = m.user_id
       where m.subject_type = $1 and m.subject_id = $2`,
      [type, id],
    );
  }
}
