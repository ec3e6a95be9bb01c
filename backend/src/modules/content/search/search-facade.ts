import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { SharedReads } from '../../../platform/http/shared-reads.js';
import type { SearchEntry, SearchType } from './search-entry.js';
import { insertEntries, insertWords, newWordsOf, rowsOf } from './search-rows.js';
import type { SearchDetails } from './search.dto.js';

/** Asks a module for what a result shows besides its text. What the asking person may not see is left out. */
export type DetailsOf = (ids: string[], actor: Actor) => Promise<Map<string, SearchDetails>>;

/** The search index, for every module that has something to be found. Writing joins the caller's transaction. */
@Injectable()
export class SearchFacade {
  private readonly sources = new Map<SearchType, DetailsOf>();

  constructor(
    private readonly database: Database,
    private readonly reads: SharedReads,
  ) {}

  /** @param detailsOf serves one or several kinds of results; to be called while modules initialise */
  addSource(types: SearchType[], detailsOf: DetailsOf): void {
    for (const type of types) this.sources.set(type, detailsOf);
  }

  /** The kinds that modules have brought, each with who knows more of it. */
  get known(): ReadonlyMap<SearchType, DetailsOf> {
    return this.sources;
  }

  /** Puts an item into the index, or anew. The caller holds the lock on the item. */
  async put(entry: SearchEntry): Promise<void> {
    await this.remove(entry.type, entry.id);
    await this.database.query(insertEntries('$1'), [JSON.stringify(rowsOf(entry))]);
    await this.database.query(insertWords('unnest($1::text[])'), [newWordsOf(entry)]);
  }

  async remove(type: SearchType, id: string): Promise<void> {
    await this.database.query('delete from search_entries where type = $1 and id = $2', [type, id]);
    // Whatever is published, changed or withdrawn comes by here.
    await this.reads.tellOthers();
  }
}
