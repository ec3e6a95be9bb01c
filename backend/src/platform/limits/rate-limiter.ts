import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { DomainError, tooManyRequests } from '../http/errors/domain-error.js';

export interface RateLimit {
  /** how many acts */
  limit: number;
  /** in a window of so many seconds */
  windowSeconds: number;
}

/** Budgets of acts, counted in the database so that several instances share them. A window begins with its first act. */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** A budget per network address, as the configuration stretches it (a company behind one address needs more). */
  perAddress(limit: number): number {
    return Math.ceil(limit * this.config.env.RATE_LIMIT_IP_FACTOR);
  }

  /** Uses up one act. @throws 429 with the seconds until the window ends when none is left; a refused act is not counted */
  async consume(key: string, { limit, windowSeconds }: RateLimit): Promise<void> {
    const now = Date.now();
    const over = 'r.expires_at <= excluded.window_start';
    const taken = await this.database.one(
      `insert into rate_limits as r (key, window_start, hits, expires_at) values ($1, $2, 1, $3)
       on conflict (key) do update set
         hits = case when ${over} then 1 else r.hits + 1 end,
         window_start = case when ${over} then excluded.window_start else r.window_start end,
         expires_at = case when ${over} then excluded.expires_at else r.expires_at end
         where ${over} or r.hits < $4
       returning hits`,
      [hash(key), new Date(now), new Date(now + windowSeconds * 1000), limit],
    );
    if (taken) return;
    const window = await this.database.one<{ expires_at: Date }>('select expires_at from rate_limits where key = $1', [
      hash(key),
    ]);
    throw limitExceeded(window?.expires_at.getTime() ?? now, now);
  }

  /** As {@link consume}, for acts that may just be left out. @returns whether one was left */
  async tryConsume(key: string, budget: RateLimit): Promise<boolean> {
    try {
      await this.consume(key, budget);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.status === 429) return false;
      throw error;
    }
  }

  /** Whether an act is left, without using one up; for budgets that count only what fails. @throws 429 like {@link consume} */
  async check(key: string, { limit }: RateLimit): Promise<void> {
    const now = Date.now();
    const full = await this.database.one<{ expires_at: Date }>(
      'select expires_at from rate_limits where key = $1 and hits >= $2 and expires_at > $3',
      [hash(key), limit, new Date(now)],
    );
    if (full) throw limitExceeded(full.expires_at.getTime(), now);
  }

  /** Begins anew with a full budget. */
  async reset(key: string): Promise<void> {
    await this.database.query('delete from rate_limits where key = $1', [hash(key)]);
  }

  /** Windows that are over. @returns nothing; run now and then by a job */
  async sweep(): Promise<void> {
    await this.database.query('delete from rate_limits where expires_at < $1', [new Date()]);
  }
}

/** Keys hold e-mail and network addresses, which have no place in plain text here. */
const hash = (key: string) => createHash('sha256').update(key).digest('base64url');

function limitExceeded(until: number, now: number) {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return tooManyRequests(`Too many attempts. Please wait ${waitingTime(seconds)} and try again.`, seconds);
}

function waitingTime(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
