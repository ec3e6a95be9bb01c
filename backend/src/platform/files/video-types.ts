import { DomainError } from '../errors/domain-error.js';

/** Media types of MP4, MOV, WebM, MKV and AVI, as detected from the bytes. */
const videoTypes = new Set([
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/webm',
  'video/matroska',
  'video/x-matroska',
  'video/vnd.avi',
  'video/x-msvideo',
]);

/** @throws 415 unless the detected media type is that of a video */
export function requireVideoType(mediaType: string | undefined): asserts mediaType is string {
  if (mediaType && videoTypes.has(mediaType)) return;
  throw new DomainError(
    415,
    'not_a_video',
    'This file is not a video. Please choose an MP4, WebM, MOV, MKV or AVI file.',
  );
}
