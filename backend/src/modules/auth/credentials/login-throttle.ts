import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import type { Client } from '../../../platform/http/request/request.js';
import { type RateLimit, RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { FailedSignIns } from './failed-sign-ins.js';

export interface LoginAttempt {
  client: Client;
  /** the account where it is known: the email address as the database compares it */
  account?: string | undefined;
}

const QUARTER_HOUR = 900;
const accountLimit: RateLimit = { limit: 10, windowSeconds: QUARTER_HOUR };

/**
 * Counts failed sign-ins per account and per network address, for all kinds of credentials. Above the limit, valid
 * credentials are refused as well.
 */
@Injectable()
export class LoginThrottle {
  constructor(
    private readonly rateLimiter: RateLimiter,
    private readonly database: Database,
    private readonly failures: FailedSignIns,
  ) {}

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

  private async recordFailure(limits: [string, RateLimit][], account: string | undefined): Promise<void> {
    await this.failures.record();
    for (const [key, limit] of limits) {
      const { hits, expires_at } = await this.rateLimiter.consume(key, limit);
      if (account !== undefined && key === accountKey(account) && hits === limit.limit)
        await this.failures.recordLockout(account, expires_at);
    }
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
    await this.failures.deleteLockout(userId);
  }
}

const accountKey = (email: string) => `sign-in:${email}`;
