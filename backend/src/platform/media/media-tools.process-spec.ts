import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pino from 'pino';
import sharp from 'sharp';
import { mediaProcesses } from '../../../test/support/child-processes.js';
import { markSideways, type TestVideo, writeTestVideo } from '../../../test/support/media-files.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { MediaTools, runMediaTask } from './media-tools.js';

// Conversions have a low priority, so on a busy machine they take several times as long.
jest.setTimeout(120_000);

let folder: string;
const tools = new MediaTools(pino({ level: 'silent' }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pathOf = (name: string) => join(folder, name);
const create = (name: string, options?: TestVideo) => writeTestVideo(pathOf(name), options);
const convert = (path: string, withMp4 = true) => tools.transcode(path, { folder: `${path}.out`, withMp4 });

/** With and without the native library. */
async function refused(path: string): Promise<void> {
  for (const canConvert of [true, false])
    await expect(runMediaTask('probe', { path, canConvert })).rejects.toMatchObject({ code: 'not_a_video' });
}

describe('properties of a file', () => {
  test.each([
    ['an MP4 plays as it is', 'plain.mp4', {}, ['mp4', 'h264', 'aac', true]],
    ['so does a WebM', 'plain.webm', { video: 'libvpx-vp9', audio: 'libopus' }, ['webm', 'vp9', 'opus', true]],
    ['and an MP4 without sound', 'mute.mp4', { audio: null }, ['mp4', 'h264', null, true]],
    ['an AVI does not', 'old.avi', { video: 'mpeg4', audio: 'libmp3lame' }, ['avi', 'mpeg4', 'mp3', false]],
    ['nor a Matroska file', 'plain.mkv', {}, ['mkv', 'h264', 'aac', false]],
    ['nor a MOV', 'plain.mov', {}, ['mov', 'h264', 'aac', false]],
    ['nor an MP4 with H.265', 'hevc.mp4', { video: 'libx265' }, ['mp4', 'hevc', 'aac', false]],
  ])('%s', async (_name, file, options, [container, videoCodec, audioCodec, isBrowserPlayable]) => {
    const path = await create(file, options);
    const properties = { container, videoCodec, audioCodec, isBrowserPlayable, width: 320, height: 180 };
    const { durationSec, framesPerSecond, ...info } = await tools.probe(path);
    expect(info).toEqual(properties);
    expect(durationSec).toBeCloseTo(2, 0);
    expect(framesPerSecond).toBeCloseTo(25, 0);
    if (container === 'avi') return;
    // Without the native library the same properties are read.
    expect(await runMediaTask('probe', { path, canConvert: false })).toMatchObject(properties);
  });

  test('a video that a phone stored sideways has the size in which it is shown', async () => {
    const path = await markSideways(await create('sideways.mp4'));
    expect(await tools.probe(path)).toMatchObject({ width: 180, height: 320 });
  });
});

describe('files that are refused', () => {
  test('a text named .mp4', async () => {
    await writeFile(pathOf('text.mp4'), 'no video\n'.repeat(500));
    await refused(pathOf('text.mp4'));
    await expect(tools.probe(pathOf('text.mp4'))).rejects.toThrow('This file is not a video that can be read.');
  });

  test('an empty file', async () => {
    await writeFile(pathOf('empty.mp4'), '');
    await refused(pathOf('empty.mp4'));
  });

  test('a file that ends after its signature', async () => {
    const path = await create('signature.mp4');
    await truncate(path, 24);
    await refused(path);
  });

  test('an MP4 whose index is missing', async () => {
    const path = await create('headless.mp4');
    await truncate(path, Math.floor((await stat(path)).size / 2));
    await refused(path);
  });

  test('a WebM whose content is damaged, at once', async () => {
    const path = await create('damaged.webm', { video: 'libvpx-vp9', audio: 'libopus' });
    const whole = await readFile(path);
    // Nothing can be read behind the first bytes, and nothing behind the description of the tracks.
    for (const length of [60, 1000]) {
      await writeFile(path, Buffer.concat([whole.subarray(0, length), Buffer.alloc(whole.length - length)]));
      await expect(convert(path)).rejects.toMatchObject({ code: 'not_a_video' });
      // Without the native library: what can be read of it, or the same error.
      const options = { silenceMs: 5000 };
      const probe = runMediaTask('probe', { path, canConvert: false }, options).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'not_a_video' });
      });
      await probe;
      await rm(`${path}.out`, { recursive: true, force: true });
    }
  });

  test('a playlist that names a file of the server', async () => {
    const secret = await create('secret.mp4');
    const path = pathOf('playlist.mp4');
    await writeFile(path, `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${secret}\n#EXT-X-ENDLIST\n`);
    await refused(path);
    await writeFile(path, `ffconcat version 1.0\nfile ${secret}\n`);
    await refused(path);
  });

  test('sound without a picture', async () => {
    const path = await create('sound.mp4', { video: null });
    await expect(tools.probe(path)).rejects.toMatchObject({ code: 'no_picture' });
  });

  test('a file whose end is missing', async () => {
    const path = await create('cut.mp4', { seconds: 8, muxerOptions: { movflags: '+faststart' } });
    await truncate(path, Math.floor((await stat(path)).size * 0.4));
    await expect(convert(path)).rejects.toThrow('This file is incomplete: the end of the video is missing.');
  });
});

