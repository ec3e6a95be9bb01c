import { join } from 'node:path';
import { Decoder, Demuxer, FilterAPI, Muxer, pipeline } from 'node-av/api';
import type { Frame, Packet } from 'node-av/lib';
import { MediaError, type MediaLimits, type MediaTasks, type Transcoded } from '../media-task.js';
import { AudioEncoding } from './audio-encoding.js';
import { renditionSizes } from './ladder.js';
import { RenditionWriter } from './rendition-writer.js';
import type { Source } from './source.js';

/** A file that announces more than this beyond its last frame has lost its end. */
const TOLERANCE = { fraction: 0.1, seconds: 2 };

/**
 * Reads the file once and writes all renditions from it.
 * @param onProgress called with each frame, from 0 to 1
 * @throws MediaError when the video cannot be decoded or ends early
 */
export async function transcode(
  source: Source,
  { folder, withMp4, limits }: MediaTasks['transcode']['input'],
  onProgress: (progress: number) => void,
): Promise<Transcoded> {
  using audio = source.audio && (await AudioEncoding.create(source.audio, source.startSec));
  const writers: RenditionWriter[] = [];
  for (const size of renditionSizes(source.info))
    writers.push(await RenditionWriter.open({ folder, ...size, frameRate: source.frameRate, audio: audio?.encoder }));
  const endSec = await encode(source, audio, writers, { onProgress, limits });
  const renditions = await Promise.all(writers.map((writer) => writer.finish()));
  requireComplete(endSec + source.startSec, source.info.durationSec);
  const [best] = renditions;
  const mp4Path = withMp4 && best ? join(folder, 'video.mp4') : null;
  if (mp4Path && best) await remuxAsMp4(best.path, mp4Path);
  return { durationSec: endSec, renditions, mp4Path };
}

/** @returns the time of the end of the last frame or sound in seconds */
async function encode(
  source: Source,
  audio: AudioEncoding | undefined,
  writers: readonly RenditionWriter[],
  { onProgress, limits }: { onProgress: (progress: number) => void; limits: MediaLimits | undefined },
): Promise<number> {
  using decoder = await Decoder.create(source.video, { exitOnError: false });
  using filter = FilterAPI.create(videoFilters(source));
  let endSec = 0;
  let frames = 0;
  let decodedFrames = 0;
  let packets = 0;
  const requireWithinLimits = () => {
    if (limits && (endSec > limits.seconds || decodedFrames > limits.frames)) throw new MediaError('too_long');
  };
  const writeFrame = async (filtered: Frame) => {
    using frame = filtered;
    frames++;
    await Promise.all(writers.map((writer) => writer.writeFrame(frame)));
    endSec = Math.max(endSec, getEnd(frame.pts, frame.duration, frame.timeBase));
    requireWithinLimits();
    if (source.info.durationSec) onProgress(Math.min(1, endSec / source.info.durationSec));
  };
  const writeVideo = async (packet: Packet | null) => {
    for (const decoded of await decoder.decodeAll(packet)) {
      using frame = decoded;
      decodedFrames++;
      for (const filtered of await filter.processAll(frame)) await writeFrame(filtered);
    }
  };
  const writeAudio = async (packet: Packet | null) => {
    for await (const encoded of audio?.encode(packet) ?? []) {
      using copy = encoded;
      await Promise.all(writers.map((writer) => writer.writeAudio(copy)));
      endSec = Math.max(endSec, getEnd(copy.pts, copy.duration, copy.timeBase));
    }
  };
  for await (const read of source.input.packets()) {
    if (!read) break;
    using packet = read;
    requireWithinLimits();
    if (packet.streamIndex === source.video.index) {
      packets++;
      await writeVideo(packet);
    } else if (packet.streamIndex === source.audio?.index) await writeAudio(packet);
  }
  await writeVideo(null);
  for await (const filtered of filter.flushFrames()) await writeFrame(filtered);
  await writeAudio(null);
  if (frames === 0) throw new MediaError(packets === 0 ? 'not_a_video' : 'unknown_codec', 'no frame could be decoded');
  return endSec;
}

/**
 * A constant frame rate from the start, whatever the source has: key frames then are at the same times in all
 * renditions, and recordings with broken timestamps can be encoded.
 */
function videoFilters({ filters, frameRate: { num, den }, startSec }: Source): string {
  return [`setpts=PTS-${startSec}/TB`, ...filters, `fps=${num}/${den}:start_time=0`].join(',');
}

const getEnd = (pts: bigint, duration: bigint, { num, den }: { num: number; den: number }): number =>
  (Number(pts + (duration > 0n ? duration : 0n)) * num) / den;

/** Copies the streams of a fragmented file into an MP4 that plays while it loads: its index comes first. */
async function remuxAsMp4(path: string, target: string): Promise<void> {
  await using input = await Demuxer.open(path, { options: { protocol_whitelist: 'file' } });
  await using output = await Muxer.open(target, { input, format: 'mp4', options: { movflags: '+faststart' } });
  await pipeline(input, output).completion;
}

/** Some containers count their duration from 0, others from the first frame: the longer reading counts. */
function requireComplete(endSec: number, announcedSec: number | null): void {
  const missing = (announcedSec ?? 0) - endSec;
  if (missing <= TOLERANCE.seconds || missing <= TOLERANCE.fraction * (announcedSec ?? 0)) return;
  throw new MediaError('incomplete', `${endSec.toFixed(1)} of ${announcedSec} seconds`);
}
