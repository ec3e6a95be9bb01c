import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Counters } from '../../../platform/database/counters.js';
import { Database } from '../../../platform/database/database.js';
import { TOTAL_VIEWS } from '../views/views.js';
import { audienceOf } from '../audience/audience.js';
import type { Item } from './item.js';
import { SearchFacade } from '../search/search-facade.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';
import { itemEntry, itemVisibility } from './item-search-entry.js';

/**
 * Counters, tags and the search index of items of any kind. Everything joins the caller's transaction, which holds the
 * item's lock.
 */
@Injectable()
export class DerivedData {
  constructor(
    private readonly database: Database,
    private readonly search: SearchFacade,
    private readonly counters: Counters,
    private readonly cache: QueryCache,
  ) {}

  /**
   * @param before null for a new item
   * @param text parsed for the search index; called only when the item has another version
   */
  async sync(before: Item | null, item: Item, text: () => ParsedSearchText): Promise<void> {
    await this.moveCounts(before, item);
    await this.moveTags(before, item);
    if (before?.version !== item.version) await this.search.put(itemEntry(item, text()));
    else if (audienceOf(before) !== audienceOf(item)) await this.search.updateVisibility(itemVisibility(item));
    this.cache.invalidate();
  }

  async remove(item: Item): Promise<void> {
    await this.moveCounts(item, null);
    await this.moveTags(item, null);
    await this.search.remove(item.kind, item.id);
    await this.counters.add(TOTAL_VIEWS, -item.view_count);
    this.cache.invalidate();
  }

  /**
   * The number of items per category, kind, status and audience, so that lists need not count rows. Rows are locked in
   * the order of their categories, so that no deadlock occurs.
   */
  private async moveCounts(before: Item | null, after: Item | null): Promise<void> {
    const changes = [
      ...(before ? [{ key: getCountKey(before), by: -1 }] : []),
      ...(after ? [{ key: getCountKey(after), by: 1 }] : []),
    ].toSorted((a, b) => JSON.stringify(a.key).localeCompare(JSON.stringify(b.key)));
    if (isDeepStrictEqual(changes[0]?.key, changes[1]?.key)) return;
    for (const { key, by } of changes)
      await sql`
        insert into content_counts as c (category_id, kind, status, audience, n) values (${sql.join([...key, by])})
        on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`.execute(this.database.db);
  }

  /**
   * The uses of each tag per audience, for suggestions that neither count rows nor reveal invisible items. PostgreSQL
   * lower-cases the names, as the migration did. Rows are locked in their order, so that two saves cannot deadlock. A
   * tag keeps the letter case of its first use.
   */
  private async moveTags(before: Item | null, after: Item | null): Promise<void> {
    const [removed, added] = [getTagUses(before), getTagUses(after)];
    if (isDeepStrictEqual(removed, added)) return;
    const changes = [...removed.map((use) => ({ ...use, by: -1 })), ...added.map((use) => ({ ...use, by: 1 }))];
    const { db } = this.database;
    await sql`
      insert into content_tags as t (tag, audience, name, n)
      select lower(c.name), c.audience, (array_agg(c.name order by c.by desc))[1], sum(c.by)::int
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (name text, audience text, by int)
      group by 1, 2 having sum(c.by) <> 0 order by 1, 2
      on conflict (tag, audience) do update set n = t.n + excluded.n`.execute(db);
    await sql`
      delete from content_tags t
      where t.n = 0 and t.tag = any(select lower(name) from unnest(${before?.tags ?? []}::text[]) as c (name))`.execute(
      db,
    );
  }
}

const getCountKey = (item: Item) => [item.category_id, item.kind, item.status, audienceOf(item)];
const getTagUses = (item: Item | null) => item?.tags.map((name) => ({ name, audience: audienceOf(item) })) ?? [];
