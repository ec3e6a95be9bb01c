import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

/** Totals of what grows too large to be counted, kept by those who change it. */
@Injectable()
export class Counters {
  constructor(private readonly database: Database) {}

  /** Joins the caller's transaction, best as its last act: all who change this total wait for each other here. */
  async add(name: string, by: number): Promise<void> {
    if (by === 0) return;
    await this.database.query(
      'insert into counters as c (name, n) values ($1, $2) on conflict (name) do update set n = c.n + excluded.n',
      [name, by],
    );
  }

  async get(name: string): Promise<number> {
    const row = await this.database.one<{ n: string }>('select n from counters where name = $1', [name]);
    return Number(row?.n ?? 0);
  }
}

/** A check for the reconcile command. @param real SQL for one row with the column n, the true total; @param tables which it counts */
export const counterCheck = (what: string, name: string, real: string, tables: string[]) => ({
  name: what,
  differences: `select coalesce((select n from counters where name = '${name}'), 0) as stored, r.n as real from (${real}) r where coalesce((select n from counters where name = '${name}'), 0) <> r.n`,
  tables: [...tables, 'counters'],
  repair: [
    `insert into counters (name, n) select '${name}', r.n from (${real}) r on conflict (name) do update set n = excluded.n`,
  ],
});
