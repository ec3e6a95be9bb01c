import { describe, expect, test } from '@jest/globals';
import { chooseFrameRate } from './properties.js';
import { maxVideoRate, peakBitrate, renditionSizes } from './ladder.js';

const sizes = (width: number, height: number) =>
  renditionSizes({ width, height }).map((size) => `${size.width}x${size.height}`);

describe('sizes of renditions', () => {
  test.each([
    ['4K', 3840, 2160, ['1920x1080', '1280x720', '854x480']],
    ['1080p', 1920, 1080, ['1920x1080', '1280x720', '854x480']],
    ['a phone held upright', 1080, 1920, ['1080x1920', '720x1280', '480x854']],
    ['between two steps', 1600, 900, ['1280x720', '854x480']],
    ['smaller than all steps', 640, 360, ['640x360']],
    ['odd numbers, which H.264 refuses', 321, 181, ['320x180']],
    ['a strip', 8000, 100, ['3840x48']],
    ['a dot', 1, 1, ['2x2']],
  ])('%s', (_name, width, height, expected) => {
    expect(sizes(width, height)).toEqual(expected);
  });
});

test('the rate follows the number of pixels', () => {
  const rates = [
    [1920, 1080],
    [1280, 720],
    [854, 480],
  ].map(([width = 0, height = 0]) => Math.round(maxVideoRate({ width, height }) / 100_000));
  expect(rates).toEqual([50, 27, 15]);
});

const segment = (seconds: number, bytes: number) => `#EXTINF:${seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${bytes}@0\nx\n`;

test('the peak rate is that of the most demanding segment', () => {
  expect(peakBitrate(segment(4, 1000) + segment(4, 5000) + segment(2, 1000))).toBe(10_000);
});

test('a last segment of a fraction of a second does not count', () => {
  expect(peakBitrate(segment(4, 1000) + segment(0.2, 1000))).toBe(2000);
  expect(peakBitrate(segment(0.5, 1000))).toBe(16_000);
});

test('renditions have the frame rate of the source within limits', () => {
  expect(chooseFrameRate({ num: 30_000, den: 1001 })).toEqual({ num: 30_000, den: 1001 });
  expect(chooseFrameRate({ num: 120, den: 1 })).toEqual({ num: 60, den: 1 });
  expect(chooseFrameRate({ num: 1, den: 2 })).toEqual({ num: 10, den: 1 });
  // Browsers' recordings announce the resolution of their clock, some files nothing.
  for (const unknown of [
    { num: 1000, den: 1 },
    { num: 0, den: 0 },
  ])
    expect(chooseFrameRate(unknown)).toEqual({ num: 30, den: 1 });
});
