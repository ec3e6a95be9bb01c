import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { getAudience, isListed, selectAudience, type ContentKind, contentKinds } from '../audience/audience.js';
import type { Item } from './item.js';
import { itemPath } from './items.queries.js';
import {
  computeBoost,
  type SearchEntry,
  type SearchVisibility,
  SearchIndexService,
} from '../search/search-index.service.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { extractFileIds } from '../../../platform/files/file-url.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { Counters } from '../../../platform/database/counters.js';
import { Database } from '../../../platform/database/database.js';
import { TOTAL_VIEWS } from '../views/view-counter.js';

const toVisibility = (item: Item): SearchVisibility => ({
  type: item.kind,
  id: item.id,
  audience: getAudience(item),
  at: item.updated_at ?? item.published_at ?? item.created_at,
});

/** What the search index stores of an item of any kind. */
export const toSearchEntry = (item: Item, { text, references, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...toVisibility(item),
  author_id: item.author_id,
  category_id: item.category_id ?? null,
  difficulty: item.difficulty,
  boost: computeBoost(item.like_count + 2 * item.helpful_count + item.bookmark_count),
  url: itemPath(item),
  title: item.title,
  summary: item.summary,
  tags: item.tags,
  text,
  links: references?.links ?? [],
  isProvisional,
});

export const THUMBNAIL_SUBJECTS: Record<ContentKind, string> = {
  document: 'document_thumbnail',
  video: 'video_thumbnail',
};

/**
 * What follows from an item of any kind: counters, tags, the search entry, redirects of its slug and references to its
 * files. Everything joins the caller's transaction, which holds the item's lock. Who may read the item may read its
 * files. Text and thumbnail are separate subjects, so that saving one leaves the other alone. (Former and pending texts
 * are subjects of the revisions.)
 */
@Injectable()
export class DerivedDataService {
  constructor(
    private readonly database: Database,
    private readonly search: SearchIndexService,
    private readonly files: FileReferences,
    private readonly counters: Counters,
    private readonly cache: QueryCache,
    visibility: VisibilityRegistry,
  ) {
    for (const kind of contentKinds)
      visibility.register(THUMBNAIL_SUBJECTS[kind], {
        findVisible: (actor, ids) => visibility.findVisible(kind, actor, ids),
      });
  }

  /**
   * @param before null for a new item
   * @param text parsed for the search index; called only when the item has another version, or is a template no more
   */
  async sync(before: Item | null, item: Item, text: () => ParsedSearchText): Promise<void> {
    const [was, is] = [toListed(before), toListed(item)];
    await this.moveCounts(was, is);
    await this.moveTags(was, is);
    if (!is) await this.search.remove(item.kind, item.id);
    else if (was?.version !== is.version) await this.search.put(toSearchEntry(is, text()));
    else if (getAudience(was) !== getAudience(is)) await this.search.updateVisibility(toVisibility(is));
    this.cache.invalidate();
  }

  /**
   * Moves items with their counters, tags, search entries and pending edits to another category. The caller holds the
   * locks on the items and has changed their positions.
   */
  async changeCategory(ids: readonly string[], from: string | null, to: string): Promise<void> {
    if (!ids.length) return;
    const { db } = this.database;
    const isAmong = sql<boolean>`i.id = any(${ids}::uuid[])`;
    await this.addUses(isAmong, -1);
    await sql`update content_items i set category_id = ${to} where ${isAmong}`.execute(db);
    await this.addUses(isAmong, 1);
    await sql`
      update search_entries e
      set category_id = case e.part when 0 then i.category_id end, audience = ${selectAudience('i')}
      from content_items i
      where ${isAmong} and e.type = i.kind and e.id = i.id`.execute(db);
    await sql`
      delete from content_tags t
      where t.n = 0 and t.tag = any(
        select lower(u.tag) from content_items i cross join lateral unnest(i.tags) as u (tag) where ${isAmong}
      )`.execute(db);
    await sql`
      update document_revisions r set snapshot = jsonb_set(r.snapshot, '{category_id}', to_jsonb(${to}::text))
      where r.item_id = any(${ids}::uuid[]) and r.state = 'pending'
        and r.snapshot ->> 'category_id' is not distinct from ${from}::text`.execute(db);
    this.cache.invalidate();
  }

