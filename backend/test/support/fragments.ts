import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

const compiler = new Kysely<unknown>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
});

/** The text of a fragment and its values, without a database. */
export function compileFragment(fragment: RawBuilder<unknown>): { sql: string; parameters: readonly unknown[] } {
  const { sql, parameters } = fragment.compile(compiler);
  return { sql, parameters };
}
