import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { FORMAT, type SearchEntry, type SearchType } from './search-index.service.js';
import type { SearchDetails } from './search.dto.js';
import type { Check } from '../../../platform/database/reconciliation.js';

/** Items of a source that have no entry in the current format. */
export interface UnindexedItems {
  /** ascending; empty after the last item */
  ids: string[];
  /** how many of them cannot be indexed now, because their texts are not parsed */
  postponed: number;
  /**
   * Locks the items in the caller's transaction and builds their entries. Skips items that another transaction has
   * locked, because that transaction writes their entries.
   */
  lockEntries: () => Promise<SearchEntry[]>;
}

/** What search needs to know of one type of result; its module registers it. */
export interface SearchSource {
  readonly type: SearchType;

  /** What results show in addition to their text. Items that the actor may not see are missing. */
  findDetails(ids: string[], actor: Actor): Promise<Map<string, SearchDetails>>;

  /** The next unindexed items after `afterId`. Runs outside a transaction, so it may wait for a parser. */
  findUnindexed(afterId: string, limit: number): Promise<UnindexedItems>;

  /** whether its titles complete a search text; they do when omitted */
  readonly isSuggested?: boolean;

  /** a statement for the points that rank helpful items higher; items without a row have no points */
  readonly selectPoints?: RawBuilder<{ id: string; points: number }>;

  /** a statement for the files that its items show: (id, file_id); their texts are then found with the items */
  readonly selectFiles?: RawBuilder<{ id: string; file_id: string }>;

  /** for items that can be mentioned: an expression for the handle of the item with this id */
  selectHandle?(id: RawBuilder<string>): RawBuilder<string>;
}

/** Registered by each module that has something to find, while modules initialise. */
@Injectable()
export class SearchSourceRegistry {
  private readonly sources = new Map<SearchType, SearchSource>();

  register(source: SearchSource): void {
    if (this.sources.has(source.type)) throw new Error(`The search source "${source.type}" is registered twice.`);
    this.sources.set(source.type, source);
  }

  get all(): SearchSource[] {
    return [...this.sources.values()];
  }

  get types(): SearchType[] {
    return [...this.sources.keys()];
  }

  /** The files of the items of these types, as a statement for (type, id, file_id). */
  selectFiles(types: readonly SearchType[]): RawBuilder<unknown> {
    const statements = this.all.flatMap(({ type, selectFiles }) =>
      selectFiles && types.includes(type)
        ? [sql`select ${sql.lit(type)} as type, f.id, f.file_id from (${selectFiles}) f`]
        : [],
    );
    return statements.length
      ? sql.join(statements, sql` union all `)
      : sql`select null::text as type, null::uuid as id, null::uuid as file_id where false`;
  }

  /** The types whose titles complete a search text. */
  get suggestedTypes(): SearchType[] {
    return this.all.filter(({ isSuggested = true }) => isSuggested).map(({ type }) => type);
  }
}

/** Whether the item with the id in a column has an entry in the current format. */
export const hasCurrentEntry = (type: SearchType, id: string): RawBuilder<boolean> =>
  sql`exists (select 1 from search_entries e
     where e.type = ${sql.lit(type)} and e.id = ${sql.ref(id)} and e.part = 0 and e.format = ${sql.lit(FORMAT)})`;

interface IndexedRows {
  /** of the check */
  name: string;
  type: SearchType;
  /** SQL for the rows (id, audience, author_id, category_id) that the index must have, and no others */
  sql: string;
  tables: string[];
}

/** For the reconcile command, which indexes missing rows after the repair. */
export function createIndexCheck({ name, type, sql: rows, tables }: IndexedRows): Check {
  const differences = `
    select r.id, 'not in the index' as what
    from (${rows}) r
    where not exists (select 1 from search_entries e where e.type = '${type}' and e.id = r.id and e.part = 0)
    union all
    select e.id, 'in the index only'
    from search_entries e
    where e.type = '${type}' and e.part = 0 and not exists (select 1 from (${rows}) r where r.id = e.id)
    union all
    select e.id, 'in the index with another audience, author or category'
    from search_entries e join (${rows}) r on r.id = e.id
    where e.type = '${type}' and e.part = 0
      and (e.audience, e.author_id, e.category_id) is distinct from (r.audience, r.author_id, r.category_id)`;
  return {
    name,
    differences,
    tables: [...tables, 'search_entries'],
    repair: [`delete from search_entries e where e.type = '${type}' and e.id in (select m.id from (${differences}) m)`],
  };
}
