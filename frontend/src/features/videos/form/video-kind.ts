import {
  CHAPTERS_MAX,
  CHAPTER_DESCRIPTION_MAX,
  CHAPTER_TITLE_MAX,
  TRANSCRIPT_MAX,
  VIDEO_DESCRIPTION_MAX,
} from '@hub/shared/limits';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { getVideo } from '../../../api/generated/videos/videos';
import { videoForm as text } from '../../../messages/videos';
import { checkLength } from '../../../shared/forms/check-length';
import { getItemParam } from '../../../shared/links';
import { checkUploads } from '../../../shared/markdown-editor/file-insertion';
import { updateVideoCache } from '../../../shared/content/video-cache';
import type { ItemKind, SaveAttempt } from '../../editing/item-kind';
import { type ChapterValues, toFormValues, type VideoValues } from './video-values';

function checkChapters(chapters: ChapterValues[]): string | null {
  if (chapters.length > CHAPTERS_MAX) return text.tooManyChapters;
  for (const [index, { title, description }] of chapters.entries()) {
    if (title.trim() === '') return text.chapterTitleRequired(index + 1);
    if (title.trim().length > CHAPTER_TITLE_MAX) return text.chapterTooLong(index + 1);
    if (description.trim().length > CHAPTER_DESCRIPTION_MAX) return text.chapterDescriptionTooLong(index + 1);
  }
  return null;
}

function checkUrl({ source_type, source_url }: VideoValues): string | null {
  if (source_type === 'UPLOAD') return null;
  if (source_url.trim() === '') return text.urlRequired;
  // The server checks whether it is an address of the service.
  return /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(source_url.trim()) ? null : text.urlInvalid;
}

function getSuccessText(
  before: VideoResponse | undefined,
  after: VideoResponse,
  { file, thumbnail, status }: SaveAttempt<VideoValues>,
): string {
  if (status === 'DRAFT') return text.draftSaved;
  if (status === 'IN_REVIEW') return text.submitted;
  if (before) return status === 'READY' && after.published_at !== null ? text.published : text.updated;
  if (file && thumbnail instanceof File) return text.uploaded;
  // Those of other services have no file to process.
  return after.status === 'PROCESSING' && after.source_type === 'UPLOAD' ? text.created : text.createdReady;
}

export const videoKind: ItemKind<VideoValues, VideoResponse> = {
  texts: text,
  listPath: '/videos',
  toValues: toFormValues,
  validate: (values) => ({
    source_url: checkUrl(values),
    description: checkLength(values.description, VIDEO_DESCRIPTION_MAX) ?? checkUploads(values.description),
    chapters: checkChapters(values.chapters),
    transcript: checkLength(values.transcript, TRANSCRIPT_MAX),
  }),
  transientValues: { upload_key: '', upload_name: '', captions_vtt: '' },
  mergedFields: ['description', 'transcript'],
  load: (id) => getVideo(id, { count_view: false }),
  updateCache: updateVideoCache,
  getSuccessText,
  open: (navigate, video) => navigate({ to: '/videos/$id', params: { id: getItemParam(video) } }),
};
