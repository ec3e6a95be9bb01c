import { sourceTexts, type Localized, type Texts } from '../language/texts.js';

/** A video file as it is shown: sizes in pixels, upright, with square pixels. */
export interface MediaInfo {
  /** null when the file does not say it, as recordings of browsers do */
  durationSec: number | null;
  width: number;
  height: number;
  /** average; null when the file does not say it */
  framesPerSecond: number | null;
  /** names of the media library, for example h264, hevc, vp9 */
  videoCodec: string;
  /** null without sound */
  audioCodec: string | null;
  container: 'mp4' | 'mov' | 'webm' | 'mkv' | 'avi';
  /** common browsers play the file as it is */
  isBrowserPlayable: boolean;
}

/** One quality of a video: a fragmented MP4 file and its playlist, which names byte ranges of that file. */
export interface EncodedRendition {
  width: number;
  height: number;
  /** highest rate of a segment in bits per second, as BANDWIDTH in a master playlist */
  bitrate: number;
  /** as CODECS in a master playlist, for example avc1.64001f,mp4a.40.2 */
  codecs: string;
  /** path of the media file */
  path: string;
  /** media playlist of HLS; it names the media file as {@link MEDIA_URI} */
  playlist: string;
}

export interface Transcoded {
  /** length of what was written */
  durationSec: number;
  /** the best first */
  renditions: EncodedRendition[];
  /** a file for browsers without HLS, made of the best rendition; null when it was not asked for */
  mp4Path: string | null;
}

/** How playlists name their media file; the server replaces it by the file's URL. */
export const MEDIA_URI = 'media.m4s';

/** A conversion ends with MediaError too_long beyond these, whatever the file says about itself. */
export interface MediaLimits {
  seconds: number;
  frames: number;
}

export interface MediaTasks {
  /** whether conversion works on this machine */
  check: { input: object; result: boolean };
  /** `canConvert` false: reads the container without the native library */
  probe: { input: { path: string; canConvert: boolean }; result: MediaInfo };
  /** writes a picture of the video as PNG */
  poster: { input: { path: string; target: string }; result: boolean };
  transcode: { input: { path: string; folder: string; withMp4: boolean; limits?: MediaLimits }; result: Transcoded };
}

export type MediaTaskName = keyof MediaTasks;
/** What the parent process sends. */
export type MediaTask = { [N in MediaTaskName]: { name: N } & MediaTasks[N]['input'] }[MediaTaskName];

/** A reason that concerns the file or the resources of the hub: an automatic retry would end the same way. */
export type MediaErrorCode = keyof Texts['media'];

/** A video cannot be processed. The detail is a sentence for its author, which says what to do. */
export class MediaError extends Error {
  readonly code: MediaErrorCode;
  /** for the log: what the media library reported */
  readonly details: string | undefined;
  readonly detail: Localized = ({ media }) => media[this.code];

  constructor(code: MediaErrorCode, details?: string) {
    super(sourceTexts.media[code]);
    this.code = code;
    this.details = details;
  }
}
