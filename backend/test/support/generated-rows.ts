import type pg from 'pg';
import { type CheckConstraint, type ColumnInfo, readTables, type TableInfo } from './schema-catalog.js';

/*
 * Rows for every table of any schema, made from the catalog: they satisfy types, required columns, foreign keys, unique
 * indexes and check constraints, but not the rules that only the application knows.
 */

const ROWS_PER_TABLE = 3;
/** Combinations of values that are tried for one row. */
const MAX_ATTEMPTS = 500;

/** A parameter of the insert; `undefined` leaves the column to its default. */
type Value = unknown;

const DAY_MS = 24 * 3600_000;
const past = (row: number) => new Date(Date.UTC(2026, 10, 20) - row * DAY_MS);

/** @param column with its table, so that ids differ between tables */
const byType: Record<string, (column: string, row: number) => Value[]> = {
  text: (column, row) => [`${column} ${row}`, 'f'.repeat(60) + String(row).padStart(4, '0')],
  citext: (column, row) => [`${column}-${row}@example.org`],
  'character varying': (column, row) => [`${column} ${row}`],
  uuid: (column, row) => [uuidOf(column, row)],
  boolean: (_column, row) => [row % 2 === 1, row % 2 === 0],
  integer: (_column, row) => [row + 1, 0],
  smallint: (_column, row) => [row + 1, 0],
  bigint: (_column, row) => [row + 1, 0],
  'double precision': (_column, row) => [row + 0.5],
  real: (_column, row) => [row + 0.5],
  numeric: (_column, row) => [row + 0.5],
  date: (_column, row) => [past(row)],
  'timestamp with time zone': (_column, row) => [past(row)],
  jsonb: (_column, row) => [JSON.stringify({ row }), '[]'],
  json: (_column, row) => [JSON.stringify({ row }), '[]'],
  'text[]': (column, row) => [[`${column} ${row}`], []],
  'uuid[]': (column, row) => [[uuidOf(column, row)], []],
  tsvector: (_column, row) => [`'word${row}':1`],
  bytea: (_column, row) => [Buffer.from([row])],
};

/** Columns whose format only the application knows, and a migration relies on. */
const byColumn: Record<string, (row: number) => Value[]> = {
  'view_days.viewer_key': (row) => [row % 2 ? uuidOf('viewer', row) : `guest:${row}`],
  'thread_view_days.viewer_key': (row) => [row % 2 ? uuidOf('viewer', row) : `guest:${row}`],
};

/** Like the ids of the application, which are UUIDv7. */
function uuidOf(column: string, row: number): string {
  const hash = [...column].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffff_ffff, 7);
  return `0198c2f0-${String(row).padStart(4, '0')}-7000-8000-${hash.toString(16).padStart(12, '0')}`;
}

/**
 * Adds rows to every table.
 * @param round differs between calls, so that the rows of each are new ones
 * @returns the tables that no row could be added to: their unique keys allow no further one
 * @throws for a table that stays empty
 */
export async function addRowsToAllTables(client: pg.Client, round: number): Promise<string[]> {
  const full: string[] = [];
  for (const table of inOrder(await readTables(client))) {
    let added = 0;
    for (let row = 0; row < ROWS_PER_TABLE; row++)
      if (await new RowMaker(client, table, round * ROWS_PER_TABLE + row).insert()) added++;
    if (added) continue;
    full.push(table.name);
    const { rowCount } = await client.query(`select from "${table.name}" limit 1`);
    if (!rowCount) throw new Error(`No row of ${table.name} could be made.`);
  }
  return full;
}

/** Tables that a row needs rows of. */
const neededBy = ({ name, foreignKeys, columns }: TableInfo): string[] =>
  foreignKeys
    .filter((key) => key.table !== name && key.columns.some((column) => isRequired(columns, column)))
    .map((key) => key.table);

