import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { ContentDetails } from '../items/item.js';
import type { VideoSourceType } from '../items/enums.js';
import type { Chapter } from './chapters.js';

const VideoSchema = defineEntity({
  name: 'Video',
  tableName: 'videos',
  properties: {
    itemId: p.uuid().primary(),
    /** markdown */
    description: p.text(),
    sourceType: p.text().$type<VideoSourceType>(),
    /** null for uploads */
    sourceUrl: p.text().nullable(),
    /** the service's id of the video, see parseEmbedId; null for uploads */
    embedId: p.text().nullable(),
    chapters: p.json<Chapter[]>(),
    /** lines, each optionally with a time, see parseTranscript */
    transcript: p.text(),
    durationSec: p.integer().nullable(),
    /** what plays: the uploaded file where browsers can play it, otherwise the MP4 that was made of it */
    fileId: p.uuid().nullable(),
    /** the uploaded file, which can be processed again; newer than what plays while a replacement is processed */
    originalFileId: p.uuid().nullable(),
    /** of the uploaded file that plays, or that is processed while nothing plays */
    originalName: p.text().nullable(),
    /** of an uploaded file that replaces what plays once it is processed; null without one */
    replacementName: p.text().nullable(),
    /** a finished upload that processing has not taken over yet */
    uploadId: p.uuid().nullable(),
    /** the processing that waits or runs; null without one */
    attemptId: p.uuid().nullable(),
    /** percent; null until processing begins */
    progress: p.smallint().nullable(),
    /** why the last processing failed, as a sentence for the author */
    errorReason: p.text().nullable(),
    /** the author of the current version */
    savedById: p.uuid(),
    /** why a reviewer returned the video, or an editor hid it; kept until it is published */
    reviewNote: p.text().nullable(),
    reviewerId: p.uuid().nullable(),
    reviewedAt: p.datetime().nullable(),
  },
});

/** What its author chooses about a video, apart from the fields of all items and its source. */
export interface VideoFields {
  description: string;
  chapters: Chapter[];
  transcript: string;
}

/** Where a video comes from. A file was uploaded whole, or is the finished upload `uploadId`. */
export type VideoSource =
  | { type: 'UPLOAD'; name: string; fileId: string | null; uploadId: string | null }
  | { type: Exclude<VideoSourceType, 'UPLOAD'>; url: string; embedId: string };

/** The body of a content item of kind video. */
export class Video extends VideoSchema.class {
  static create(of: { itemId: string; fields: VideoFields; source: VideoSource; savedById: string }): Video {
    const video = Object.assign(new Video(), {
      itemId: of.itemId,
      ...of.fields,
      savedById: of.savedById,
      durationSec: null,
      fileId: null,
      originalFileId: null,
      originalName: null,
      replacementName: null,
      uploadId: null,
      attemptId: null,
      progress: null,
      errorReason: null,
      reviewNote: null,
      reviewerId: null,
      reviewedAt: null,
    });
    video.setSource(of.source);
    return video;
  }

  edit(fields: VideoFields, savedById: string): void {
    Object.assign(this, fields, { savedById });
  }

  /** What plays of an uploaded file stays until the new file is processed. */
  setSource(source: VideoSource): void {
    const isUpload = source.type === 'UPLOAD';
    const isReplacement = isUpload && this.fileId != null;
    Object.assign(this, {
      sourceType: source.type,
      sourceUrl: isUpload ? null : source.url,
      embedId: isUpload ? null : source.embedId,
      // A finished upload becomes the original when processing takes it over.
      originalFileId: isUpload && source.fileId === null ? this.originalFileId : isUpload ? source.fileId : null,
      originalName: isReplacement ? this.originalName : isUpload ? source.name : null,
      replacementName: isReplacement ? source.name : null,
      uploadId: isUpload ? source.uploadId : null,
    });
    if (!isUpload) Object.assign(this, { fileId: null, durationSec: null });
  }

  /** @returns the id of the new attempt, which replaces one that waits or runs */
  beginAttempt(): string {
    const attemptId = uuidv7();
    Object.assign(this, { attemptId, progress: null, errorReason: null });
    return attemptId;
  }

  /** Stores that the file of the attempt plays now. */
  setMedia(media: { fileId: string; originalFileId: string; durationSec: number | null }): void {
    Object.assign(this, media, {
      originalName: this.replacementName ?? this.originalName,
      replacementName: null,
      uploadId: null,
    });
  }

  /** @param errorReason null when it succeeded */
  endAttempt(errorReason: string | null): void {
    Object.assign(this, { attemptId: null, progress: null, errorReason });
  }

  /** Whether there is something to process. */
  get hasSource(): boolean {
    return this.sourceType !== 'UPLOAD' || this.originalFileId !== null || this.uploadId !== null;
  }

  /** Whether there is something to play. */
  get isPlayable(): boolean {
    return this.sourceType !== 'UPLOAD' || this.fileId !== null;
  }

  /** While there is a note, only those who may publish make the video visible to readers. */
  requestChanges(note: string, reviewerId: string, now = new Date()): void {
    Object.assign(this, { reviewNote: note, reviewerId, reviewedAt: now });
  }

  endReview(): void {
    Object.assign(this, { reviewNote: null, reviewerId: null, reviewedAt: null });
  }

  get details(): ContentDetails {
    return {
      duration_sec: this.durationSec ?? null,
      source_type: this.sourceType,
      chapter_count: this.chapters.length,
    };
  }
}
VideoSchema.setClass(Video);
