import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import {
  defineHealthCheck,
  HealthChecks,
  type HealthAlert,
  type HealthFinding,
} from '../../../platform/monitoring/health-checks.js';
import { isActive } from '../users/user.policy.js';

export interface SignInFigures {
  /** in the last 24 hours */
  failedSignIns: number;
  /** accounts that failed sign-ins have locked for some minutes */
  lockedAccounts: number;
  /** active users with the role ADMIN */
  administrators: number;
  administratorsWithoutPasskey: number;
}

export const signInHealth = defineHealthCheck<SignInFigures>('sign-in');

const PERIOD_MS = 15 * 60_000;
const DAY_MS = 24 * 3600_000;
/** More than forgetful users cause, on most hubs. */
const MANY_FAILURES = 100;

/**
 * Records failed sign-ins, as totals per quarter of an hour, and which accounts they have locked. Refusals above the
 * limit are not attempts, so they do not count.
 */
@Injectable()
export class FailedSignIns implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly checks: HealthChecks,
  ) {}

  onModuleInit(): void {
    this.checks.register(signInHealth, () => this.measure());
  }

  async record(): Promise<void> {
    const now = Date.now();
    await this.database.db
      .insertInto('failed_sign_ins')
      .values({ period_start: new Date(now - (now % PERIOD_MS)), n: 1 })
      .onConflict((conflict) => conflict.column('period_start').doUpdateSet({ n: sql<number>`failed_sign_ins.n + 1` }))
      .execute();
  }

  /** @param email of any account or of none; the statement is the same, so its duration reveals nothing */
  async recordLockout(email: string, until: Date): Promise<void> {
    await sql`
      insert into sign_in_lockouts (user_id, locked_until)
      select id, ${until} from users where email = ${email}::citext
      on conflict (user_id) do update set locked_until = excluded.locked_until`.execute(this.database.db);
  }

  async deleteLockout(userId: string): Promise<void> {
    await this.database.db.deleteFrom('sign_in_lockouts').where('user_id', '=', userId).execute();
  }

  /** Called by a job. */
  async deleteOld(): Promise<void> {
    const now = Date.now();
    const { db } = this.database;
    await db
      .deleteFrom('failed_sign_ins')
      .where('period_start', '<', new Date(now - 2 * DAY_MS))
      .execute();
    await db.deleteFrom('sign_in_lockouts').where('locked_until', '<', new Date(now)).execute();
  }

  private async measure(): Promise<HealthFinding<SignInFigures>> {
    const now = Date.now();
    const { rows } = await sql<SignInFigures>`
      select
        (select coalesce(sum(n), 0)::int from failed_sign_ins where period_start > ${new Date(now - DAY_MS)})
          as "failedSignIns",
        (select count(*)::int from sign_in_lockouts l join users u on u.id = l.user_id
         where l.locked_until > ${new Date(now)} and ${isActive})
          as "lockedAccounts",
        count(*)::int as administrators,
        count(*) filter (where not exists (select from passkeys p where p.user_id = u.id))::int
          as "administratorsWithoutPasskey"
      from users u
      where u.role = 'ADMIN' and ${isActive}`.execute(this.database.db);
    const figures = rows[0]!;
    return { figures, alerts: toAlerts(figures) };
  }
}

function toAlerts({ failedSignIns, lockedAccounts, administratorsWithoutPasskey }: SignInFigures): HealthAlert[] {
  const alerts: [condition: boolean, code: string, detail: string][] = [
    [
      failedSignIns >= MANY_FAILURES,
      'many_failed_sign_ins',
      `${failedSignIns} sign-ins have failed in the last 24 hours.`,
    ],
    [
      lockedAccounts > 0,
      'locked_accounts',
      lockedAccounts === 1
        ? 'An account is locked for some minutes after failed sign-ins.'
        : `${lockedAccounts} accounts are locked for some minutes after failed sign-ins.`,
    ],
    [
      administratorsWithoutPasskey > 0,
      'administrators_without_passkey',
      administratorsWithoutPasskey === 1
        ? 'An administrator has no passkey.'
        : `${administratorsWithoutPasskey} administrators have no passkey.`,
    ],
  ];
  return alerts
    .filter(([condition]) => condition)
    .map(([, code, detail]) => ({ code, area: 'security', detail }) satisfies HealthAlert);
}
