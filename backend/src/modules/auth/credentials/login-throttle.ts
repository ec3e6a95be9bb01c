import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import type { Client } from '../../../platform/http/request/request.js';
import { type RateLimit, RateLimiter } from '../../../platform/limits/rate-limiter.js';
import {
  defineHealthCheck,
  type HealthAlert,
  HealthChecks,
  type HealthFinding,
} from '../../../platform/monitoring/health-checks.js';
import { isActive } from '../users/user.policy.js';
import type { Localized } from '../../../platform/language/texts.js';

export interface LoginAttempt {
  client: Client;
  /** the account where it is known: the email address as the database compares it */
  account?: string | undefined;
}

const QUARTER_HOUR = 900;
const accountLimit: RateLimit = { limit: 10, windowSeconds: QUARTER_HOUR };

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
 * Counts failed sign-ins per account and per network address, for all kinds of credentials. Above the limit, valid
 * credentials are refused as well. Refusals are not attempts, so they do not count.
 */
@Injectable()
export class LoginThrottle implements OnModuleInit {
  constructor(
    private readonly rateLimiter: RateLimiter,
    private readonly database: Database,
    private readonly checks: HealthChecks,
  ) {}

  onModuleInit(): void {
    this.checks.register(signInHealth, () => this.measure());
  }

  /**
   * Runs one attempt to sign in. It counts as failed when `verify` returns undefined or throws.
   * @returns the result of `verify`
   * @throws 429
   */
  async runAttempt<Proof>(
    { client, account }: LoginAttempt,
    verify: () => Promise<Proof | undefined>,
  ): Promise<Proof | undefined> {
    const limits: [string, RateLimit][] = [
      [`sign-in-from:${client.address}`, { limit: this.rateLimiter.perAddress(100), windowSeconds: QUARTER_HOUR }],
    ];
    if (account !== undefined) limits.push([accountKey(account), accountLimit]);
    for (const limit of limits) await this.rateLimiter.check(...limit);
    let proof: Proof | undefined;
    try {
      proof = await verify();
    } finally {
      if (proof === undefined) await this.recordFailure(limits, account);
    }
    // Parallel guesses may have reached the limit meanwhile; a result must not be revealed then.
    if (proof !== undefined) for (const limit of limits) await this.rateLimiter.check(...limit);
    return proof;
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

  /** Limits challenges and redirects to an issuer per network address, since each stores a row. @throws 429 */
  async consumeStart(client: Client): Promise<void> {
    await this.rateLimiter.consume(`sign-in-start:${client.address}`, {
      limit: this.rateLimiter.perAddress(300),
      windowSeconds: QUARTER_HOUR,
    });
  }

  /** Resets the failures counted for the account. */
  async resetFailures(userId: string): Promise<void> {
    const account = await this.database.db
      .selectFrom('users')
      .select(sql<string>`lower(email::text)`.as('email'))
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!account) return;
    await this.rateLimiter.reset(accountKey(account.email));
    await this.database.db.deleteFrom('sign_in_lockouts').where('user_id', '=', userId).execute();
  }

  private async recordFailure(limits: [string, RateLimit][], account: string | undefined): Promise<void> {
    const { db } = this.database;
    const now = Date.now();
    await db
      .insertInto('failed_sign_ins')
      .values({ period_start: new Date(now - (now % PERIOD_MS)), n: 1 })
      .onConflict((conflict) => conflict.column('period_start').doUpdateSet({ n: sql<number>`failed_sign_ins.n + 1` }))
      .execute();
    for (const [key, limit] of limits) {
      const { hits, expires_at } = await this.rateLimiter.consume(key, limit);
      if (account !== undefined && key === accountKey(account) && hits === limit.limit)
        // The same statement for an address without an account, so that its duration reveals nothing.
        await sql`
          insert into sign_in_lockouts (user_id, locked_until)
          select id, ${expires_at} from users where email = ${account}::citext
          on conflict (user_id) do update set locked_until = excluded.locked_until`.execute(db);
    }
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

const accountKey = (email: string) => `sign-in:${email}`;

function toAlerts({ failedSignIns, lockedAccounts, administratorsWithoutPasskey }: SignInFigures): HealthAlert[] {
  const alerts: [condition: boolean, code: string, detail: Localized][] = [
    [
      failedSignIns >= MANY_FAILURES,
      'many_failed_sign_ins',
      ({ health }) => health.alerts.failedSignIns(failedSignIns),
    ],
    [lockedAccounts > 0, 'locked_accounts', ({ health }) => health.alerts.lockedAccounts(lockedAccounts)],
    [
      administratorsWithoutPasskey > 0,
      'administrators_without_passkey',
      ({ health }) => health.alerts.noPasskey(administratorsWithoutPasskey),
    ],
  ];
  return alerts
    .filter(([condition]) => condition)
    .map(([, code, detail]) => ({ code, area: 'security', detail }) satisfies HealthAlert);
}
