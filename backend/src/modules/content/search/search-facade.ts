import { Injectable } from '@nestjs/common';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import {
  insertEntries,
  insertWords,
  newWordsOf,
  PROVISIONAL_FORMAT,
  rowsOf,
  type SearchEntry,
  type SearchType,
  type SearchVisibility,
} from './search-entry.js';

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
    await this.database.query(insertEntries('$1'), [JSON.stringify(rowsOf(entry))]);
    await this.database.query(insertWords('unnest($1::text[])'), [newWordsOf(entry)]);
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
    await this.cache.invalidate();
  }

  /** For a change of the category that leaves the texts as they are. The caller holds the locks on the items. */
  async moveTo(categoryId: string, type: SearchType, ids: readonly string[]): Promise<void> {
    await this.database.query(
      'update search_entries set category_id = $3 where type = $1 and id = any($2::uuid[]) and part = 0',
      [type, ids, categoryId],
    );
    await this.cache.invalidate();
  }

  /** Has entries rebuilt in the background, because their titles changed. */
  async markOutdated(type: SearchType, ids: readonly string[]): Promise<void> {
    if (!ids.length) return;
    await this.database.query(
      `update search_entries set format = ${PROVISIONAL_FORMAT} where type = $1 and id = any($2::uuid[])`,
      [type, ids],
    );
    this.database.afterCommit(this.provisionalEntryListener);
  }

  /** Has missing entries added in the background, where there are too many for the caller's transaction. */
  addMissingInBackground(): void {
    this.database.afterCommit(this.provisionalEntryListener);
  }

  async remove(type: SearchType, id: string): Promise<void> {
    await this.removeAll(type, [id]);
  }

  async removeAll(type: SearchType, ids: readonly string[]): Promise<void> {
    await this.database.query('delete from search_entries where type = $1 and id = any($2::uuid[])', [type, ids]);
    // Each item that is published, changed or withdrawn passes here.
    await this.cache.invalidate();
  }

  /** Registers the one listener that is called after an entry with a provisional text has been committed. */
  onProvisionalEntry(listener: () => void): void {
    this.provisionalEntryListener = listener;
  }
}
