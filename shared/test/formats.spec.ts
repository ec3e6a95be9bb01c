import { expect, test } from '@jest/globals';
import {
  abbreviate,
  formatDate,
  formatDateTime,
  formatMegabytes,
  formatRecentTime,
  formatSize,
} from '../src/formats.js';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0K'],
  [1049, '1.0K'],
  [1050, '1.1K'],
  [12_345, '12.3K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [1_000_000, '1.0M'],
  [12_345_678, '12.3M'],
])('%d is written %s', (count, text) => {
  expect(abbreviate(count)).toBe(text);
});

test('dates are formatted in German and local time', () => {
  // A time without a zone is local, so the test passes in every time zone.
  expect(formatDate('2026-03-01T12:00:00')).toBe('01.03.2026');
  expect(formatDateTime('2026-03-01T09:05:00')).toBe('01.03.2026, 09:05');
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [999_949, '999.9 KB'],
  [999_950, '1.0 MB'],
  [12_345_678, '12.3 MB'],
  [5_000_000_000_000_000, '5000.0 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test.each([
  [1, '1 MB'],
  [500, '500 MB'],
  [1024, '1 GB'],
  [1536, '1.5 GB'],
  [2048, '2 GB'],
])('%d megabytes are %s', (megabytes, text) => {
  expect(formatMegabytes(megabytes)).toBe(text);
});

test('a time of today is short, others have their date', () => {
  const noon = new Date();
  noon.setHours(12, 5, 0, 0);
  expect(formatRecentTime(noon.getTime())).toBe('12:05');
  expect(formatRecentTime(new Date(2026, 0, 2, 14, 2).getTime())).toBe('02.01.2026, 14:02');
});
