import { describe, expect, test } from '@jest/globals';
import { maxVideoRate, renditionSizes } from './ladder.js';

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
