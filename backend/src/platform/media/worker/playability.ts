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
export function containerOf(mediaType: string | undefined): MediaInfo['container'] {
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
