import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../../platform/http/pagination/cursor.js';
import { type Page, pageSql, toPage } from '../../../../platform/http/pagination/pagination.js';
import { audiencesOf, visibleTo } from '../../items/audience.js';
import type { ContentKind } from '../../items/enums.js';
import { Views } from '../views/views.js';
import type { BookmarkItemResponse, BookmarksQuery } from './bookmarks.dto.js';
import {
  type ItemSummaryRow,
  toContentSummary,
  itemSummaryColumns,
  itemSummaryJoins,
} from '../../items/item-summary.mapper.js';

export type BookmarkRow = ItemSummaryRow & { kind: ContentKind; bookmark_id: string; bookmarked_at: Date };

const COUNT_CAP = 1000;
const latestFirst: KeysetOrder = {
  name: 'bookmarks',
  direction: 'desc',
  columns: [{ sql: 'r.id', type: 'uuid' }],
};

/** SQL: bookmarks of the user $2 whose items the user may see; $1 are the user's audiences. */
export const fromBookmarks = `from reactions r join content_items i on i.id = r.item_id`;
export const isOwnBookmark = `r.user_id = $2::uuid and r.type = 'BOOKMARK' and ${visibleTo('i', '$1', '$2')}`;
export const bookmarkColumns = `i.kind, ${itemSummaryColumns}, r.id as bookmark_id, r.created_at as bookmarked_at`;

/** The actor's bookmarks. Those of invisible items are left out, but not deleted. */
@Injectable()
export class BookmarksQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly config: Config,
    private readonly views: Views,
  ) {}

  /** The latest first. */
  async list(actor: Actor, { content_type: kind, ...page }: BookmarksQuery): Promise<Page<BookmarkItemResponse>> {
    const values = [audiencesOf(actor), actor.id, ...(kind ? [kind] : [])];
    const where = `${isOwnBookmark}${kind ? ' and i.kind = $3' : ''}`;
    const parameters: unknown[] = [...values];
    const { isAfter, tail } = pageSql(latestFirst, page, (value) => `$${parameters.push(value)}`);
    const found = await this.database.query<BookmarkRow & SortedRow>(
      `select ${bookmarkColumns}, ${sortValuesSql(latestFirst)} ${fromBookmarks} ${itemSummaryJoins}
       where ${where} and ${isAfter} ${tail}`,
      parameters,
    );
    const counted = await this.database.one<{ n: number }>(
      `select count(*)::int as n from (select 1 ${fromBookmarks} where ${where} limit ${COUNT_CAP + 1}) c`,
      values,
    );
    const total = counted?.n ?? 0;
    const { rows, nextCursor } = toPage<BookmarkRow>(latestFirst, found, page.limit);
    return {
      rows: rows.map((row) => this.toItem(row, actor)),
      nextCursor,
      total: Math.min(total, COUNT_CAP),
      capped: total > COUNT_CAP,
    };
  }

  toItem(row: BookmarkRow, actor: Actor): BookmarkItemResponse {
    return {
      id: row.bookmark_id,
      type: row.kind,
      content: toContentSummary(this.views.withPending(row), actor, this.config.env.API_PREFIX),
      bookmarked_at: row.bookmarked_at.toISOString(),
    };
  }
}
