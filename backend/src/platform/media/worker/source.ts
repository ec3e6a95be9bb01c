import { Demuxer } from 'node-av/api';
import {
  AV_CODEC_ID_NONE,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { avGetCodecName, FFmpegError, PosixError, type Stream } from 'node-av/lib';
import { readMediaType } from '../../files/media-type.js';
import { MediaError, type MediaInfo } from '../media-task.js';
import {
  getFrameRate,
  chooseFrameRate,
  toContainer,
  type FrameRate,
  isBrowserPlayable,
  isTurned,
  getUprightFilters,
} from './properties.js';

/** Formats of FFmpeg for MP4 and MOV, Matroska and WebM, AVI. Others could name further files or addresses to read. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi';
const MAX_SIDE = 8192;
const HDR = new Set<number>([AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67]);

/** An opened video file. */
export interface Source {
  input: Demuxer;
  video: Stream;
  audio: Stream | undefined;
  info: MediaInfo;
  /** filters before scaling: upright, progressive, in the brightness range of common screens */
  filters: string[];
  /** frames per second of the renditions */
  frameRate: FrameRate;
  /** time of the first picture or sound; recordings that were cut begin later than 0 */
  startSec: number;
}

/**
 * Opens a video file for `work`, and closes it afterwards.
 * @throws MediaError when it is no video, has no picture or an unknown codec
 */
export async function withSource<T>(path: string, work: (source: Source) => Promise<T>): Promise<T> {
  await using input = await open(path);
  // Awaited, because the file is closed at the end of this function.
  return await work(readSource(input, await readMediaType(path)));
}

/** A MediaError for an error of FFmpeg that is due to the file, else the error itself. */
function toMediaError(error: unknown, code: 'not_a_video' | 'unknown_codec'): unknown {
  if (!(error instanceof FFmpegError)) return error;
  return new MediaError(error.code === FFmpegError.AVERROR(PosixError.ENOSPC) ? 'disk_full' : code, error.message);
}

async function open(path: string): Promise<Demuxer> {
  try {
    // Without the whitelists a playlist named .mp4 could make the server read other files and addresses.
    return await Demuxer.open(path, {
      options: { protocol_whitelist: 'file', format_whitelist: FORMATS },
    });
  } catch (error) {
    throw toMediaError(error, 'not_a_video');
  }
}

function readSource(input: Demuxer, mediaType: string | undefined): Source {
  const video = input.streams.find(
    ({ codecpar, disposition }) =>
      codecpar.codecType === AVMEDIA_TYPE_VIDEO && (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0,
  );
  const audio = input.streams.find(
    ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO && codecpar.codecId !== AV_CODEC_ID_NONE,
  );
  if (!video) throw new MediaError(audio ? 'no_picture' : 'not_a_video');
  const { codecpar } = video;
  if (codecpar.codecId === AV_CODEC_ID_NONE) throw new MediaError('unknown_codec', codecpar.codecTagString ?? '');
  if (codecpar.width < 1 || codecpar.height < 1) throw new MediaError('not_a_video', 'no size');
  if (Math.max(codecpar.width, codecpar.height) > MAX_SIDE) throw new MediaError('picture_too_large');
  const upright = getUprightFilters(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX) ?? undefined);
  const durationSec = input.duration > 0 ? input.duration : null;
  const container = toContainer(mediaType);
  const codecs = {
    videoCodec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    audioCodec: audio ? (avGetCodecName(audio.codecpar.codecId) ?? 'unknown') : null,
  };
  const isEightBit = codecpar.format === AV_PIX_FMT_YUV420P || codecpar.format === AV_PIX_FMT_YUVJ420P;
  const playable = isBrowserPlayable({ ...codecs, container, isEightBit, hasDuration: durationSec !== null });
  return {
    input,
    video,
    audio,
    info: {
      durationSec,
      ...getSize(video, upright),
      framesPerSecond: getFrameRate(video.avgFrameRate),
      ...codecs,
      container,
      isBrowserPlayable: playable,
    },
    filters: [...upright, 'bwdif=mode=send_frame:deint=interlaced', ...(HDR.has(codecpar.colorTrc) ? [TO_SDR] : [])],
    startSec: input.startTime,
    frameRate: chooseFrameRate(video.avgFrameRate),
  };
}

/** Filter from HDR, which phones record and which would look grey in eight bits, to SDR. */
const TO_SDR = 'tonemapx=tonemap=bt2390:desat=0:peak=100:t=bt709:m=bt709:p=bt709:format=yuv420p';

/** The longer side stays, so that pixels that are not square never enlarge the picture. */
function getSize({ codecpar, sampleAspectRatio: stored }: Stream, upright: readonly string[]) {
  const ratio = [stored, codecpar.sampleAspectRatio].find(({ num, den }) => num > 0 && den > 0);
  const pixel = ratio ? ratio.num / ratio.den : 1;
  const width = Math.round(pixel > 1 ? codecpar.width : codecpar.width * pixel);
  const height = Math.round(pixel > 1 ? codecpar.height / pixel : codecpar.height);
  return isTurned(upright) ? { width: height, height: width } : { width, height };
}