describe('conversion', () => {
  test.each([
    ['AVI', 'convert.avi', { video: 'mpeg4', audio: 'libmp3lame' }],
    ['Matroska', 'convert.mkv', {}],
    ['H.265', 'convert-hevc.mp4', { video: 'libx265' }],
    ['WebM with odd sizes', 'convert.webm', { video: 'libvpx-vp9', audio: 'libopus', width: 322, height: 182 }],
  ])('%s becomes an MP4 that browsers play, and a rendition', async (_name, file, options: TestVideo) => {
    const { durationSec, renditions, mp4Path } = await convert(await create(file, options));
    expect(durationSec).toBeCloseTo(2, 0);
    expect(renditions).toMatchObject([
      { width: options.width ?? 320, codecs: expect.stringMatching(/^avc1\.6400\w\w,mp4a\.40\.2$/) },
    ]);
    expect(await tools.probe(mp4Path!)).toMatchObject({
      isBrowserPlayable: true,
      height: options.height ?? 180,
      videoCodec: 'h264',
      audioCodec: 'aac',
    });
  });

  test('the MP4 begins with its index, so that it plays while it loads', async () => {
    const { mp4Path } = await convert(await create('index.mkv'));
    const bytes = await readFile(mp4Path!);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('renditions are cut at the same times, and playlists name byte ranges of one file', async () => {
    const path = await create('ladder.mp4', { seconds: 9, width: 1280, height: 720, audio: null });
    const progress: number[] = [];
    const { renditions } = await tools.transcode(path, {
      folder: `${path}.out`,
      withMp4: false,
      onProgress: (part) => progress.push(part),
    });
    expect(renditions.map(({ width, height }) => [width, height])).toEqual([
      [1280, 720],
      [854, 480],
    ]);
    for (const { playlist, path: media, bitrate } of renditions) {
      expect(playlist.match(/#EXTINF:[\d.]+/g)).toEqual(['#EXTINF:4.000000', '#EXTINF:4.000000', '#EXTINF:1.000000']);
      expect(new Set(playlist.split('\n').filter((line) => line && !line.startsWith('#')))).toEqual(
        new Set(['media.m4s']),
      );
      const [size, at] = playlist
        .match(/BYTERANGE:\d+@\d+(?![^]*BYTERANGE)/)![0]
        .match(/\d+/g)!
        .map(Number);
      expect((await stat(media)).size).toBeGreaterThanOrEqual(size! + at!);
      expect(bitrate).toBeGreaterThan(1000);
    }
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.every((part) => part > 0 && part <= 1)).toBe(true);
    expect((await readdir(`${path}.out`)).sort()).toEqual(['480.m3u8', '480.m4s', '720.m3u8', '720.m4s']);
  });

  test('a video that a phone stored sideways is upright', async () => {
    const path = await markSideways(await create('sideways.mp4', { seconds: 1 }));
    const { mp4Path, renditions } = await convert(path);
    expect(renditions).toMatchObject([{ width: 180, height: 320 }]);
    expect(await tools.probe(mp4Path!)).toMatchObject({ width: 180, height: 320 });
    // The bar that grew from the left grows from the top.
    const poster = pathOf('sideways.png');
    expect(await tools.writePoster(mp4Path!, poster)).toBe(true);
    const { data, info } = await sharp(poster).raw().toBuffer({ resolveWithObject: true });
    const brightness = (x: number, y: number) => data[(y * info.width + x) * info.channels]!;
    expect(brightness(90, 2)).toBeGreaterThan(180);
    expect(brightness(2, 300)).toBeLessThan(140);
    expect(brightness(170, 300)).toBeLessThan(140);
  });

  test('a recording that begins late begins at 0', async () => {
    const path = await create('late.mkv', { startSeconds: 10, seconds: 3, audio: null });
    const { durationSec } = await convert(path);
    expect(durationSec).toBeCloseTo(3, 0);
  });

  test('a recording without a duration gets one', async () => {
    const path = await create('live.webm', { video: 'libvpx', audio: 'libopus', muxerOptions: { live: '1' } });
    expect(await tools.probe(path)).toMatchObject({ durationSec: null, isBrowserPlayable: false });
    const { durationSec, mp4Path } = await convert(path);
    expect(durationSec).toBeCloseTo(2, 0);
    expect((await tools.probe(mp4Path!)).durationSec).toBeCloseTo(2, 0);
  });
});

describe('unusual recordings', () => {
  test.each<[string, string, TestVideo, { width: number; height: number; isPlayable: boolean }]>([
    [
      'odd sizes',
      'odd.webm',
      { video: 'libvpx-vp9', audio: 'libopus', width: 853, height: 479 },
      { width: 852, height: 478, isPlayable: true },
    ],
    ['an irregular frame rate', 'irregular.mp4', { isIrregular: true }, { width: 320, height: 180, isPlayable: true }],
    ['120 frames per second', 'fast.mp4', { fps: 120 }, { width: 320, height: 180, isPlayable: true }],
    ['5 frames per second', 'slow.mp4', { fps: 5 }, { width: 320, height: 180, isPlayable: true }],
    ['surround sound', 'surround.mp4', { channels: 6 }, { width: 320, height: 180, isPlayable: true }],
    ['H.264 in ten bits', 'ten-bits.mp4', { isTenBit: true }, { width: 320, height: 180, isPlayable: false }],
    [
      'H.265 in ten bits',
      'hevc-ten-bits.mov',
      { isTenBit: true, video: 'libx265' },
      { width: 320, height: 180, isPlayable: false },
    ],
    ['a tiny picture', 'tiny.mp4', { width: 16, height: 16 }, { width: 16, height: 16, isPlayable: true }],
    ['a very wide picture', 'wide.mp4', { width: 1600, height: 90 }, { width: 1600, height: 90, isPlayable: true }],
  ])(
    '%s: plays in browsers with picture and sound',
    async (_name, file, options, { isPlayable, ...size }) => {
      const path = await create(file, options);
      expect((await tools.probe(path)).isBrowserPlayable).toBe(isPlayable);
      const { durationSec, renditions, mp4Path } = await convert(path);
      expect(durationSec).toBeCloseTo(2, 0);
      expect(renditions).toMatchObject([{ ...size, codecs: expect.stringMatching(/^avc1\.6400\w\w,mp4a\.40\.2$/) }]);
      expect(await tools.probe(mp4Path!)).toMatchObject({ ...size, isBrowserPlayable: true, audioCodec: 'aac' });
      expect((await tools.probe(mp4Path!)).durationSec).toBeCloseTo(2, 0);
      expect(await tools.writePoster(path, `${path}.png`)).toBe(true);
    },
    120_000,
  );

  test('one frame is a video', async () => {
    for (const audio of [null, 'aac']) {
      const path = await create(`frame-${audio}.mp4`, { seconds: 0.04, audio });
      const { durationSec, renditions, mp4Path } = await convert(path);
      expect(durationSec).toBeGreaterThan(0);
      expect(renditions).toMatchObject([{ height: 180, playlist: expect.stringContaining('#EXTINF:0.0') }]);
      expect(await tools.probe(mp4Path!)).toMatchObject({ isBrowserPlayable: true });
      expect(await tools.writePoster(path, `${path}.png`)).toBe(true);
    }
  });
});

test('a conversion ends at its limits, whatever the file says about itself', async () => {
  const path = await create('limits.mp4', { seconds: 4, audio: null });
  const run = (limits: { seconds: number; frames: number }, n: number) =>
    tools.transcode(path, { folder: `${path}.${n}`, withMp4: false, limits });
  await expect(run({ seconds: 2, frames: 1000 }, 1)).rejects.toMatchObject({ code: 'too_long' });
  await expect(run({ seconds: 10, frames: 50 }, 2)).rejects.toMatchObject({ code: 'too_long' });
  expect((await run({ seconds: 5, frames: 101 }, 3)).durationSec).toBeCloseTo(4, 0);
});

describe('posters', () => {
  test('show what is at a tenth of the video, however short', async () => {
    const path = await create('short.mp4', { seconds: 1, audio: null });
    expect(await tools.writePoster(path, `${path}.png`)).toBe(true);
    expect(await sharp(`${path}.png`).metadata()).toMatchObject({ width: 320, height: 180 });
  });

  test('a black beginning is skipped', async () => {
    const path = await create('black.mp4', { seconds: 4, blackSeconds: 1 });
    expect(await tools.writePoster(path, `${path}.png`)).toBe(true);
    const { width, height, format } = await sharp(`${path}.png`).metadata();
    expect({ width, height, format }).toEqual({ width: 320, height: 180, format: 'png' });
    const { channels } = await sharp(`${path}.png`).stats();
    expect(channels[0]!.mean).toBeGreaterThan(80);
  });
});

describe('the process', () => {
  test('is killed when the task is canceled', async () => {
    const path = await create('cancel.mp4', { seconds: 20, width: 1280, height: 720, audio: null });
    const canceled = new AbortController();
    const run = tools.transcode(path, {
      folder: `${path}.out`,
      withMp4: false,
      signal: canceled.signal,
      onProgress: () => canceled.abort(new Error('canceled by the test')),
    });
    await expect(run).rejects.toThrow('canceled by the test');
    await waitFor(mediaProcesses, (pids) => pids.length === 0);
  });

  test('is started again when it dies, and the file is given up after three times', async () => {
    const path = await create('crash.mp4', { seconds: 20, width: 1280, height: 720, audio: null });
    const killed = new Set<number>();
    const run = tools.transcode(path, {
      folder: `${path}.out`,
      withMp4: false,
      onProgress: () => {
        for (const pid of mediaProcesses()) {
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
      },
    });
    await expect(run).rejects.toMatchObject({ code: 'crashed' });
    expect(killed.size).toBe(3);
  });

  test('has lowered priority and not the environment of the server, which contains passwords', async () => {
    const path = await create('priority.mp4', { seconds: 8, width: 1280, height: 720, audio: null });
    const seen: { nice: number; environment: string }[] = [];
    await tools.transcode(path, {
      folder: `${path}.out`,
      withMp4: false,
      onProgress: () =>
        void Promise.all(
          mediaProcesses().map(async (pid) => {
            const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
            seen.push({ nice: Number(fields[16]), environment: await readFile(`/proc/${pid}/environ`, 'utf8') });
          }),
        ).catch(() => undefined),
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen[0]).toMatchObject({ nice: 10, environment: expect.not.stringContaining('PATH=') });
  });

  test('a task that reports nothing is ended', async () => {
    const path = await create('silent.mp4');
    const failure = runMediaTask('probe', { path, canConvert: true }, { silenceMs: 1 });
    await expect(failure).rejects.toMatchObject({ code: 'too_slow' });
  });
});
