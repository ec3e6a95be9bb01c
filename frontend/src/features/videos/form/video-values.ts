import { normalizeLineEnds } from '@hub/shared/line-ends';
import { ITEM_TITLE_MAX } from '@hub/shared/limits';
import type { Chapter } from '../../../api/generated/model/chapter';
import type { CreateVideoRequest } from '../../../api/generated/model/createVideoRequest';
import type { UpdateVideoRequest } from '../../../api/generated/model/updateVideoRequest';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import type { VideoSourceType } from '../../../api/generated/model/videoSourceType';
import { createRandomKey } from '../../../lib/browser';
import { formatDuration, parseTime } from '../../../lib/time';
import { type DetailsValues, emptyDetails, toDetailsRequest, toDetailsValues } from '../../editing/details-values';

/** A chapter as it is typed. */
export interface ChapterValues {
  /** Identifies the row of the form. */
  key: string;
  title: string;
  /** m:ss or seconds. */
  start: string;
  description: string;
}

export interface VideoValues extends DetailsValues {
  source_type: VideoSourceType;
  source_url: string;
  description: string;
  chapters: ChapterValues[];
  transcript: string;
  /** The captions of a file that was read into the transcript, with their ends; '' without one. */
  captions_vtt: string;
  /** The id of a finished upload that no video uses yet; '' without one. */
  upload_key: string;
  /** The name of the uploaded file, or of the one whose upload was interrupted. */
  upload_name: string;
}

export const emptyValues: VideoValues = {
  ...emptyDetails,
  source_type: 'UPLOAD',
  source_url: '',
  description: '',
  chapters: [],
  transcript: '',
  captions_vtt: '',
  upload_key: '',
  upload_name: '',
};

/** Keys are derived from the content, so that the same chapters are the same values. */
const toChapterValues = ({ title, start_time, description }: Chapter, index: number): ChapterValues => ({
  key: `${index}`,
  title,
  start: formatDuration(start_time),
  description,
});

export const createChapter = (start = ''): ChapterValues => ({
  key: createRandomKey(),
  title: '',
  start,
  description: '',
});

/** A start that is no time becomes 0. */
export const getChapterStart = ({ start }: Pick<ChapterValues, 'start'>): number => Math.floor(parseTime(start) ?? 0);

export function toFormValues(video: VideoResponse): VideoValues {
  const { title, slug, ...details } = toDetailsValues(video);
  return {
    title,
    slug,
    source_type: video.source_type,
    source_url: video.source_url ?? '',
    description: normalizeLineEnds(video.description),
    chapters: video.chapters.map(toChapterValues),
    transcript: normalizeLineEnds(video.transcript),
    captions_vtt: '',
    upload_key: '',
    upload_name: '',
    ...details,
  };
}

export type SaveRequest = CreateVideoRequest & UpdateVideoRequest;

export function toRequest(values: VideoValues): SaveRequest {
  const { upload_key, upload_name: _, chapters, source_url, captions_vtt, ...rest } = toDetailsRequest(values);
  const isUpload = values.source_type === 'UPLOAD';
  return {
    ...rest,
    captions_vtt: captions_vtt || undefined,
    source_url: isUpload ? undefined : source_url.trim(),
    upload_key: isUpload && upload_key !== '' ? upload_key : undefined,
    chapters: chapters.map((chapter) => ({
      title: chapter.title.trim(),
      start_time: getChapterStart(chapter),
      description: chapter.description.trim(),
    })),
  };
}

/** Chapters as text, to compare two versions. */
export function formatChapters(chapters: readonly Pick<ChapterValues, 'title' | 'start' | 'description'>[]): string {
  return chapters.map(({ start, title, description }) => [start, title, description].join(' ').trim()).join('\n');
}

/** A title from the name of a file: 'how_to-tie.mp4' becomes 'How to tie'. Dates keep their hyphens. */
export function proposeTitle(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/_|(?<!\d)-|-(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, ITEM_TITLE_MAX).trim();
}
