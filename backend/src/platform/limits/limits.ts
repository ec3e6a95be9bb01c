import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { tooManyRequests } from '../http/domain-error.js';

export interface Budget {
  /** how many acts */
  limit: number;
  /** in a window of so many seconds */
  windowSeconds: number;
}

/** Budgets of acts, counted in the database so that several instances share them. Windows are fixed, not sliding. */
@Injectable()
export class Limits {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** A budget per network address, as the configuration stretches it (a company behind one address needs more). */
  perAddress(limit: number): number {
    return Math.ceil(limit * this.config.env.RATE_LIMIT_IP_FACTOR);
  }

  /** Uses up one act. @throws 429 with the seconds until the window ends when none is left; a refused act is not counted */
  async take(key: string, { limit, windowSeconds }: Budget): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const started = now - (now % windowSeconds);
    const taken = await this.database.one(
      `insert into rate_limits as r (key, window_start, hits, expires_at) values ($1, to_timestamp($2), 1, to_timestamp($3))
       on conflict (key) do update set
         hits = case when r.window_start = excluded.window_start then r.hits + 1 else 1 end,
         window_start = excluded.window_start, expires_at = excluded.expires_at
         where r.window_start <> excluded.window_start or r.hits < $4
       returning hits`,
      [hash(key), started, started + windowSeconds, limit],
    );
    if (!taken) {
      throw tooManyRequests(`Too many attempts. Please wait ${waitingTime(started + windowSeconds - now)} and try again.`, started + windowSeconds - now);
    }
  }

  /** Gives one act back, for budgets that count only failures: taken before the attempt, returned when it succeeds. */
  async giveBack(key: string): Promise<void> {
    await this.database.query('update rate_limits set hits = greatest(hits - 1, 0) where key = $1', [hash(key)]);
  }

  /** Windows that are over. @returns nothing; run now and then by a job */
  async sweep(): Promise<void> {
    await this.database.query('delete from rate_limits where expires_at < $1', [new Date()]);
  }
}

/** Keys hold e-mail and network addresses, which have no place in plain text here. */
const hash = (key: string) => createHash('sha256').update(key).digest('base64url');

function waitingTime(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
