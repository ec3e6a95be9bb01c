import { defineEntity, p } from '@mikro-orm/core';
import { cascade, noAction, restrict } from './columns.js';
import type { Chapter, Json } from './json.js';
import { files, users } from './accounts.js';
import { contentItems } from './content.js';
import { uploads } from './platform.js';

export const renditions = defineEntity({
  name: 'renditions',
  properties: {
    id: p.uuid().primary(),
    video_id: () => cascade(videos).fieldName('video_id'),
    height: p.integer(),
    width: p.integer(),
    bitrate: p.integer(),
    codecs: p.text(),
    file: () => restrict(files),
    playlist: p.text(),
  },
  indexes: [{ name: 'renditions_file', properties: ['file'] }],
  uniques: [{ name: 'renditions_height_unique', properties: ['video_id', 'height'] }],
  checks: [
    { name: 'renditions_height_check', expression: 'height > 0' },
    { name: 'renditions_width_check', expression: 'width > 0' },
    { name: 'renditions_bitrate_check', expression: 'bitrate > 0' },
  ],
});

export const videos = defineEntity({
  name: 'videos',
  properties: {
    item: () => cascade(contentItems).primary(),
    description: p.text(),
    source_type: p.enum(['UPLOAD', 'YOUTUBE', 'VIMEO', 'LOOM'] as const),
    source_url: p.text().nullable(),
    embed_id: p.text().nullable(),
    chapters: p.json<Json<Chapter[]>>(),
    transcript: p.text(),
    duration_sec: p.integer().nullable(),
    file: () => restrict(files).nullable(),
    original_file: () => restrict(files).nullable(),
    original_name: p.text().nullable(),
    upload: () => noAction(uploads).nullable(),
    attempt_id: p.uuid().nullable(),
    progress: p.smallint().nullable(),
    error_reason: p.text().nullable(),
    saved_by: () => restrict(users),
    review_note: p.text().nullable(),
    reviewer: () => restrict(users).nullable(),
    reviewed_at: p.datetime().nullable(),
    replacement_name: p.text().nullable(),
  },
  indexes: [
    { name: 'videos_original_file', properties: ['original_file'], where: 'original_file_id is not null' },
    { name: 'videos_attempt', properties: ['attempt_id'], where: 'attempt_id is not null' },
    { name: 'videos_file', properties: ['file'], where: 'file_id is not null' },
    { name: 'videos_upload', properties: ['upload'], where: 'upload_id is not null' },
  ],
  checks: [
    { name: 'videos_duration_sec_check', expression: 'duration_sec >= 0' },
    { name: 'videos_progress_check', expression: 'progress >= 0 and progress <= 100' },
  ],
});

export const videoCaptions = defineEntity({
  name: 'video_captions',
  properties: {
    video_id: () => cascade(videos).fieldName('video_id').primary(),
    source: p.enum(['none', 'uploaded', 'automatic', 'edited'] as const),
    vtt: p.text(),
    hash: p.text(),
  },
});

export const watchPositions = defineEntity({
  name: 'watch_positions',
  properties: {
    user: () => cascade(users).primary(),
    video_id: () => cascade(videos).fieldName('video_id').primary(),
    seconds: p.integer(),
    updated_at: p.datetime(),
  },
  indexes: [{ name: 'watch_positions_video', properties: ['video_id'] }],
  checks: [{ name: 'watch_positions_seconds_check', expression: 'seconds >= 0' }],
});
