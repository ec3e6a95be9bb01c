import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from './database.js';

/** Stored totals of tables that are too large for COUNT. The commands that change rows also change the counter. */
@Injectable()
export class Counters {
  constructor(private readonly database: Database) {}

  /** Joins the caller's transaction. Call it last, because it locks the row of the counter until the commit. */
  async add(name: string, by: number): Promise<void> {
    if (by === 0) return;
    await this.database.db
      .insertInto('counters')
      .values({ name, n: by })
      .onConflict((key) => key.column('name').doUpdateSet({ n: sql<string>`counters.n + excluded.n` }))
      .execute();
  }

  /** Joins the caller's transaction, like {@link add}. */
  async delete(name: string): Promise<void> {
    await this.database.db.deleteFrom('counters').where('name', '=', name).execute();
  }

  async get(name: string): Promise<number> {
    const row = await this.database.db.selectFrom('counters').select('n').where('name', '=', name).executeTakeFirst();
    return Number(row?.n ?? 0);
  }
}

/**
 * A check for the reconcile command.
 * @param real SQL for one row with the column n, the true total
 * @param tables the tables that it counts
 */
export const counterCheck = (what: string, name: string, real: string, tables: string[]) => ({
  name: what,
  differences: `select s.n as stored, r.n as real
    from (${real}) r, (select coalesce(max(n), 0) as n from counters where name = '${name}') s
    where s.n <> r.n`,
  tables: [...tables, 'counters'],
  repair: [
    `insert into counters (name, n) select '${name}', r.n from (${real}) r
     on conflict (name) do update set n = excluded.n`,
  ],
});
