import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../../../schema/index.js';
import { Database } from '../../../platform/database/database.js';
import type { ReportWeight } from './report.policy.js';
import type { ReportedSubject, ReportedType } from './reported-subjects.service.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';

export type ClosedState = 'DISMISSED' | 'UPHELD';

/** In the text of statements, since the indexes of open reports are partial. */
const OPEN = sql.lit('OPEN' as const);

/**
 * Loads and saves reports. Joins the caller's transaction, which has locked the subject. Reports of erased users stay,
 * by "Former member".
 */
@Injectable()
export class ReportsRepository {
  constructor(
    private readonly database: Database,
    personalData: PersonalData,
  ) {
    personalData.register({
      sections: [
        {
          name: 'reports',
          description: 'Reports that the user sent to the moderators',
          select: (id) => sql`
            select r.id as cursor, r.subject_type, r.subject_id, r.reason, r.state, r.created_at, r.decided_at
            from reports r where r.reporter_id = ${id}::uuid`,
        },
        {
          name: 'reports_decided',
          description: 'Reports of others that the user decided on',
          select: (id) => sql`
            select r.id as cursor, r.subject_type, r.subject_id, r.state, r.decided_at
            from reports r where r.decided_by = ${id}::uuid`,
        },
        {
          name: 'moderation_assignments',
          description: 'Items of the moderation queue that the user works on',
          select: (id) => sql`
            select m.subject_id as cursor, m.subject_type, m.subject_id, m.assigned_at
            from moderation_assignments m where m.user_id = ${id}::uuid`,
        },
      ],
      erase: async ({ id }) => {
        await this.database.db.deleteFrom('moderation_assignments').where('user_id', '=', id).execute();
      },
    });
  }

  /** @returns the id; undefined when this user has reported the subject before */
  async insert(
    { type, id }: ReportedSubject,
    { reporterId, reason, weight }: { reporterId: string; reason: string; weight: ReportWeight },
  ): Promise<string | undefined> {
    const row = await this.database.db
      .insertInto('reports')
      .values({
        id: uuidv7(),
        subject_type: type,
        subject_id: id,
        reporter_id: reporterId,
        reason,
        weight,
        state: 'OPEN',
        created_at: new Date(),
      })
      .onConflict((former) => former.columns(['subject_type', 'subject_id', 'reporter_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  /** The reports of the subject that await a decision, the oldest first. */
  listOpen({ type, id }: ReportedSubject): Promise<Pick<Row<'reports'>, 'reporter_id' | 'weight'>[]> {
    return this.database.db
      .selectFrom('reports')
      .select(['reporter_id', 'weight'])
      .where('subject_type', '=', type)
      .where('subject_id', '=', id)
      .where('state', '=', OPEN)
      .orderBy('id')
      .execute();
  }

  /** Whether a moderator has decided on reports of the subject. */
  async wasDecided({ type, id }: ReportedSubject): Promise<boolean> {
    const decided = await this.database.db
      .selectFrom('reports')
      .select('id')
      .where('subject_type', '=', type)
      .where('subject_id', '=', id)
      .where('decided_by', 'is not', null)
      .limit(sql.lit(1))
      .executeTakeFirst();
    return !!decided;
  }

  /** The reason of a report that awaits a decision. */
  async findOpenReason(id: string): Promise<string | undefined> {
    const row = await this.database.db
      .selectFrom('reports')
      .select('reason')
      .where('id', '=', id)
      .where('state', '=', OPEN)
      .executeTakeFirst();
    return row?.reason;
  }

  /** The ids of the subjects of a type with open reports. */
  async listOpenSubjects(type: ReportedType): Promise<string[]> {
    const rows = await this.database.db
      .selectFrom('reports')
      .select('subject_id')
      .distinct()
      .where('subject_type', '=', type)
      .where('state', '=', OPEN)
      .orderBy('subject_id')
      .execute();
    return rows.map(({ subject_id }) => subject_id);
  }

  /**
   * Closes the open reports of a subject.
   * @param deciderId null when the subject was deleted
   * @returns the ids of their reporters
   */
  async close({ type, id }: ReportedSubject, state: ClosedState, deciderId: string | null): Promise<string[]> {
    const rows = await this.database.db
      .updateTable('reports')
      .set({ state, decided_by: deciderId, decided_at: new Date() })
      .where('subject_type', '=', type)
      .where('subject_id', '=', id)
      .where('state', '=', OPEN)
      .returning('reporter_id')
      .execute();
    return rows.map(({ reporter_id }) => reporter_id).toSorted();
  }
}