  /** Adds items to counters and tags, or removes them, by their present category and audience. */
  private async addUses(isAmong: RawBuilder<boolean>, by: 1 | -1): Promise<void> {
    const { db } = this.database;
    const audience = selectAudience('i');
    await sql`
      insert into content_counts as c (category_id, kind, status, audience, n)
      select i.category_id, i.kind, i.status, ${audience}, ${by}::int * count(*)::int
      from content_items i where ${isAmong} and ${isListed('i')}
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`.execute(db);
    await sql`
      insert into content_tags as t (tag, audience, name, n)
      select lower(u.tag), ${audience}, min(u.tag), ${by}::int * count(*)::int
      from content_items i cross join lateral unnest(i.tags) as u (tag)
      where ${isAmong} and ${isListed('i')}
      group by 1, 2 order by 1, 2
      on conflict (tag, audience) do update set n = t.n + excluded.n`.execute(db);
  }

  /** Removes the references of an item before it is purged. */
  async releaseFiles({ kind, id }: Item): Promise<void> {
    for (const subjectType of [kind, THUMBNAIL_SUBJECTS[kind]])
      await this.files.release({ subjectType, subjectId: id });
  }

  /** After an item went to the trash. Its slug and its files stay its own. */
  async remove(item: Item): Promise<void> {
    await this.moveCounts(toListed(item), null);
    await this.moveTags(toListed(item), null);
    await this.search.remove(item.kind, item.id);
    await this.counters.add(TOTAL_VIEWS, -item.view_count);
    this.cache.invalidate();
  }

  /** After an item came back from the trash; its text is parsed for the search index in the background. */
  async restore(item: Item): Promise<void> {
    await this.moveCounts(null, toListed(item));
    await this.moveTags(null, toListed(item));
    this.search.addMissingInBackground();
    await this.counters.add(TOTAL_VIEWS, item.view_count);
    this.cache.invalidate();
  }

  /** Replaces the references of the live text. */
  async setTextFiles(actor: Actor, { kind, id }: Item, text: string): Promise<void> {
    const subject = { subjectType: kind, subjectId: id };
    await this.files.replace(extractFileIds(text), subject, actor);
  }

  /**
   * Replaces the references of the thumbnail; files without another reference are removed later.
   * @param actor null for the system
   */
  async setThumbnailFiles(actor: Actor | null, { kind, id }: Item, fileIds: readonly string[]): Promise<void> {
    await this.files.replace(fileIds, { subjectType: THUMBNAIL_SUBJECTS[kind], subjectId: id }, actor);
    this.cache.invalidate();
  }

  /** The former slug redirects to the item until another item takes it. */
  async redirectSlug({ kind, id, slug }: Item, former: string | null): Promise<void> {
    if (former === slug) return;
    const { db } = this.database;
    await db.deleteFrom('slug_redirects').where('kind', '=', kind).where('slug', '=', slug).execute();
    if (former === null) return;
    await db
      .insertInto('slug_redirects')
      .values({ kind, slug: former, item_id: id })
      .onConflict((conflicting) => conflicting.columns(['kind', 'slug']).doUpdateSet({ item_id: id }))
      .execute();
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

/** Templates are not counted, tagged or found: the same rule as isListed for an item in memory. */
const toListed = (item: Item | null): Item | null => (item?.is_template ? null : item);

const getCountKey = (item: Item) => [item.category_id, item.kind, item.status, getAudience(item)];
const getTagUses = (item: Item | null) => item?.tags.map((name) => ({ name, audience: getAudience(item) })) ?? [];
