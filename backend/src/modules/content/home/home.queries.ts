import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { COUNT_CAP, countCapped } from '../../../platform/http/pagination/pagination.js';
import {
  isOwnBookmark,
  type BookmarkRow,
  ReactionsQueries,
  fromBookmarks,
  selectBookmark,
} from '../engagement/reactions/reactions.queries.js';
import { CategoriesQueries } from '../categories/categories.queries.js';
import { isVisibleTo, type ContentKind } from '../audience/audience.js';
import { ItemViewCounter } from '../views/view-counter.js';
import type { DocumentSummaryRow } from '../documents/documents.queries.js';
import { SeriesQueries } from '../tree/series.queries.js';
import type { HomeResponse } from './home.dto.js';
import { type HomeRow, selectWork, toWork } from './work-items.js';
import {
  type ItemSummaryRow,
  toContentSummary,
  toItemSummary,
  joinItemSummary,
  selectItemSummary,
} from '../items/item-summary.mapper.js';

const RECENT = 3;
const BOOKMARKS = 4;
const CATEGORIES = 8;
const SERIES = 3;

/**
 * Published items only: drafts are not recent content, even for users who may read them. The condition on the audience
 * matches the partial index.
 */
const selectRecent = (actor: Actor, kind: ContentKind) => sql`(
  select 'recent' as section, i.kind, ${selectItemSummary},
         null::uuid as bookmark_id, null::timestamptz as bookmarked_at, 0 as section_count, null::jsonb as work
  from content_items i ${joinItemSummary}
  where i.kind = ${sql.lit(kind)} and ${isVisibleTo(actor, 'i')} and i.audience in ('PUBLIC', 'LOGGED_IN', 'INTERNAL')
  order by i.published_at desc, i.id desc limit ${sql.lit(RECENT)}
)`;

/** The latest bookmarks, each with the number of all; none for guests. */
const selectBookmarks = (actor: Actor) => sql`(
  select 'bookmarks' as section, ${selectBookmark},
         ${countCapped(sql`${fromBookmarks} where ${isOwnBookmark(actor)}`, COUNT_CAP)} as section_count,
         null::jsonb as work
  ${fromBookmarks} ${joinItemSummary}
  where ${isOwnBookmark(actor)}
  order by r.id desc limit ${sql.lit(BOOKMARKS)}
)`;

@Injectable()
export class HomeQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly config: Config,
    private readonly categories: CategoriesQueries,
    private readonly views: ItemViewCounter,
    private readonly reactions: ReactionsQueries,
    private readonly series: SeriesQueries,
  ) {}

  async get(actor: Actor): Promise<HomeResponse> {
    const lists = [
      selectRecent(actor, 'document'),
      selectRecent(actor, 'video'),
      selectBookmarks(actor),
      ...selectWork(actor),
    ];
    const { rows } = await sql<HomeRow>`${sql.join(lists, sql` union all `)}`.execute(this.database.db);
    const bookmarked = rows.filter(isBookmark);
    const toSummary = <Row extends ItemSummaryRow>(row: Row) =>
      toItemSummary(this.views.withPending(row), actor, this.config.env.API_PREFIX);
    return {
      user_stats: { bookmarks_count: bookmarked[0]?.section_count ?? 0 },
      recent_documents: rows.filter(isRecentDocument).map((row) => toSummary(row)),
      recent_videos: rows
        .filter(isRecentVideo)
        .map((row) => toContentSummary(this.views.withPending(row), actor, this.config.env.API_PREFIX)),
      user_bookmarks: bookmarked.map((row) => this.reactions.toBookmark(row, actor)),
      continue: await this.series.listBegun(actor, SERIES),
      ...(!actor.isGuest && { work: toWork(rows) }),
      categories: await this.categories.listNonEmpty(actor, CATEGORIES),
    };
  }
}

const isBookmark = (row: HomeRow): row is HomeRow & BookmarkRow => row.bookmark_id !== null;
const isRecentDocument = (row: HomeRow): row is HomeRow & DocumentSummaryRow =>
  row.section === 'recent' && row.kind === 'document';
const isRecentVideo = (row: HomeRow): boolean => row.section === 'recent' && row.kind === 'video';
