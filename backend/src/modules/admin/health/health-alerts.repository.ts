import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { AlertState } from './alert-states.js';

/** The states of health alerts, shared by all instances. */
@Injectable()
export class HealthAlertsRepository {
  constructor(private readonly database: Database) {}

  /** Until the end of the transaction no other instance changes them. */
  async lockAll(): Promise<Map<string, AlertState>> {
    await this.database.query(`select pg_advisory_xact_lock(hashtextextended('health_alerts', 0))`);
    const states = await this.database.query<AlertState>(
      `select code, check_name as "check", detail, since, checked_at as "checkedAt", bad_checks as "badChecks",
              good_checks as "goodChecks", notified_at as "notifiedAt"
       from health_alerts order by code`,
    );
    return new Map(states.map((state) => [state.code, state]));
  }

  async save(state: AlertState): Promise<void> {
    await this.database.query(
      `insert into health_alerts
         (code, check_name, detail, since, checked_at, bad_checks, good_checks, notified_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (code) do update set check_name = excluded.check_name, detail = excluded.detail,
         checked_at = excluded.checked_at, bad_checks = excluded.bad_checks, good_checks = excluded.good_checks,
         notified_at = excluded.notified_at`,
      [
        state.code,
        state.check,
        state.detail,
        state.since,
        state.checkedAt,
        state.badChecks,
        state.goodChecks,
        state.notifiedAt,
      ],
    );
  }

  async delete(code: string): Promise<void> {
    await this.database.query('delete from health_alerts where code = $1', [code]);
  }
}
