import { expect, test } from '@jest/globals';
import { findCurrentIndex, formatDuration, parseTime, parseUrlTime } from './time';

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [59.9, '0:59'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  ['65', 65],
  ['1:05', 65],
  ['1:05.250', 65.25],
  ['01:05,5', 65.5],
  ['1:02:03', 3723],
  ['65s', 65],
  ['1m5s', 65],
  ['2m', 120],
  ['1h2m3s', 3723],
  [' 7 ', 7],
])('%s is a time', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds);
});

test.each(['', '-5', 'abc', '1:xx', '1:2:3:4', '5 apples', 'm', '1:005'])('%j is no time', (text) => {
  expect(parseTime(text)).toBeUndefined();
});

test('the current index is the last one that has begun', () => {
  expect(findCurrentIndex([0, null, 10, 20], 9)).toBe(0);
  expect(findCurrentIndex([0, null, 10, 20], 10)).toBe(2);
  expect(findCurrentIndex([5], 1)).toBe(-1);
  expect(findCurrentIndex([], 1)).toBe(-1);
});

test.each([
  ['65', 65],

  ['-1', undefined],
  ['1m5.9s', 65],
  [undefined, undefined],
  ['soon', undefined],
])('a URL with %j begins at %j', (time, seconds) => {
  expect(parseUrlTime(time)).toBe(seconds);
});
