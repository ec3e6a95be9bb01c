import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { toArrayLiteral } from './array-literal.js';

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
  return textOf(value).replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
}

function textOf(value: NonNullable<unknown>): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return toArrayLiteral(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
