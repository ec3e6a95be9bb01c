import DataLoader from 'dataloader';
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../schema/index.js';

class Parameter {
  constructor(readonly name: string) {}
}

/** The values of one call, as expressions. */
type Parameters<Values> = { readonly [Name in keyof Values]-?: RawBuilder<Values[Name]> };

const parameters = new Proxy({}, { get: (_target, name) => sql.val(new Parameter(String(name))) });

/** A builder or a template; Kysely's Compilable does not check its rows. */
type Statement<Row> = { compile(): CompiledQuery; execute(): Promise<Row[]> } | RawBuilder<Row>;

/**
 * A hot read whose text is compiled once per process instead of once per call.
 * @param build must not look at the values, which it gets as expressions
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Schema>, values: Parameters<Values>) => Statement<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery | undefined;
  return async (db, values) => {
    compiled ??= build(db, parameters as Parameters<Values>).compile(db);
    const own = compiled.parameters.map((value) =>
      value instanceof Parameter ? (values as Record<string, unknown>)[value.name] : value,
    );
    return (await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, own))).rows;
  };
}

/**
 * Batches reads by key: all calls of one event-loop turn share one statement. Results are not cached.
 * @param find may get duplicate keys; unknown keys are missing in its result
 * @param maxBatchSize keys per statement
 */
export function createBatchLoader<Value>(
  find: (keys: readonly string[]) => Promise<Map<string, Value>>,
  maxBatchSize = 100,
): (key: string) => Promise<Value | undefined> {
  const findAll = async (keys: readonly string[]) => {
    const found = await find(keys);
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader(findAll, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => setImmediate(dispatch),
  });
  return (key) => loader.load(key);
}
