import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import type { ReportedSubject } from './reported-types.js';

/** Loads and saves reports. Joins the caller's transaction, which has locked the subject. */
@Injectable()
export class ReportsRepository {
  constructor(private readonly database: Database) {}

  /** @returns the id; undefined when this user has reported the subject before */
  async insert({ type, id }: ReportedSubject, reporterId: string, reason: string): Promise<string | undefined> {
    const row = await this.database.one<{ id: string }>(
      `insert into reports (id, subject_type, subject_id, reporter_id, reason, state, created_at)
       values ($1, $2, $3, $4, $5, 'OPEN', $6)
       on conflict (subject_type, subject_id, reporter_id) do nothing
       returning id`,
      [uuidv7(), type, id, reporterId, reason, new Date()],
    );
    return row?.id;
  }
}
