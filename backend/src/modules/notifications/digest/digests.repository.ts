import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import type { Row } from '../../../schema/index.js';
import type { DigestFrequency } from '../settings/digest-schedule.js';

type DueDigest = Pick<Row<'notification_settings'>, 'user_id' | 'digest' | 'time_zone' | 'digested_at'>;

/** When digests are due, and which have been sent. */
@Injectable()
export class DigestsRepository {
  constructor(private readonly database: Database) {}

  /** Locks the rows of users whose digest is due; those that another instance has locked are left to it. */
  async lockDue(now: Date, limit: number): Promise<DueDigest[]> {
    return this.database.db
      .selectFrom('notification_settings')
      .select(['user_id', 'digest', 'time_zone', 'digested_at'])
      .where('next_digest_at', '<=', now)
      .orderBy('next_digest_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
  }

  async endPeriods(now: Date, next: readonly { user_id: string; next_digest_at: Date | null }[]): Promise<void> {
    await sql`
      update notification_settings s set digested_at = ${now}, next_digest_at = n.next_digest_at
      from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (user_id uuid, next_digest_at timestamptz)
      where s.user_id = n.user_id`.execute(this.database.db);
  }

  /**
   * Each digest can be claimed once, and none after a later one.
   * @param id of the digest, a UUIDv7
   * @returns undefined when it has been claimed, or the user has turned digests off
   */
  async claim(userId: string, id: string): Promise<DigestFrequency | undefined> {
    const claimed = await this.database.db
      .updateTable('notification_settings')
      .set({ sent_digest: id })
      .where('user_id', '=', userId)
      .where('digest', '<>', 'off')
      .where((row) => row.or([row('sent_digest', 'is', null), row('sent_digest', '<', id)]))
      .returning('digest')
      .executeTakeFirst();
    return claimed?.digest;
  }

  /** The digest could not be sent, so that it may be claimed again. */
  async release(userId: string, id: string): Promise<void> {
    await this.database.db
      .updateTable('notification_settings')
      .set({ sent_digest: null })
      .where('user_id', '=', userId)
      .where('sent_digest', '=', id)
      .execute();
  }
}
