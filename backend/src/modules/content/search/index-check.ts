import type { Check } from '../../../platform/database/reconciliation.js';
import type { SearchType } from './search-entry.js';

interface IndexedRows {
  /** of the check */
  name: string;
  type: SearchType;
  /** SQL for the rows (id, audience, author_id, category_id) that the index must have, and no others */
  sql: string;
  tables: string[];
}

/** For the reconcile command, which indexes missing rows after the repair. */
export function indexCheck({ name, type, sql, tables }: IndexedRows): Check {
  const differences = `
    select r.id, 'not in the index' as what
    from (${sql}) r
    where not exists (select 1 from search_entries e where e.type = '${type}' and e.id = r.id and e.part = 0)
    union all
    select e.id, 'in the index only'
    from search_entries e
    where e.type = '${type}' and e.part = 0 and not exists (select 1 from (${sql}) r where r.id = e.id)
    union all
    select e.id, 'in the index with another audience, author or category'
    from search_entries e join (${sql}) r on r.id = e.id
    where e.type = '${type}' and e.part = 0
      and (e.audience, e.author_id, e.category_id) is distinct from (r.audience, r.author_id, r.category_id)`;
  return {
    name,
    differences,
    tables: [...tables, 'search_entries'],
    repair: [`delete from search_entries e where e.type = '${type}' and e.id in (select m.id from (${differences}) m)`],
  };
}
