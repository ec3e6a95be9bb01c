import { writeFile } from 'node:fs/promises';
import { Decoder, Encoder, FilterAPI } from 'node-av/api';
import { AVSEEK_FLAG_BACKWARD, FF_ENCODER_PNG } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { type Source, withSource } from './source.js';

/** Where a picture is looked for, as parts of the duration. */
const POSITIONS = [0.1, 0.3, 0.5];
const MAX_WIDTH = 1600;
/** Mean brightness from 0 to 255 below which a picture counts as black. */
const DARK = 28;
/** Every n-th byte is enough to judge the brightness. */
const SAMPLE_STEP = 97;
/** Frames between a key frame and the wanted time; some files have a key frame only at their start. */
const MAX_DECODED_FRAMES = 600;

/**
 * Writes a picture of the video as PNG: the first that is not nearly black.
 * @returns false when no frame can be decoded
 */
export async function writePoster(path: string, target: string): Promise<boolean> {
  let found: Buffer | undefined;
  for (const position of POSITIONS) {
    // Opened anew, because a demuxer that was left midway has packets of the former position.
    const picture = await withSource(path, (source) => readPicture(source, position * (source.info.durationSec ?? 0)));
    if (picture) found = picture.png;
    if (picture && !picture.isDark) break;
  }
  if (found) await writeFile(target, found);
  return found !== undefined;
}

/** The frame at a time, or the last one before it. */
async function readPicture(source: Source, seconds: number): Promise<{ png: Buffer; isDark: boolean } | undefined> {
  const { input, video } = source;
  const at = seconds + source.startSec;
  await input.seek(at, -1, AVSEEK_FLAG_BACKWARD);
  using decoder = await Decoder.create(video, { exitOnError: false });
  let before: Frame | undefined;
  try {
    let decodedFrames = 0;
    for await (const packet of input.packets(video.index)) {
      using read = packet;
      for (const frame of await decoder.decodeAll(read)) {
        before?.free();
        before = frame;
        if (toSeconds(frame) >= at || ++decodedFrames > MAX_DECODED_FRAMES) return await toPng(frame, source);
      }
      if (!read) break;
    }
    return before && (await toPng(before, source));
  } finally {
    before?.free();
  }
}

const toSeconds = ({ pts, timeBase: { num, den } }: Frame): number => (Number(pts) * num) / den;

async function toPng(picture: Frame, source: Source): Promise<{ png: Buffer; isDark: boolean } | undefined> {
  const filters = [...source.filters, `scale=w='min(${MAX_WIDTH},iw*sar)':h=-2`, 'setsar=1', 'format=rgb24'];
  using filter = FilterAPI.create(filters.join(','));
  const frames = await filter.processAll(picture);
  for await (const frame of filter.flushFrames()) frames.push(frame);
  const [first] = frames;
  if (!first) return undefined;
  try {
    const pixels = first.toBuffer();
    let sum = 0;
    for (let i = 0; i < pixels.length; i += SAMPLE_STEP) sum += pixels[i] ?? 0;
    const png = Buffer.from(await Encoder.encodeOne(FF_ENCODER_PNG, first));
    return { png, isDark: sum / (pixels.length / SAMPLE_STEP) < DARK };
  } finally {
    for (const frame of frames) frame.free();
  }
}
