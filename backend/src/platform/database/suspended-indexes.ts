import type { Bulk } from './bulk.js';

interface Definition {
  name: string;
  table: string;
  definition: string;
}

/**
 * Drops the indexes, unique constraints and foreign keys of tables, because making them anew is faster than keeping
 * them while millions of rows are added. Primary keys stay. To be used in one transaction, so that a failure keeps
 * them; the tables are locked until its end.
 */
export class SuspendedIndexes {
  private constructor(
    private readonly bulk: Bulk,
    private readonly indexes: readonly Definition[],
    private readonly constraints: readonly Definition[],
  ) {}

  static async of(bulk: Bulk, tables: readonly string[]): Promise<SuspendedIndexes> {
    // Foreign keys come last, since they are checked by indexes.
    const constraints = await bulk.query<Definition>(
      `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
       from pg_constraint where conrelid = any($1::regclass[]) and contype in ('u', 'f')
       order by contype = 'f', conname`,
      [tables],
    );
    const indexes = await bulk.query<Definition>(
      `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
              pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
       where i.indrelid = any($1::regclass[]) and not i.indisprimary
         and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype = 'u')
       order by i.indexrelid`,
      [tables],
    );
    for (const { name, table } of constraints) await bulk.query(`alter table ${table} drop constraint ${name}`);
    for (const { name } of indexes) await bulk.query(`drop index ${name}`);
    return new SuspendedIndexes(bulk, indexes, constraints);
  }

  /** @yields the name of each, before it is made */
  async *restore(): AsyncGenerator<string> {
    for (const { name, definition } of this.indexes) {
      yield name;
      await this.bulk.query(definition);
    }
    for (const { name, table, definition } of this.constraints) {
      yield name;
      await this.bulk.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  }
}