/** Tables after those that they need rows of. */
function inOrder(tables: readonly TableInfo[]): TableInfo[] {
  const ordered: TableInfo[] = [];
  for (let left = [...tables]; left.length;) {
    const placed = new Set(ordered.map(({ name }) => name));
    const next = left.filter((table) => neededBy(table).every((name) => placed.has(name)));
    if (!next.length) throw new Error(`Tables need rows of each other: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

const isRequired = (columns: readonly ColumnInfo[], name: string) =>
  columns.some((column) => column.name === name && column.isRequired);

/** Makes one row: the first combination of values that no constraint refuses. */
class RowMaker {
  private readonly candidates = new Map<string, Value[]>();
  private readonly chosen = new Map<string, number>();

  constructor(
    private readonly client: pg.Client,
    private readonly table: TableInfo,
    private readonly row: number,
  ) {}

  private get isFirst(): boolean {
    return this.row % ROWS_PER_TABLE === 0;
  }

  /** @returns false when no values make a further row */
  async insert(): Promise<boolean> {
    for (const column of this.table.columns)
      if (!column.isGenerated) this.candidates.set(column.name, this.listCandidates(column));
    for (const key of this.table.foreignKeys) if (!(await this.refer(key))) return false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const refused = await this.tryInsert();
      if (refused === undefined) return true;
      if (refused.length === 0 || !this.advance(refused)) return false;
    }
    return false;
  }

  private listCandidates({ name, type, isRequired: required, hasDefault }: ColumnInfo): Value[] {
    const label = `${this.table.name}.${name}`;
    const values = byColumn[label]?.(this.row) ?? byType[type]?.(label, this.row);
    if (!values) throw new Error(`There are no values for the type ${type} of ${label}.`);
    const isArray = type.endsWith('[]');
    const literals = /^(?:text|citext|character varying)/.test(type)
      ? this.table.checks.filter(({ columns }) => columns.includes(name)).flatMap(literalsOf)
      : [];
    const allowed = isArray ? [...literals.map((literal) => [literal]), ...values] : [...literals, ...values];
    // The first row has as few values as possible.
    const empty = [...(hasDefault ? [undefined] : []), ...(required ? [] : [null])];
    const rotated = [...allowed.slice(this.row % allowed.length), ...allowed.slice(0, this.row % allowed.length)];
    const all = literals.length ? rotated : allowed;
    return this.isFirst ? [...empty, ...all] : [...all, ...empty];
  }

  /** Takes the values of a foreign key from a row that exists. @returns false when a required one has none */
  private async refer({ columns, table, references }: TableInfo['foreignKeys'][number]): Promise<boolean> {
    const referenced = references.map((name) => `"${name}"`).join(', ');
    const { rows } = await this.client.query<Record<string, unknown>>(
      `select ${referenced} from "${table}" order by 1 desc limit ${ROWS_PER_TABLE}`,
    );
    const required = columns.some((name) => isRequired(this.table.columns, name));
    if (!rows.length && required) return false;
    const turned = rows.length ? [...rows.slice(this.row % rows.length), ...rows.slice(0, this.row % rows.length)] : [];
    for (const [place, name] of columns.entries()) {
      const values = turned.map((found) => found[references[place] ?? '']);
      const isEmpty = !isRequired(this.table.columns, name);
      this.candidates.set(name, isEmpty && this.isFirst ? [null, ...values] : [...values, ...(isEmpty ? [null] : [])]);
    }
    return true;
  }

  /** @returns the columns of the constraint that refused the row; undefined when it was inserted */
  private async tryInsert(): Promise<string[] | undefined> {
    const given = [...this.candidates]
      .map(([name, values]) => [name, values[this.chosen.get(name) ?? 0]] as const)
      .filter(([, value]) => value !== undefined);
    const columns = given.map(([name]) => `"${name}"`).join(', ');
    const places = given.map((_value, place) => `$${place + 1}`).join(', ');
    try {
      await this.client.query(
        `insert into "${this.table.name}" (${columns}) values (${places})`,
        given.map(([, value]) => value),
      );
      return undefined;
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code === '23514') return this.table.checks.find(({ name }) => name === constraint)?.columns ?? [];
      if (code === '23505') return this.uniqueColumns(constraint ?? '');
      throw error;
    }
  }

  /** The columns of the index, of its expressions and of its condition. */
  private async uniqueColumns(index: string): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `select a.attname as name
       from pg_index i
       join pg_class c on c.oid = i.indexrelid
       join pg_attribute a on a.attrelid = i.indrelid and (
         a.attnum = any(i.indkey) or exists (
           select 1 from pg_depend d
           where d.objid = c.oid and d.refobjid = i.indrelid and d.refobjsubid = a.attnum
         ))
       where c.relname = $1`,
      [index],
    );
    return rows.map(({ name }) => name);
  }

  /** Takes the next combination of values of these columns. @returns false after the last one */
  private advance(columns: readonly string[]): boolean {
    for (const name of columns) {
      const values = this.candidates.get(name);
      if (!values) continue;
      const next = (this.chosen.get(name) ?? 0) + 1;
      this.chosen.set(name, next % values.length);
      if (next < values.length) return true;
    }
    return false;
  }
}

/** Values that a constraint names: `status in ('DRAFT', 'PUBLISHED')`, `scopes <@ '{read,write}'`. */
function literalsOf({ definition }: CheckConstraint): string[] {
  const literals = [...definition.matchAll(/'([^']*)'::text/g)].map(([, literal = '']) => literal);
  return literals.flatMap((literal) => literal.replace(/^\{|\}$/g, '').split(','));
}
