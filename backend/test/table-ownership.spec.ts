import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { moduleTables } from '../src/modules.js';

/** Which module's SQL may use which tables: its own, which it declares for backups. Auth joins roles. */
const owners: Record<string, string[]> = Object.fromEntries(
  Object.entries(moduleTables).map(([module, { kept, excluded }]) => [module, [...kept, ...Object.keys(excluded)]]),
);
owners['auth']?.push('roles');

/** The view of users, and the table of Counters. */
const open = ['people', 'counters'];

/** Follow verbs such as "update" in descriptions of the API. */
const articles = new Set(['a', 'an', 'the']);

const modules = join(import.meta.dirname, '../src/modules');
const sources = (module: string) =>
  readdirSync(join(modules, module), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
  );

/** Tables after from, join, into and update in statements of a source, and those that it gives to the builder. */
function tablesIn(source: string, elsewhere: ReadonlySet<string> = new Set()): string[] {
  const sql = sqlIn(source);
  const named = namedIn(source);
  const calls = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|from|using|\w+Join)\(\s*\[?\s*'(\w+)/g;
  return [
    ...sql.matchAll(/(?<!distinct )\b(?:from|join|into|update)\s+(?:only\s+)?([a-z_]+)\b(?!\s*\()/gi),
    ...source.matchAll(calls),
  ]
    .map(([, table]) => table?.toLowerCase() ?? '')
    .filter((table) => !articles.has(table) && !named.has(table) && !elsewhere.has(table));
}

/** Names of common table expressions; a statement may be composed in several files. */
const namedIn = (source: string) =>
  new Set(
    [
      ...sqlIn(source).matchAll(/(\w+)(?:\s*\([\w, ]*\))?\s+as\s+(?:materialized\s+)?\(/gi),
      ...source.matchAll(/\.with(?:Recursive)?\(\s*'(\w+)/g),
    ].map(([, name]) => name?.toLowerCase() ?? ''),
  );

function sqlIn(source: string): string {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const literals = code.match(/`[^`]*`|'[^'\n]*'/g) ?? [];
  return literals.filter((text) => /\b(select|insert into|update|delete from|join)\b/i.test(text)).join('\n');
}

/** Words of SQL, and the catalog of PostgreSQL, which belongs to no module. */
const notTables = new Set([
  'generate_series',
  'of',
  'nowait',
  'skip',
  'select',
  'set',
  'values',
  'lateral',
  'pg_class',
]);

test('the SQL of a module stays within its own tables', () => {
  const strangers: string[] = [];
  let seen = 0;
  for (const module of readdirSync(modules)) {
    const allowed = new Set([...(owners[module] ?? []), ...open]);
    const files = sources(module).map((file) => ({ file, source: readFileSync(join(modules, module, file), 'utf8') }));
    const named = new Set(
      files
        .flatMap(({ source }) => [...namedIn(source)])
        .filter((name) => !Object.values(owners).flat().includes(name)),
    );
    for (const { file, source } of files) {
      for (const table of tablesIn(source, named)) {
        if (notTables.has(table)) continue;
        seen++;
        if (!allowed.has(table)) strangers.push(`${module}/${file}: ${table}`);
      }
    }
  }
  expect(strangers).toEqual([]);
  expect(seen).toBeGreaterThan(20);
});

test('the check detects tables of other modules', () => {
  expect(tablesIn("query('select id from users u join sessions s on true')")).toEqual(['users', 'sessions']);
  const built =
    "db.with('own', (q) => q.selectFrom('users as u')).selectFrom('own').leftJoin('sessions as s', 's.id', 'u.id')";
  expect(tablesIn(built)).toEqual(['users', 'sessions']);
});
