import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Row } from '../../schema/index.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { DomainError, tooManyRequests } from '../errors/domain-error.js';
import { Jobs } from '../jobs/jobs.js';
import type { Localized } from '../language/texts.js';

export interface RateLimit {
  /** number of actions */
  limit: number;
  /** length of the window */
  windowSeconds: number;
  /** first sentence of the refusal */
  refusal?: Localized;
}

export type RateWindow = Pick<Row<'rate_limits'>, 'hits' | 'expires_at'>;

/**
 * Rate limits with fixed windows, counted in the database, so that all instances share them. A window begins with its
 * first action.
 */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    jobs: Jobs,
  ) {
    jobs.define('limits.sweep', () => this.sweep(), { cron: '7 * * * *' });
  }

  /** A limit per network address, multiplied by RATE_LIMIT_IP_FACTOR (for companies behind one address). */
  perAddress(limit: number): number {
    return Math.ceil(limit * this.config.env.RATE_LIMIT_IP_FACTOR);
  }

  /**
   * Counts one action.
   * @returns the actions of the window, this one included, and when the window ends
   * @throws 429 with the seconds until the window ends when the limit is reached; the refused action is not counted
   */
  async consume(key: string, { limit, windowSeconds, refusal }: RateLimit): Promise<RateWindow> {
    const now = Date.now();
    const { db } = this.database;
    const isOver = sql`r.expires_at <= excluded.window_start`;
    const { rows: taken } = await sql<RateWindow>`
      insert into rate_limits as r (key, window_start, hits, expires_at)
      values (${hash(key)}, ${new Date(now)}, 1, ${new Date(now + windowSeconds * 1000)})
      on conflict (key) do update set
        hits = case when ${isOver} then 1 else r.hits + 1 end,
        window_start = case when ${isOver} then excluded.window_start else r.window_start end,
        expires_at = case when ${isOver} then excluded.expires_at else r.expires_at end
        where ${isOver} or r.hits < ${limit}
      returning hits, expires_at`.execute(db);
    if (taken[0]) return taken[0];
    const window = await db
      .selectFrom('rate_limits')
      .select('expires_at')
      .where('key', '=', hash(key))
      .executeTakeFirst();
    throw limitExceeded(window?.expires_at.getTime() ?? now, now, refusal);
  }

  /**
   * Like {@link consume}, for optional actions.
   * @returns whether the action is allowed
   */
  async tryConsume(key: string, limit: RateLimit): Promise<boolean> {
    try {
      await this.consume(key, limit);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.status === 429) return false;
      throw error;
    }
  }

  /**
   * Checks a limit without counting, for limits that count only failures.
   * @throws 429 like {@link consume}
   */
  async check(key: string, { limit }: RateLimit): Promise<void> {
    const now = Date.now();
    const full = await this.database.db
      .selectFrom('rate_limits')
      .select('expires_at')
      .where('key', '=', hash(key))
      .where('hits', '>=', limit)
      .where('expires_at', '>', new Date(now))
      .executeTakeFirst();
    if (full) throw limitExceeded(full.expires_at.getTime(), now);
  }

  /** Ends the window of a key. */
  async reset(key: string): Promise<void> {
    await this.database.db.deleteFrom('rate_limits').where('key', '=', hash(key)).execute();
  }

  /** Deletes expired windows; called by a job. */
  async sweep(): Promise<void> {
    await this.database.db.deleteFrom('rate_limits').where('expires_at', '<', new Date()).execute();
  }
}

/** Keys contain email and network addresses, which are not stored in plain text. */
const hash = (key: string) => createHash('sha256').update(key).digest('base64url');

function limitExceeded(until: number, now: number, refusal: Localized = (texts) => texts.platform.tooManyAttempts) {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return tooManyRequests((texts) => {
    const { platform } = texts;
    const wait = seconds < 60 ? platform.seconds(seconds) : platform.minutes(Math.ceil(seconds / 60));
    return platform.waitTryAgain({ refusal: refusal(texts), wait });
  }, seconds);
}
