import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../../../schema/index.js';
import type { ContentDetails } from '../items/item.js';
import type { StoredVideoStatus, VideoSourceType, VideoStatus } from '../audience/audience.js';

/**
 * The body of a content item of kind video.
 * - `embed_id`: the service's id of the video, see parseEmbedId; like `source_url` null for uploads
 * - `file_id`: what plays: the uploaded file where browsers can play it, otherwise the MP4 that was made of it
 * - `original_file_id`: the uploaded file, which can be processed again; newer than what plays while a replacement is
 *   processed
 * - `original_name`: of the uploaded file that plays, or that is processed while nothing plays
 * - `replacement_name`: of an uploaded file that replaces what plays once it is processed
 * - `upload_id`: a finished upload that processing has not taken over yet
 * - `attempt_id`: the processing that waits or runs; `progress` in percent is null until it begins
 * - `error_reason`: why the last processing failed, as a sentence for the author
 * - `saved_by_id`: the author of the current version
 * - `review_note`: why a reviewer returned the video, or an editor hid it; kept until it is published
 * The row of its item has the status DRAFT while its author has not submitted it, or it was returned.
 */
export type Video = Row<'videos'>;

/** All columns of a video. */
export const videoColumns = [
  'item_id',
  'description',
  'source_type',
  'source_url',
  'embed_id',
  'chapters',
  'transcript',
  'duration_sec',
  'file_id',
  'original_file_id',
  'original_name',
  'replacement_name',
  'upload_id',
  'attempt_id',
  'progress',
  'error_reason',
  'saved_by_id',
  'review_note',
  'reviewer_id',
  'reviewed_at',
] as const satisfies (keyof Video)[];

/** What its author chooses about a video, apart from the fields of all items and its source. */
export type VideoFields = Pick<Video, 'description' | 'chapters' | 'transcript'>;

/** Where a video comes from. A file was uploaded whole, or is the finished upload `uploadId`. */
export type VideoSource =
  | { type: 'UPLOAD'; name: string; fileId: string | null; uploadId: string | null }
  | { type: Exclude<VideoSourceType, 'UPLOAD'>; url: string; embedId: string };

/** A video as it is created, without a processing yet. */
export function newVideo({
  id,
  fields,
  source,
  savedById,
}: {
  id: string;
  fields: VideoFields;
  source: VideoSource;
  savedById: string;
}): Video {
  const video: Video = {
    item_id: id,
    ...fields,
    source_type: source.type,
    source_url: null,
    embed_id: null,
    duration_sec: null,
    file_id: null,
    original_file_id: null,
    original_name: null,
    replacement_name: null,
    upload_id: null,
    attempt_id: null,
    progress: null,
    error_reason: null,
    saved_by_id: savedById,
    review_note: null,
    reviewer_id: null,
    reviewed_at: null,
  };
  setSource(video, source);
  return video;
}

/** What plays of an uploaded file stays until the new file is processed. */
export function setSource(video: Video, source: VideoSource): void {
  video.source_type = source.type;
  if (source.type === 'UPLOAD') {
    const isReplacement = video.file_id !== null;
    video.source_url = null;
    video.embed_id = null;
    // A finished upload becomes the original when processing takes it over.
    if (source.fileId !== null) video.original_file_id = source.fileId;
    if (!isReplacement) video.original_name = source.name;
    video.replacement_name = isReplacement ? source.name : null;
    video.upload_id = source.uploadId;
  } else {
    video.source_url = source.url;
    video.embed_id = source.embedId;
    video.original_file_id = null;
    video.original_name = null;
    video.replacement_name = null;
    video.upload_id = null;
    video.file_id = null;
    video.duration_sec = null;
  }
}

/** @returns the id of the new attempt, which replaces one that waits or runs */
export function beginAttempt(video: Video): string {
  const attempt_id = uuidv7();
  Object.assign(video, { attempt_id, progress: null, error_reason: null } satisfies Partial<Video>);
  return attempt_id;
}

/** @param error_reason null when it succeeded */
export function endAttempt(video: Video, error_reason: string | null): void {
  Object.assign(video, { attempt_id: null, progress: null, error_reason } satisfies Partial<Video>);
}

/** Stores that the file of the attempt plays now. */
export function setMedia(video: Video, media: Pick<Video, 'file_id' | 'original_file_id' | 'duration_sec'>): void {
  Object.assign(video, media, {
    original_name: video.replacement_name ?? video.original_name,
    replacement_name: null,
    upload_id: null,
  } satisfies Partial<Video>);
}

/** Whether there is something to process. */
export const hasSource = (video: Video): boolean =>
  video.source_type !== 'UPLOAD' || video.original_file_id !== null || video.upload_id !== null;

/** Whether there is something to play. */
export const isPlayable = (video: Video): boolean => video.source_type !== 'UPLOAD' || video.file_id !== null;

/** While there is a note, only those who may publish make the video visible to readers. */
export function requestChanges(video: Video, review_note: string, reviewer_id: string): void {
  Object.assign(video, { review_note, reviewer_id, reviewed_at: new Date() } satisfies Partial<Video>);
}

export function endReview(video: Video): void {
  Object.assign(video, { review_note: null, reviewer_id: null, reviewed_at: null } satisfies Partial<Video>);
}

/** What became of the file, for drafts: the status of their rows does not say it. */
function getFileStatus({ file_id, attempt_id, error_reason, source_type }: Video): VideoStatus {
  if (file_id !== null) return 'READY';
  if (attempt_id !== null) return 'PROCESSING';
  return error_reason !== null || source_type === 'UPLOAD' ? 'ERROR' : 'READY';
}

export const getVideoStatus = (video: Video, stored: StoredVideoStatus): VideoStatus =>
  stored === 'DRAFT' ? getFileStatus(video) : stored;

export const toDetails = (video: Video, stored: StoredVideoStatus): ContentDetails => ({
  duration_sec: video.duration_sec,
  source_type: video.source_type,
  chapter_count: video.chapters.length,
  ...(stored === 'DRAFT' && { file_status: getFileStatus(video) }),
});
