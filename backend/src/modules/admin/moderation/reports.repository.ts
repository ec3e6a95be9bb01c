import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import type { ReportWeight } from './report.policy.js';
import type { ReportedSubject, ReportedType } from './reported-subjects.js';

export type ClosedState = 'DISMISSED' | 'UPHELD';

/** Loads and saves reports. Joins the caller's transaction, which has locked the subject. */
@Injectable()
export class ReportsRepository {
  constructor(private readonly database: Database) {}

  /** @returns the id; undefined when this user has reported the subject before */
  async insert(
    { type, id }: ReportedSubject,
    { reporterId, reason, weight }: { reporterId: string; reason: string; weight: ReportWeight },
  ): Promise<string | undefined> {
    const row = await this.database.one<{ id: string }>(
      `insert into reports (id, subject_type, subject_id, reporter_id, reason, weight, state, created_at)
       values ($1, $2, $3, $4, $5, $6, 'OPEN', $7)
       on conflict (subject_type, subject_id, reporter_id) do nothing
       returning id`,
      [uuidv7(), type, id, reporterId, reason, weight, new Date()],
    );
    return row?.id;
  }

  /** The ids of the users whose reports of the subject await a decision. */
  async listOpenReporters({ type, id }: ReportedSubject): Promise<string[]> {
    const rows = await this.database.query<{ reporter_id: string }>(
      `select r.reporter_id from reports r
       where r.subject_type = $1 and r.subject_id = $2 and r.state = 'OPEN' order by r.id`,
      [type, id],
    );
    return rows.map(({ reporter_id }) => reporter_id);
  }

  /** The weights of the reports of the subject that await a decision, by reporter. */
  async listOpenWeights({ type, id }: ReportedSubject): Promise<Map<string, number>> {
    const rows = await this.database.query<{ reporter_id: string; weight: number }>(
      `select r.reporter_id, r.weight from reports r
       where r.subject_type = $1 and r.subject_id = $2 and r.state = 'OPEN'`,
      [type, id],
    );
    return new Map(rows.map(({ reporter_id, weight }) => [reporter_id, weight]));
  }

  /** Whether a moderator has decided on reports of the subject. */
  async wasDecided({ type, id }: ReportedSubject): Promise<boolean> {
    const found = await this.database.one(
      `select 1 as found from reports r
       where r.subject_type = $1 and r.subject_id = $2 and r.decided_by is not null limit 1`,
      [type, id],
    );
    return !!found;
  }

  /** The reason of a report that awaits a decision. */
  async findOpenReason(id: string): Promise<string | undefined> {
    const row = await this.database.one<{ reason: string }>(
      `select r.reason from reports r where r.id = $1 and r.state = 'OPEN'`,
      [id],
    );
    return row?.reason;
  }

  /** The ids of the subjects of a type with open reports. */
  async listOpenSubjects(type: ReportedType): Promise<string[]> {
    const rows = await this.database.query<{ subject_id: string }>(
      `select distinct r.subject_id from reports r where r.subject_type = $1 and r.state = 'OPEN' order by 1`,
      [type],
    );
    return rows.map(({ subject_id }) => subject_id);
  }

  /**
   * Closes the open reports of a subject.
   * @param deciderId null when the subject was deleted
   * @returns the ids of their reporters
   */
  async close({ type, id }: ReportedSubject, state: ClosedState, deciderId: string | null): Promise<string[]> {
    const rows = await this.database.query<{ reporter_id: string }>(
      `update reports set state = $3, decided_by = $4, decided_at = $5
       where subject_type = $1 and subject_id = $2 and state = 'OPEN' returning reporter_id`,
      [type, id, state, deciderId, new Date()],
    );
    return rows.map(({ reporter_id }) => reporter_id).toSorted();
  }
}
