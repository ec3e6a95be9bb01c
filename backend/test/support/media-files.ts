import { readFile, writeFile } from 'node:fs/promises';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_5POINT1,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_FATAL,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { Codec, Frame, Log } from 'node-av/lib';

export interface TestVideo {
  seconds?: number;
  width?: number;
  height?: number;
  /** an encoder of FFmpeg by its name; null: sound only */
  video?: string | null;
  /** null: no sound */
  audio?: string | null;
  blackSeconds?: number;
  /** time of the first frame */
  startSeconds?: number;
  /** frames per second, 25 by default */
  fps?: number;
  /** leaves out a third of the frames, unevenly, as recordings of screens do */
  isIrregular?: boolean;
  /** ten bits per sample, as phones record in HDR; the default is eight */
  isTenBit?: boolean;
  /** 2 by default, 6: surround sound */
  channels?: 2 | 6;
  muxerOptions?: Record<string, string>;
}

const DEFAULT_FPS = 25;
const SAMPLE_RATE = 48_000;

/** Writes a small video of a moving bright bar and a tone. The ending of `path` chooses the container. */
export async function writeTestVideo(path: string, options: TestVideo = {}): Promise<string> {
  const { seconds = 2, video = 'libx264', audio = 'aac', startSeconds = 0, channels = 2, muxerOptions = {} } = options;
  const { fps = DEFAULT_FPS } = options;
  Log.setLevel(AV_LOG_FATAL);
  await using muxer = await Muxer.open(path, { useAsyncWrite: false, options: muxerOptions });
  using picture = video ? await createEncoder(video, { gopSize: fps, bitrate: 300_000 }) : undefined;
  using sound = audio ? await createEncoder(audio, { autoResample: audio !== 'aac' }) : undefined;
  const tracks = [
    ...(picture ? [track(muxer, picture, videoFrames(options, { seconds, start: startSeconds, fps }))] : []),
    ...(sound ? [track(muxer, sound, audioFrames(seconds, startSeconds, channels))] : []),
  ];
  while (tracks.length) {
    const next = tracks.reduce((first, other) => (other.time <= first.time ? other : first));
    if (!(await next.writeNext())) tracks.splice(tracks.indexOf(next), 1);
  }
  return path;
}

async function createEncoder(name: string, options: object): Promise<Encoder> {
  const codec = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new Error(`There is no encoder ${name}.`);
  return Encoder.create(codec, options);
}

function track(muxer: Muxer, encoder: Encoder, frames: Iterator<Frame>) {
  const index = muxer.addStream(encoder);
  const own = {
    time: 0,
    writeNext: async (): Promise<boolean> => {
      const { value, done } = frames.next() as IteratorResult<Frame, undefined>;
      using frame = value;
      if (frame) own.time = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
      for (const encoded of await encoder.encodeAll(frame ?? null)) {
        using packet = encoded;
        await muxer.writePacket(packet, index);
      }
      return !done;
    },
  };
  return own;
}

function* videoFrames(
  { width = 320, height = 180, blackSeconds = 0, isIrregular = false, isTenBit = false }: TestVideo,
  { seconds, start, fps }: { seconds: number; start: number; fps: number },
) {
  for (let n = 0; n < seconds * fps; n++) {
    if (isIrregular && [2, 3, 7].includes(n % 9)) continue;
    const luma = Buffer.alloc(width * height, n < blackSeconds * fps ? 16 : 90);
    const bar = Math.floor((n * width) / (seconds * fps));
    if (n >= blackSeconds * fps) for (let y = 0; y < height; y++) luma.fill(230, y * width, y * width + bar);
    const chroma = Buffer.alloc(2 * Math.ceil(width / 2) * Math.ceil(height / 2), 128);
    const samples = Buffer.concat([luma, chroma]);
    yield Frame.fromVideoBuffer(isTenBit ? toTenBits(samples) : samples, {
      width,
      height,
      format: isTenBit ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P,
      timeBase: { num: 1, den: fps },
      pts: BigInt(n + start * fps),
    });
  }
}

const toTenBits = (samples: Buffer): Buffer => Buffer.from(Uint16Array.from(samples, (value) => value * 4).buffer);

function* audioFrames(seconds: number, start: number, channels: 2 | 6) {
  const samples = 1024;
  for (let at = 0; at + samples <= seconds * SAMPLE_RATE; at += samples) {
    const channel = Buffer.alloc(samples * 4);
    for (let i = 0; i < samples; i++)
      channel.writeFloatLE(0.1 * Math.sin((2 * Math.PI * 330 * (at + i)) / SAMPLE_RATE), i * 4);
    yield Frame.fromAudioBuffer(Buffer.concat(Array.from({ length: channels }, () => channel)), {
      nbSamples: samples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: SAMPLE_RATE,
      channelLayout: channels === 6 ? AV_CHANNEL_LAYOUT_5POINT1 : AV_CHANNEL_LAYOUT_STEREO,
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(at + start * SAMPLE_RATE),
    });
  }
}

/** Players turn the picture of an MP4 by a quarter clockwise afterwards, as phones record portrait videos. */
export async function markSideways(path: string): Promise<string> {
  const bytes = await readFile(path);
  const header = bytes.indexOf('tkhd');
  [0, 1, 0, -1, 0, 0].forEach((value, i) => bytes.writeInt32BE(value * 65_536, header + 44 + i * 4));
  await writeFile(path, bytes);
  return path;
}
