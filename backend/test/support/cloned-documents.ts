import { Reconciliation } from '../../src/platform/database/reconciliation.js';
import type { TestApp } from './test-app.js';

const copyId = (column: string) => `md5(${column}::text || n)::uuid`;

/**
 * Adds copies of a document with all that lists and searches read of it, but for its comments.
 * @returns a function that removes them
 */
export async function cloneDocument(hub: TestApp, id: string, count: number): Promise<() => Promise<void>> {
  const copies: [table: string, key: string, values: Record<string, string>][] = [
    ['content_items', 'id', { id: copyId('row.id'), slug: `row.slug || '-copy-' || n` }],
    ['documents', 'item_id', { item_id: copyId('row.item_id') }],
    ['search_entries', 'id', { id: copyId('row.id') }],
  ];
  for (const [table, key, values] of copies) {
    const columns = await hub.database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    await hub.database.query(
      `insert into ${table} (${names.join()}) select ${names.map((name) => values[name] ?? `row.${name}`).join()}
       from ${table} row cross join generate_series(1, $2::int) n where row.${key} = $1`,
      [id, count],
    );
  }
  await hub.get(Reconciliation).run({ fix: true });
  return async () => {
    const sql = `delete from content_items where id in (select ${copyId('$1')} from generate_series(1, $2::int) n)`;
    await hub.database.query(sql, [id, count]);
    await hub.get(Reconciliation).run({ fix: true });
  };
}
