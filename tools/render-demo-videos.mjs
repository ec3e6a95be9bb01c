// Renders the animated SVG sources of the demo's videos to MP4: `node tools/render-demo-videos.mjs [NAME]`, by Node 24.
// The results are committed beside their sources, as is a damaged file, by which the demo shows an error of processing.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_ERROR,
  AV_PIX_FMT_RGB24,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Frame, Log } from 'node-av/lib';
import sharp from 'sharp';
import { openSvgRenderer } from './lib/svg-renderer.mjs';

const FPS = 20;
const SAMPLE_RATE = 48_000;
const SAMPLES = 1024;
/** Frequencies in Hz of quiet chords, one for every four seconds. */
const CHORDS = [
  [196, 246.94, 293.66],
  [220, 261.63, 329.63],
  [174.61, 220, 261.63],
  [164.81, 196, 246.94],
];
const CHORD_SECONDS = 4;

/** Runs in the page: the time in seconds at which the last animation of the drawing ends. */
const LAST_ANIMATION_END = `Math.max(...[...document.querySelectorAll('animate')].map(
  (each) => parseFloat(each.getAttribute('begin')) + parseFloat(each.getAttribute('dur'))))`;

const folder = new URL('../backend/src/demo/content/videos/', import.meta.url);
Log.setLevel(AV_LOG_ERROR);
const renderer = await openSvgRenderer();
const wanted = process.argv[2] ?? '';
const names = (await readdir(folder)).filter((file) => file.startsWith(wanted) && file.endsWith('.svg'));
for (const name of names) await render(new URL(name, folder), new URL(name.replace(/svg$/, 'mp4'), folder));
await renderer.close();
// Without the index at its end, an MP4 cannot be read.
const whole = await readFile(new URL('a-tour-of-your-hub.mp4', folder));
await writeFile(new URL('retrospective.mp4', folder), whole.subarray(0, 24_000));

/** @param {URL} source @param {URL} target */
async function render(source, target) {
  await renderer.show(source);
  const seconds = Number(await renderer.page.evaluate(LAST_ANIMATION_END));
  await using muxer = await Muxer.open(fileURLToPath(target), { useAsyncWrite: false });
  using filter = FilterAPI.create('scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', {
    framerate: { num: FPS, den: 1 },
  });
  using picture = await Encoder.create(FF_ENCODER_LIBX264, {
    filter,
    gopSize: FPS * 4,
    options: { preset: 'veryslow', crf: 24, tune: 'animation' },
  });
  using sound = await Encoder.create(FF_ENCODER_AAC, { bitrate: 48_000 });
  const video = muxer.addStream(picture);
  const audio = muxer.addStream(sound);
  let sample = 0;
  for (let n = 0; n < seconds * FPS; n++) {
    using drawn = await drawFrame(n);
    for (const frame of await filter.processAll(drawn)) await write(picture, frame, video);
    for (; sample < ((n + 1) / FPS) * SAMPLE_RATE; sample += SAMPLES) await write(sound, chord(sample, seconds), audio);
  }
  for await (const frame of filter.flushFrames()) await write(picture, frame, video);
  await write(picture, null, video);
  await write(sound, null, audio);

  /** @param {Encoder} encoder @param {Frame | null} given @param {number} index */
  async function write(encoder, given, index) {
    using frame = given;
    for (const encoded of await encoder.encodeAll(frame)) {
      using packet = encoded;
      await muxer.writePacket(packet, index);
    }
  }
}

/** @param {number} n */
async function drawFrame(n) {
  await renderer.page.evaluate(
    `(svg => { svg.pauseAnimations(); svg.setCurrentTime(${n / FPS}) })(document.querySelector('svg'))`,
  );
  const { data, info } = await sharp(await renderer.page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const timeBase = { num: 1, den: FPS };
  return Frame.fromVideoBuffer(data, { width, height, format: AV_PIX_FMT_RGB24, timeBase, pts: BigInt(n) });
}

/** A soft chord, faded in and out. @param {number} at first sample @param {number} seconds of the video */
function chord(at, seconds) {
  const channel = Buffer.alloc(SAMPLES * 4);
  for (let i = 0; i < SAMPLES; i++) {
    const time = (at + i) / SAMPLE_RATE;
    const within = time % CHORD_SECONDS;
    const notes = CHORDS[Math.floor(time / CHORD_SECONDS) % CHORDS.length] ?? [];
    const swell = Math.sin((Math.PI * within) / CHORD_SECONDS) ** 2 * Math.min(1, Math.max(0, seconds - time) / 2);
    const wave = notes.reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * time), 0);
    channel.writeFloatLE(0.025 * swell * wave, i * 4);
  }
  return Frame.fromAudioBuffer(Buffer.concat([channel, channel]), {
    nbSamples: SAMPLES,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase: { num: 1, den: SAMPLE_RATE },
    pts: BigInt(at),
  });
}
