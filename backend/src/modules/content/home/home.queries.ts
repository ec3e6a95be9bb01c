import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { CategoriesQueries } from '../categories/categories.queries.js';
import { type DocumentSummaryRow, toSummary } from '../documents/document.mapper.js';
import { documentColumns, documentJoins } from '../documents/documents-list.queries.js';
import { audiencesOf } from '../items/audience.js';
import type { ContentKind } from '../items/enums.js';
import { Views } from '../views/views.js';
import type { HomeResponse } from './home.dto.js';

const RECENT = 3;
const CATEGORIES = 8;

type HomeRow = DocumentSummaryRow & { kind: ContentKind };

/** What is out; drafts are no news, not even for those who may read them. The second condition is that of the index. */
const recent = (kind: ContentKind) => `(select i.kind, ${documentColumns} from content_items i ${documentJoins}
  where i.kind = '${kind}' and i.audience = any($1::text[]) and i.audience <> 'RESTRICTED' order by i.published_at desc, i.id desc limit ${RECENT})`;

@Injectable()
export class HomeQueries {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly categories: CategoriesQueries,
    private readonly views: Views,
  ) {}

  async home(actor: Actor): Promise<HomeResponse> {
    const rows = await this.database.query<HomeRow>(`${recent('document')} union all ${recent('video')}`, [audiencesOf(actor)]);
    const summaries = rows.map((row) => ({ kind: row.kind, summary: toSummary(this.views.withPending(row), actor, this.config.env.API_PREFIX) }));
    return {
      user_stats: { bookmarks_count: 0 },
      recent_documents: summaries.filter(({ kind }) => kind === 'document').map(({ summary }) => summary),
      recent_videos: summaries.filter(({ kind }) => kind === 'video').map(({ kind, summary }) => ({ ...summary, type: kind, status: summary.status })),
      user_bookmarks: [],
      categories: await this.categories.withContent(actor, CATEGORIES),
    };
  }
}
