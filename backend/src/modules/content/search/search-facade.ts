import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { plannedForValues } from '../../../platform/database/pg-dialect.js';
import { insertEntry, type SearchEntry, type SearchType, type SearchVisibility } from './search-entry.js';

/** A few ids, or a statement for the column id of many, so that they are not read into memory. */
type ItemIds = readonly string[] | RawBuilder<unknown>;

const isArray: (ids: ItemIds) => ids is readonly string[] = Array.isArray;
const isAmong = (ids: ItemIds): RawBuilder<boolean> =>
  isArray(ids) ? sql`id = any(${ids}::uuid[])` : sql`id in (${ids})`;

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
    await insertEntry(entry).execute(this.database.db);
    if (entry.isProvisional) this.database.afterCommit(this.provisionalEntryListener);
  }

  /** For a change of the audience that leaves the texts as they are. The caller holds the lock on the item. */
  async updateVisibility({ type, id, audience, at }: SearchVisibility): Promise<void> {
    await this.database.db
      .updateTable('search_entries')
      .set({ audience, at })
      .where('type', '=', type)
      .where('id', '=', id)
      .execute();
    this.cache.invalidate();
  }

  /** For a change of the category that leaves the texts as they are. The caller holds the locks on the items. */
  async moveTo(categoryId: string, type: SearchType, ids: ItemIds): Promise<void> {
    await this.database.db
      .updateTable('search_entries')
      .set({ category_id: categoryId })
      .where('type', '=', type)
      .where(isAmong(ids))
      .where('part', '=', sql.lit(0))
      .execute();
    this.cache.invalidate();
  }

  /**
   * For changes of addresses, categories and titles, where titles are those of other items and not searched. The
   * caller holds the locks on the items.
   * @param items a statement for the columns id, url, title and category_id
   */
  async relocate(type: SearchType, items: RawBuilder<unknown>): Promise<void> {
    // From one row to tens of thousands.
    await sql`
      update search_entries e
      set url = r.url, title = case e.part when 0 then r.title else e.title end,
          category_id = case e.part when 0 then r.category_id end
      from (${items}) r where e.type = ${type} and e.id = r.id`.execute(this.database.db.withPlugin(plannedForValues));
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
    await this.database.db.deleteFrom('search_entries').where('type', '=', type).where(isAmong(ids)).execute();
    // Each item that is published, changed or withdrawn passes here.
    this.cache.invalidate();
  }

  /** Registers the one listener that is called after an entry with a provisional text has been committed. */
  onProvisionalEntry(listener: () => void): void {
    this.provisionalEntryListener = listener;
  }
}
