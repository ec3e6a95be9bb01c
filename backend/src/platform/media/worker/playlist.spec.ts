import { expect, test } from '@jest/globals';
import { chooseFrameRate } from './frame-rate.js';
import { peakBitrate } from './playlist.js';

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
