import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import {
  areOwnBookmarks,
  bookmarkColumns,
  type BookmarkRow,
  BookmarksQueries,
  ownBookmarks,
} from '../bookmarks/bookmarks.queries.js';
import { CategoriesQueries } from '../categories/categories.queries.js';
import { type DocumentSummaryRow, toSummary } from '../documents/document.mapper.js';
import { documentColumns, documentJoins } from '../documents/documents-list.queries.js';
import { audiencesOf } from '../items/audience.js';
import type { ContentKind } from '../items/enums.js';
import { Views } from '../views/views.js';
import type { HomeResponse } from './home.dto.js';

const RECENT = 3;
const BOOKMARKS = 4;
const CATEGORIES = 8;
const COUNT_CAP = 1000;

type HomeRow = DocumentSummaryRow & {
  kind: ContentKind;
  bookmark_id: string | null;
  bookmarked_at: Date;
  bookmarks_count: number;
};

/** What is out; drafts are no news, not even for those who may read them. The second condition is that of the index. */
const recent = (
  kind: ContentKind,
) => `(select i.kind, ${documentColumns}, null::uuid as bookmark_id, null::timestamptz as bookmarked_at, 0 as bookmarks_count from content_items i ${documentJoins}
  where i.kind = '${kind}' and i.audience = any($1::text[]) and i.audience <> 'RESTRICTED' order by i.published_at desc, i.id desc limit ${RECENT})`;

/** The latest bookmarks, each with how many there are; none for guests. */
const latestBookmarks = `(select ${bookmarkColumns}, (select count(*)::int from (select 1 ${ownBookmarks} where ${areOwnBookmarks} limit ${COUNT_CAP}) n) as bookmarks_count
  ${ownBookmarks} ${documentJoins} where ${areOwnBookmarks} order by r.id desc limit ${BOOKMARKS})`;

@Injectable()
export class HomeQueries {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly categories: CategoriesQueries,
    private readonly views: Views,
    private readonly bookmarks: BookmarksQueries,
  ) {}

  async home(actor: Actor): Promise<HomeResponse> {
    const rows = await this.database.query<HomeRow>(
      `${recent('document')} union all ${recent('video')} union all ${latestBookmarks}`,
      [audiencesOf(actor), actor.id],
    );
    const bookmarked = rows.filter(isBookmark);
    const summaries = rows
      .filter((row) => !isBookmark(row))
      .map((row) => ({
        kind: row.kind,
        summary: toSummary(this.views.withPending(row), actor, this.config.env.API_PREFIX),
      }));
    return {
      user_stats: { bookmarks_count: bookmarked[0]?.bookmarks_count ?? 0 },
      recent_documents: summaries.filter(({ kind }) => kind === 'document').map(({ summary }) => summary),
      recent_videos: summaries
        .filter(({ kind }) => kind === 'video')
        .map(({ kind, summary }) => ({ ...summary, type: kind, status: summary.status })),
      user_bookmarks: bookmarked.map((row) => this.bookmarks.toItem(row, actor)),
      categories: await this.categories.withContent(actor, CATEGORIES),
    };
  }
}

const isBookmark = (row: HomeRow): row is HomeRow & BookmarkRow => row.bookmark_id !== null;
