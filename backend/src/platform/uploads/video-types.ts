import { DomainError } from '../http/errors/domain-error.js';

/** Media types of the accepted containers as detectMediaType names them: MP4, MOV, WebM, MKV and AVI. */
const VIDEO_TYPES = new Set([
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/webm',
  'video/matroska',
  'video/vnd.avi',
]);

export const isVideoType = (mediaType: string | undefined): mediaType is string =>
  mediaType !== undefined && VIDEO_TYPES.has(mediaType);

export const notAVideo = () =>
  new DomainError(
    415,
    'not_a_video',
    'This file is not a video that can be read. Please choose an MP4, WebM, AVI, MOV or MKV file.',
  );
