import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { readMediaType } from '../../files/media-type.js';
import { MediaError, type MediaInfo } from '../media-task.js';
import { toContainer, isBrowserPlayable } from './properties.js';

/** Playlists, which the library reads as well, could name other files. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM];
/** mediabunny's names of codecs that differ from those of FFmpeg. */
const NAMES: Record<string, string> = { avc: 'h264' };

/**
 * Reads the properties of a video without the native library.
 * @throws MediaError when browsers cannot play it as it is, or it is no video
 */
export async function readContainer(path: string): Promise<MediaInfo> {
  const container = toContainer(await readMediaType(path));
  if (container === 'avi') throw new MediaError('cannot_convert');
  using input = new Input({ source: new FilePathSource(path), formats: FORMATS });
  const tracks = await readTracks(input).catch((error: unknown) => {
    throw error instanceof MediaError ? error : new MediaError('not_a_video', String(error));
  });
  const info = { ...tracks, container };
  // Eight bits are assumed: the library does not read the pixel format.
  return {
    ...info,
    isBrowserPlayable: isBrowserPlayable({ ...info, isEightBit: true, hasDuration: info.durationSec !== null }),
  };
}

async function readTracks(input: Input) {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video) throw new MediaError(audio ? 'no_picture' : 'not_a_video');
  const durationSec = await input.computeDuration();
  return {
    durationSec: durationSec > 0 ? durationSec : null,
    width: video.displayWidth,
    height: video.displayHeight,
    framesPerSecond: null,
    videoCodec: codecName(video.codec),
    audioCodec: audio && codecName(audio.codec),
  };
}

const codecName = (codec: string | null): string => (codec && NAMES[codec]) ?? codec ?? 'unknown';
