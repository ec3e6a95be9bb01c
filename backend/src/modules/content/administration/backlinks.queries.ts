import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { type KeysetOrder, selectSortValues, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageRequest,
  toPage,
} from '../../../platform/http/pagination/pagination.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { type ContentKind, contentKinds, isEntryVisibleTo, wouldBeVisibleTo } from '../audience/audience.js';
import { isCommentShown } from '../engagement/comments/comment-access.js';
import type { BacklinkResponse, BrokenLinkResponse, BrokenLinksResponse } from './backlinks.dto.js';

/** An item with the names that links may have used for it. */
interface LinkedItem {
  kind: ContentKind;
  id: string;
}

const latestFirst: KeysetOrder = {
  name: 'backlinks',
  direction: 'desc',
  columns: [
    { sql: sql.ref('e.at'), type: 'timestamptz' },
    { sql: sql.ref('e.id'), type: 'uuid' },
  ],
};

const bySource: KeysetOrder = {
  name: 'broken links',
  direction: 'asc',
  columns: [
    { sql: sql.ref('l.source_type'), type: 'text' },
    { sql: sql.ref('l.source_id'), type: 'uuid' },
    { sql: sql.ref('l.position'), type: 'int' },
  ],
};

/** The links to an item, by its id, slug and former slugs. */
const linksTo = ({ kind, id }: LinkedItem): RawBuilder<unknown> => sql`
  from content_links l
  where l.target_type = ${kind} and l.target_key in (
    select ${id}::text
    union all select i.slug from content_items i where i.id = ${id} and i.kind = ${kind}
    union all select r.slug from slug_redirects r where r.item_id = ${id} and r.kind = ${kind}
  )`;

/**
 * What links to the item, in its text or in comments on it, as far as the actor sees them: once each, with the newest
 * such comment if only comments do.
 */
const linkingTexts = (actor: Actor, item: LinkedItem): RawBuilder<unknown> => sql`
  from (
    select s.type, s.id,
           case when bool_or(s.comment_id is null) then null else max(s.comment_id::text) end as comment_id
    from (
      select l.source_type as type, l.source_id as id, null::uuid as comment_id ${linksTo(item)}
      union all
      select i.kind, i.id, c.id
      from (select l.source_type, l.source_id ${linksTo(item)}) l
      join comments c on c.id = l.source_id
      join content_items i on i.id = c.item_id
      where l.source_type = 'comment' and ${isCommentShown(actor)}
    ) s
    group by s.type, s.id
  ) s
  join search_entries e on e.type = s.type and e.id = s.id and e.part = 0
  where ${isEntryVisibleTo(actor, 'e')} and not (e.type = ${item.kind} and e.id = ${item.id}::uuid)`;

/** The id that `target`, of stored links, names; null for an unknown slug. */
const selectTargetId = (kind: ContentKind): RawBuilder<string> => {
  const key = sql.ref('target.target_key');
  return sql`case when ${key} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${key}::uuid else coalesce(
    (select s.id from content_items s where s.kind = ${sql.lit(kind)} and s.slug = ${key}),
    (select r.item_id from slug_redirects r where r.kind = ${sql.lit(kind)} and r.slug = ${key})
  ) end`;
};

/** What links to an item, and links that lead to nothing. */
@Injectable()
export class BacklinksQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** The latest changes first. The caller has checked that the actor may see the item. */
  async list(actor: Actor, item: LinkedItem, page: PageRequest): Promise<Page<BacklinkResponse>> {
    const { isAfter, tail } = buildPage(latestFirst, page);
    const found = await sql<BacklinkResponse & SortedRow>`
      select e.type, e.id, e.title, e.url || coalesce('#comment-' || s.comment_id, '') as url,
             s.comment_id is not null as is_in_comment, ${selectSortValues(latestFirst)} as sort_values
      ${linkingTexts(actor, item)} and ${isAfter} ${tail}`.execute(this.database.db);
    const { rows, nextCursor } = toPage<BacklinkResponse>(latestFirst, found.rows, page.limit);
    const isAll = page.cursor === undefined && !page.offset && nextCursor === null;
    const total = isAll ? { total: rows.length } : await countRows(this.database.db, linkingTexts(actor, item));
    return { rows, nextCursor, ...total };
  }

  /**
   * Links of texts that the actor sees to nothing that the actor sees. A target that is hidden from them counts as
   * missing, because the list would otherwise tell that it exists. Each target is looked up once, however many links
   * lead to it.
   */
  async listBroken(actor: Actor, page: PageRequest): Promise<BrokenLinksResponse> {
    const { isAfter, tail } = buildPage(bySource, page);
    const found = await sql<BrokenLinkResponse & SortedRow>`
      with broken as materialized (
        select target.target_type, target.target_key, ${this.isTrashed(actor)} as is_trashed
        from (select distinct target_type, target_key from content_links) target
        where not ${this.isTargetVisible(actor)}
      )
      select e.type, e.id, e.title, e.url, l.address,
             case when target.is_trashed then 'DELETED' else 'MISSING' end as reason,
             ${selectSortValues(bySource)} as sort_values
      from broken target
      join content_links l on l.target_type = target.target_type and l.target_key = target.target_key
      join search_entries e on e.type = l.source_type and e.id = l.source_id and e.part = 0
      where ${isEntryVisibleTo(actor, 'e')} and ${isAfter}
      ${tail}`.execute(this.database.db);
    const { rows, nextCursor } = toPage<BrokenLinkResponse>(bySource, found.rows, page.limit);
    return { links: rows, next_cursor: nextCursor };
  }

  private isTargetVisible(actor: Actor): RawBuilder<boolean> {
    const items = contentKinds.map(
      (kind) => sql`when ${kind} then ${this.visibility.isSubjectVisible(kind, selectTargetId(kind), actor)}`,
    );
    const thread = this.visibility.isSubjectVisible('thread', sql`target.target_key::uuid`, actor);
    return sql`(case target.target_type ${sql.join(items, sql` `)} else ${thread} end)`;
  }

  /** Only what the actor would see if it were restored. */
  private isTrashed(actor: Actor): RawBuilder<boolean> {
    const kinds = contentKinds.map((kind) => sql`when ${kind} then ${selectTargetId(kind)}`);
    return sql`exists (
      select 1 from content_items i
      where i.id = case target.target_type ${sql.join(kinds, sql` `)} end
        and i.kind = target.target_type and i.deleted_at is not null and ${wouldBeVisibleTo(actor, 'i')}
    )`;
  }
}
