import type { Actor } from '../../../platform/access/actor.js';
import type { VideoStatus } from '../audience/enums.js';
import { type ItemSummaryRow, summaryFieldsOf, toItemSummary, videoDetailsOf } from '../items/item-summary.mapper.js';
import type { Chapter } from './chapters.js';
import { hasTimes } from './transcript.js';
import { abilitiesOf, canSeeProcessing } from './video.policy.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';

export interface VideoSummaryRow extends ItemSummaryRow {
  status: VideoStatus;
}

export interface VideoRow extends VideoSummaryRow {
  meta_title: string;
  meta_description: string;
  description: string;
  source_url: string | null;
  embed_id: string | null;
  chapters: Chapter[];
  transcript: string;
  file_id: string | null;
  has_renditions: boolean;
  /** null while captions are not made yet, see VideoCaptions */
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

export const toVideoSummary = (row: VideoSummaryRow, actor: Actor, prefix: string): VideoSummaryResponse => ({
  ...toItemSummary(row, actor, prefix),
  ...videoDetailsOf(row),
});

export function toVideo(row: VideoRow, actor: Actor, prefix: string): VideoResponse {
  const path = `${prefix}/videos/${row.id}`;
  const details = videoDetailsOf(row);
  const { source_type } = details;
  const is_playable = source_type !== 'UPLOAD' || row.file_id !== null;
  return {
    ...summaryFieldsOf(row, prefix),
    ...details,
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
    ...processingOf(row, actor),
    ...(actor.isGuest ? {} : { abilities: abilitiesOf(actor, { ...row, source_type, is_playable }) }),
  };
}

type Processing = Pick<
  VideoResponse,
  'original_name' | 'error_reason' | 'processing' | 'review_note' | 'reviewer_id' | 'reviewer_name' | 'reviewed_at'
>;

const reviewOf = ({ review_note, reviewer_id, reviewer_name, reviewed_at }: VideoRow) => ({
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

function processingOf(row: VideoRow, actor: Actor): Processing {
  if (!canSeeProcessing(actor, row)) return hidden;
  const file_name = row.replacement_name ?? row.original_name;
  const state = row.progress === null ? 'waiting' : 'running';
  return {
    ...hidden,
    original_name: row.original_name,
    error_reason: row.error_reason,
    processing: row.attempt_id === null ? null : { state, progress: row.progress ?? 0, file_name },
    // While it awaits review again, the former decision is of no use to its author.
    ...(row.status !== 'READY' && reviewOf(row)),
  };
}
