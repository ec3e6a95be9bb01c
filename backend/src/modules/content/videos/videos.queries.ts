import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { type StoredVideoStatus, toCategoryActor } from '../audience/audience.js';
import { type ItemSummaryRow, toSummaryFields, toItemSummary, toVideoDetails } from '../items/item-summary.mapper.js';
import type { Chapter } from './chapters.js';
import { canReview, getParticipationAbilities } from '../items/item.policy.js';
import { hasTimes } from './transcript.js';
import { getVideoAbilities, canSeeProcessing } from './video.policy.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { Page } from '../../../platform/http/pagination/pagination.js';
import { ItemViewCounter } from '../views/view-counter.js';
import { ItemDetailQueries } from '../items/item-detail.queries.js';
import { toTrail, type TrailRow } from '../items/item-trail.js';
import { ItemsListQueries } from '../items/items-list.queries.js';
import { type ResolvedItem, ItemsQueries } from '../items/items.queries.js';
import type { VideosQuery } from './videos.dto.js';

interface VideoSummaryRow extends ItemSummaryRow {
  status: StoredVideoStatus;
}

interface VideoRow extends VideoSummaryRow, TrailRow {
  meta_title: string;
  meta_description: string;
  description: string;
  source_url: string | null;
  embed_id: string | null;
  chapters: Chapter[];
  transcript: string;
  file_id: string | null;
  has_renditions: boolean;
  /** null while captions are not made yet, see VideoCaptionsService */
  has_captions: boolean | null;
  /** the following are read only for users who may create, edit or publish */
  has_source: boolean;
  original_name: string | null;
  replacement_name: string | null;
  attempt_id: string | null;
  progress: number | null;
  error_reason: string | null;
  review_note: string | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
  reviewed_at: Date | null;
}

const toVideoSummary = (row: VideoSummaryRow, actor: Actor, prefix: string): VideoSummaryResponse => ({
  ...toItemSummary(row, actor, prefix),
  ...toVideoDetails(row),
  ...toStatus(row),
});

function toStatus({ status, details }: VideoSummaryRow): Pick<VideoSummaryResponse, 'status' | 'is_draft'> {
  return status === 'DRAFT' ? { status: details.file_status ?? 'READY', is_draft: true } : { status };
}

function toVideo(row: VideoRow, reader: Actor, prefix: string): VideoResponse {
  const actor = toCategoryActor(reader, row.category_scope);
  const path = `${prefix}/videos/${row.id}`;
  const details = toVideoDetails(row);
  const { source_type } = details;
  const is_playable = source_type !== 'UPLOAD' || row.file_id !== null;
  const status = toStatus(row);
  const facts = { ...row, is_draft: false, ...status, source_type, is_playable };
  const { edit, ...others } = getVideoAbilities(actor, facts);
  return {
    ...toSummaryFields(row, prefix),
    ...toTrail(row),
    ...details,
    ...status,
    description: row.description,
    source_url: row.source_url,
    embed_id: row.embed_id,
    chapters: row.chapters,
    transcript: row.transcript,
    meta_title: row.meta_title,
    meta_description: row.meta_description,
    file_id: row.file_id,
    file_url: row.file_id ? `${path}/file` : null,
    hls_url: row.has_renditions ? `${path}/hls/main.m3u8` : null,
    captions_url: (row.has_captions ?? hasTimes(row.transcript)) ? `${path}/captions.vtt` : null,
    ...toProcessing(row, actor),
    // In the order of the contract, which is that of GET: HEAD has the same tag.
    ...(actor.isGuest ? {} : { abilities: { edit, ...getParticipationAbilities(actor), ...others } }),
  };
}

type Processing = Pick<
  VideoResponse,
  'original_name' | 'error_reason' | 'processing' | 'review_note' | 'reviewer_id' | 'reviewer_name' | 'reviewed_at'
>;

const toReview = ({ review_note, reviewer_id, reviewer_name, reviewed_at }: VideoRow) => ({
  review_note,
  reviewer_id,
  reviewer_name,
  reviewed_at: reviewed_at?.toISOString() ?? null,
});

const hidden: Processing = {
  original_name: null,
  error_reason: null,
  processing: null,
  review_note: null,
  reviewer_id: null,
  reviewer_name: null,
  reviewed_at: null,
};

function toProcessing(row: VideoRow, actor: Actor): Processing {
  if (!canSeeProcessing(actor, row)) return hidden;
  const file_name = row.replacement_name ?? row.original_name;
  const state = row.progress === null ? 'waiting' : 'running';
  return {
    ...hidden,
    original_name: row.original_name,
    error_reason: row.error_reason,
    processing: row.attempt_id === null ? null : { state, progress: row.progress ?? 0, file_name },
    // While it awaits review again, the former decision is of use to reviewers only.
    ...((row.status !== 'READY' || canReview(actor)) && toReview(row)),
  };
}

export type ResolvedVideo = ResolvedItem<StoredVideoStatus>;

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
export class VideosQueries extends ItemDetailQueries<VideoRow, VideoResponse, StoredVideoStatus> {
  constructor(
    private readonly config: Config,
    private readonly views: ItemViewCounter,
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
      toResponse: (row, actor) => toVideo(views.withPending(row), actor, config.env.API_PREFIX),
    });
  }

  async list(actor: Actor, query: VideosQuery): Promise<Page<VideoSummaryResponse>> {
    const { rows, ...page } = await this.lists.list<VideoSummaryRow>('video', actor, query, (row) =>
      this.views.forCache(row),
    );
    const prefix = this.config.env.API_PREFIX;
    return { rows: rows.map((row) => toVideoSummary(this.views.withPending(row), actor, prefix)), ...page };
  }
}
