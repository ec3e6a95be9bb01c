import { type RawBuilder, sql } from 'kysely';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

// Until all statements are fragments: converts between them and texts with bound parameters.

type Bind = (value: unknown) => string;

const compiler = new Kysely<unknown>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
});

/** The text of a fragment, whose values are bound to another statement. */
export function renderSql(fragment: RawBuilder<unknown>, bind: Bind): string {
  const { sql: text, parameters } = fragment.compile(compiler);
  const bound = parameters.map(bind);
  return text.replace(/\$(\d+)/g, (_parameter, number: string) => bound[Number(number) - 1]!);
}

/** The fragment of a text that is built with bound parameters. */
export function toFragment<T>(build: (bind: Bind) => string): RawBuilder<T> {
  const values: unknown[] = [];
  const text = build((value) => `$${values.push(value)}`);
  const parts = text.split(/\$(\d+)/).map((part, i) => (i % 2 ? sql.val(values[Number(part) - 1]) : sql.raw(part)));
  return sql<T>`${sql.join(parts, sql``)}`;
}
