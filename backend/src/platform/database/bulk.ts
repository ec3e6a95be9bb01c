import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import utils from 'pg/lib/utils.js';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** The literal of a PostgreSQL array, as the driver writes it: each element is quoted, so that null is a word. */
export const toArrayLiteral = (values: readonly unknown[]): string => String(utils.prepareValue(values));

const CHUNK_LENGTH = 64 * 1024;

/** Writes many rows without entities, for seeds and bulk repairs only. */
export class Bulk {
  constructor(private readonly client: pg.Client) {}

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(sql, values)).rows;
  }

  /** Streams rows into a table by COPY; null stays null, objects become JSON, lists of texts arrays. */
  async copy(table: string, columns: readonly string[], rows: Iterable<readonly unknown[]>): Promise<void> {
    const stream = this.client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(lines(rows)), stream);
  }
}

/** Many lines at once, since each chunk is a write to the connection. */
function* lines(rows: Iterable<readonly unknown[]>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${row.map(field).join('\t')}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  return toText(value).replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
}

function toText(value: NonNullable<unknown>): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return toArrayLiteral(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

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
