import { Injectable } from '@nestjs/common';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import {
  insertEntries,
  insertWords,
  newWordsOf,
  rowsOf,
  type SearchEntry,
  type SearchType,
  type SearchVisibility,
} from './search-entry.js';

/** SQL for the column id of items, over tables of their module; its parameters begin at $1. */
export interface ItemsSql {
  sql: string;
  parameters: readonly unknown[];
}

/** A few ids, or SQL for many, so that they are not read into memory. */
type ItemIds = readonly string[] | ItemsSql;

const isSql = (ids: ItemIds): ids is ItemsSql => 'sql' in ids;
const toSql = (ids: ItemIds): ItemsSql => (isSql(ids) ? ids : { sql: 'select unnest($1::uuid[])', parameters: [ids] });

/** Writes the search index. All commands join the caller's transaction. */
@Injectable()
export class SearchFacade {
  private provisionalEntryListener = (): void => undefined;

  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
  ) {}

  /** Adds or replaces the entry of an item. The caller holds the lock on the item. */
  async put(entry: SearchEntry): Promise<void> {
    await this.remove(entry.type, entry.id);
    await this.add(entry);
  }

  /** Adds the entry of a new item. The caller invalidates the cache. */
  async add(entry: SearchEntry): Promise<void> {
    await this.database.query(`with entry as (${insertEntries('$1')}) ${insertWords('unnest($2::text[])')}`, [
      JSON.stringify(rowsOf(entry)),
      newWordsOf(entry),
    ]);
    if (entry.isProvisional) this.database.afterCommit(this.provisionalEntryListener);
  }

  /** For a change of the audience that leaves the texts as they are. The caller holds the lock on the item. */
  async updateVisibility({ type, id, audience, at }: SearchVisibility): Promise<void> {
    await this.database.query('update search_entries set audience = $3, at = $4 where type = $1 and id = $2', [
      type,
      id,
      audience,
      at,
    ]);
    this.cache.invalidate();
  }

  /** For a change of the category that leaves the texts as they are. The caller holds the locks on the items. */
  async moveTo(categoryId: string, type: SearchType, ids: ItemIds): Promise<void> {
    const { sql, parameters } = toSql(ids);
    const n = parameters.length;
    await this.database.query(
      `update search_entries set category_id = $${n + 2} where type = $${n + 1} and id in (${sql}) and part = 0`,
      [...parameters, type, categoryId],
    );
    this.cache.invalidate();
  }

  /**
   * For changes of addresses, categories and titles, where titles are those of other items and not searched. The
   * caller holds the locks on the items.
   * @param items SQL for the columns id, url, title and category_id
   */
  async relocate(type: SearchType, { sql, parameters }: ItemsSql): Promise<void> {
    // From one row to tens of thousands.
    await this.database.queryPlanned(
      `update search_entries e
       set url = r.url, title = case e.part when 0 then r.title else e.title end,
           category_id = case e.part when 0 then r.category_id end
       from (${sql}) r where e.type = $${parameters.length + 1} and e.id = r.id`,
      [...parameters, type],
    );
    this.cache.invalidate();
  }

  /** Has missing entries added in the background, where there are too many for the caller's transaction. */
  addMissingInBackground(): void {
    this.database.afterCommit(this.provisionalEntryListener);
  }

  async remove(type: SearchType, id: string): Promise<void> {
    await this.removeAll(type, [id]);
  }

  async removeAll(type: SearchType, ids: ItemIds): Promise<void> {
    const { sql, parameters } = toSql(ids);
    await this.database.query(`delete from search_entries where type = $${parameters.length + 1} and id in (${sql})`, [
      ...parameters,
      type,
    ]);
    // Each item that is published, changed or withdrawn passes here.
    this.cache.invalidate();
  }

  /** Registers the one listener that is called after an entry with a provisional text has been committed. */
  onProvisionalEntry(listener: () => void): void {
    this.provisionalEntryListener = listener;
  }
}
