import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from '../../src/schema/index.js';

interface Connected {
  readonly db: Kysely<Schema>;
}
type RunText = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Statements as texts: tests look at rows as an operator would. */
export type WithTexts<Database extends Connected> = Database & {
  query: RunText;
  /** the first row */
  one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
};

export function withTexts<Database extends Connected>(database: Database): WithTexts<Database> {
  const query: RunText = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await database.db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  return Object.assign(database, {
    query,
    one: async <Row extends object>(text: string, values?: readonly unknown[]) => (await query<Row>(text, values))[0],
  });
}
