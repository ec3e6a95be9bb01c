import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { Page } from '../../../platform/http/pagination/pagination.js';
import { Views } from '../views/views.js';
import type { VideoStatus } from '../audience/enums.js';
import { ItemDetailQueries } from '../items/item-detail.queries.js';
import { ItemsListQueries } from '../items/items-list.queries.js';
import { type ItemKey, ItemsQueries } from '../items/items.queries.js';
import { toVideo, toVideoSummary, type VideoRow, type VideoSummaryRow } from './video.mapper.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';
import type { VideosQuery } from './videos.dto.js';

export type VideoKey = ItemKey<VideoStatus>;

/** Videos with longer texts are not cached; in characters. */
const MAX_CACHED_LENGTH = 50_000;

/** Of these, the mapper shows most to the author and to staff only. */
const restricted = {
  columns: sql`
    v.original_file_id is not null or v.upload_id is not null or v.source_type <> 'UPLOAD' as has_source,
    v.original_name, v.replacement_name, v.attempt_id, v.progress, v.error_reason, v.review_note, v.reviewer_id,
    (select name from people where id = v.reviewer_id) as reviewer_name, v.reviewed_at`,
  join: sql``,
};

/** Reads of videos. Videos that the requester may not see are missing. */
@Injectable()
export class VideosQueries extends ItemDetailQueries<VideoRow, VideoResponse, VideoStatus> {
  constructor(
    private readonly config: Config,
    private readonly views: Views,
    private readonly lists: ItemsListQueries,
    items: ItemsQueries,
    database: DatabaseReader,
    cache: QueryCache,
  ) {
    super(items, database, cache, {
      kind: 'video',
      join: sql`join videos v on v.item_id = i.id`,
      columns: sql`
        i.meta_title, i.meta_description, v.description, v.source_url, v.embed_id, v.chapters, v.transcript,
        v.file_id,
        exists (select 1 from renditions r where r.video_id = v.item_id) as has_renditions,
        (select c.source <> 'none' from video_captions c where c.video_id = v.item_id) as has_captions`,
      restricted: () => restricted,
      unrestricted: sql`
        false as has_source, null as original_name, null as replacement_name,
        null as attempt_id, null as progress, null as error_reason,
        null as review_note, null as reviewer_id, null as reviewer_name, null as reviewed_at`,
      toCached: (row) => views.forCache(row),
      isCacheable: ({ description, transcript }) => description.length + transcript.length <= MAX_CACHED_LENGTH,
    });
  }

  async list(actor: Actor, query: VideosQuery): Promise<Page<VideoSummaryResponse>> {
    const { rows, ...page } = await this.lists.list<VideoSummaryRow>('video', actor, query, (row) =>
      this.views.forCache(row),
    );
    const prefix = this.config.env.API_PREFIX;
    return { rows: rows.map((row) => toVideoSummary(this.views.withPending(row), actor, prefix)), ...page };
  }

  protected override toResponse(row: VideoRow, actor: Actor): VideoResponse {
    return toVideo(this.views.withPending(row), actor, this.config.env.API_PREFIX);
  }
}
