import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { isVisibleTo, type ContentKind } from '../../audience/audience.js';
import { isIdOrSlug, getKind, hasIdOrSlug } from '../../items/items.queries.js';
import type { ReactionType } from '../../items/item.js';
import type { OwnReactionsResponse, BookmarkItemResponse, BookmarksQuery } from './reactions.dto.js';
import { Config } from '../../../../platform/config/config.js';
import { type KeysetOrder, selectSortValues, type SortedRow } from '../../../../platform/http/pagination/cursor.js';
import { buildPage, countRows, type Page, toPage } from '../../../../platform/http/pagination/pagination.js';
import { ItemViewCounter } from '../../views/view-counter.js';
import {
  type ItemSummaryRow,
  toContentSummary,
  joinItemSummary,
  selectItemSummary,
} from '../../items/item-summary.mapper.js';

export type BookmarkRow = ItemSummaryRow & { kind: ContentKind; bookmark_id: string; bookmarked_at: Date };

const latestFirst: KeysetOrder = {
  name: 'bookmarks',
  direction: 'desc',
  columns: [{ sql: sql.ref('r.id'), type: 'uuid' }],
};

export const fromBookmarks = sql`from reactions r join content_items i on i.id = r.item_id`;
/** Bookmarks of the user whose items the user may see. */
export const isOwnBookmark = (actor: Actor): RawBuilder<boolean> =>
  sql`r.user_id = ${actor.id}::uuid and r.type = 'BOOKMARK' and ${isVisibleTo(actor, 'i')}`;
export const selectBookmark = sql`i.kind, ${selectItemSummary}, r.id as bookmark_id, r.created_at as bookmarked_at`;

/** The actor's reactions and bookmarks. Those of items that they no longer see are left out, but not deleted. */
@Injectable()
export class ReactionsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly config: Config,
    private readonly views: ItemViewCounter,
  ) {}

  /** The actor's reactions to an item. @throws 404 */
  async listOwn(actor: Actor, kind: string, idOrSlug: string): Promise<OwnReactionsResponse> {
    const known = getKind(kind);
    if (!isIdOrSlug(idOrSlug)) throw notFound(known);
    const { rows } = await sql<{ id: string; reactions: ReactionType[] }>`
      select i.id,
             array(
               select r.type from reactions r where r.item_id = i.id and r.user_id = ${actor.id}::uuid order by r.id
             ) as reactions
      from content_items i
      where ${hasIdOrSlug(known, idOrSlug)} and ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    const [row] = rows;
    if (!row) throw notFound(known);
    return { content_type: known, content_id: row.id, reactions: row.reactions };
  }

  /** The bookmarks, the latest first. */
  async listBookmarks(
    actor: Actor,
    { content_type: kind, ...page }: BookmarksQuery,
  ): Promise<Page<BookmarkItemResponse>> {
    const isListed = sql`${isOwnBookmark(actor)}${kind ? sql` and i.kind = ${kind}` : sql``}`;
    const { isAfter, tail } = buildPage(latestFirst, page);
    const found = await sql<BookmarkRow & SortedRow>`
      select ${selectBookmark}, ${selectSortValues(latestFirst)} as sort_values
      ${fromBookmarks} ${joinItemSummary}
      where ${isListed} and ${isAfter} ${tail}`.execute(this.database.db);
    const { rows, nextCursor } = toPage<BookmarkRow>(latestFirst, found.rows, page.limit);
    return {
      rows: rows.map((row) => this.toBookmark(row, actor)),
      nextCursor,
      ...(await countRows(this.database.db, sql`${fromBookmarks} where ${isListed}`)),
    };
  }

  toBookmark(row: BookmarkRow, actor: Actor): BookmarkItemResponse {
    return {
      id: row.bookmark_id,
      type: row.kind,
      content: toContentSummary(this.views.withPending(row), actor, this.config.env.API_PREFIX),
      bookmarked_at: row.bookmarked_at.toISOString(),
    };
  }
}
