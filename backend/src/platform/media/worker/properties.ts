import type { MediaInfo } from '../media-task.js';

interface StreamProperties extends Pick<MediaInfo, 'videoCodec' | 'audioCodec' | 'container'> {
  /** 4:2:0 in eight bits, the only form of H.264 that every browser decodes */
  isEightBit: boolean;
  /** players cannot seek in recordings without a duration */
  hasDuration: boolean;
}

const WEBM_VIDEO = ['vp8', 'vp9', 'av1'];
const WEBM_AUDIO = ['opus', 'vorbis', null];
const MP4_AUDIO = ['aac', 'mp3', null];

/** Whether Chromium, Firefox and Safari play the file as it is. */
export function isBrowserPlayable({
  container,
  videoCodec,
  audioCodec,
  isEightBit,
  hasDuration,
}: StreamProperties): boolean {
  if (!hasDuration || !isEightBit) return false;
  if (container === 'mp4') return videoCodec === 'h264' && MP4_AUDIO.includes(audioCodec);
  return container === 'webm' && WEBM_VIDEO.includes(videoCodec) && WEBM_AUDIO.includes(audioCodec);
}

/** The container by the signature of the file. */
export function toContainer(mediaType: string | undefined): MediaInfo['container'] {
  switch (mediaType) {
    case 'video/quicktime':
      return 'mov';
    case 'video/webm':
      return 'webm';
    case 'video/matroska':
    case 'video/x-matroska':
      return 'mkv';
    case 'video/vnd.avi':
    case 'video/x-msvideo':
      return 'avi';
    default:
      return 'mp4';
  }
}

/**
 * Filters that turn the stored picture upright: phones store portrait videos sideways, with a matrix for players.
 * @param matrix display matrix as FFmpeg keeps it: nine 32-bit integers; undefined: upright already
 */
export function getUprightFilters(matrix: Buffer | undefined): string[] {
  if (!matrix || matrix.length < 36) return [];
  const [a = 0, b = 0, , c = 0, d = 0] = Array.from({ length: 9 }, (_, i) => matrix.readInt32LE(i * 4));
  if (Math.hypot(a, c) === 0 || Math.hypot(b, d) === 0) return [];
  const degrees = (Math.atan2(b / Math.hypot(b, d), a / Math.hypot(a, c)) * 180) / Math.PI;
  switch ((Math.round(degrees / 90) * 90 + 360) % 360) {
    case 90:
      return [c > 0 ? 'transpose=cclock_flip' : 'transpose=clock'];
    case 180:
      return [...(a < 0 ? ['hflip'] : []), ...(d < 0 ? ['vflip'] : [])];
    case 270:
      return [c < 0 ? 'transpose=clock_flip' : 'transpose=cclock'];
    default:
      return d < 0 ? ['vflip'] : [];
  }
}

/** Whether {@link getUprightFilters} exchanges width and height. */
export const isTurned = (filters: readonly string[]): boolean =>
  filters.some((filter) => filter.startsWith('transpose'));

/** Frames per second as a fraction. */
export interface FrameRate {
  num: number;
  den: number;
}

const DEFAULT = { num: 30, den: 1 };
const MAX = { num: 60, den: 1 };
const MIN = { num: 10, den: 1 };
/** Recordings without a regular rate announce the resolution of their clock instead. */
const HIGHEST_REAL_RATE = 240;

export const toFramesPerSecond = ({ num, den }: FrameRate): number => num / den;

/** The frame rate of renditions: that of the source, from 10 to 60. */
export function chooseFrameRate(average: FrameRate): FrameRate {
  const rate = getFrameRate(average);
  if (rate === null) return DEFAULT;
  if (rate > toFramesPerSecond(MAX)) return MAX;
  return rate < toFramesPerSecond(MIN) ? MIN : { num: average.num, den: average.den };
}

/** Frames per second; null where a file names no real rate. */
export function getFrameRate(average: FrameRate): number | null {
  const rate = average.den > 0 ? toFramesPerSecond(average) : 0;
  return rate > 0 && rate <= HIGHEST_REAL_RATE ? rate : null;
}
