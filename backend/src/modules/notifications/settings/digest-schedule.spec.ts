import { expect, test } from '@jest/globals';
import { type DigestFrequency, findNextDigest } from './digest-schedule.js';
import { sourceTexts } from '../../../platform/language/texts.js';
import { findTimeZoneProblem } from './time-zones.js';

test.each<[after: string, DigestFrequency, zone: string | null, next: string | null]>([
  ['2026-11-26T06:59:59Z', 'daily', 'Europe/Berlin', '2026-11-26T07:00:00Z'],
  ['2026-11-26T07:00:00Z', 'daily', 'Europe/Berlin', '2026-11-27T07:00:00Z'],
  // Already the next day there.
  ['2026-11-26T20:00:00Z', 'daily', 'Asia/Tokyo', '2026-11-26T23:00:00Z'],
  ['2026-11-26T20:00:00Z', 'daily', null, '2026-11-27T08:00:00Z'],
  // Clocks change in the night before.
  ['2026-03-28T12:00:00Z', 'daily', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  ['2026-10-24T12:00:00Z', 'daily', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ['2026-11-26T12:00:00Z', 'weekly', 'America/New_York', '2026-11-30T13:00:00Z'],
  ['2026-11-30T13:00:00Z', 'weekly', 'America/New_York', '2026-12-07T13:00:00Z'],
  ['2026-11-26T20:00:00Z', 'daily', 'Not/Known', '2026-11-27T08:00:00Z'],
  ['2026-11-26T20:00:00Z', 'off', 'Europe/Berlin', null],
])('after %s the next %s digest in %s is sent at %s', (after, frequency, zone, next) => {
  expect(findNextDigest(new Date(after), frequency, zone)).toEqual(next && new Date(next));
});

test('time zones are known by their names', () => {
  for (const zone of ['Europe/Berlin', 'UTC', undefined, null]) expect(findTimeZoneProblem(zone)).toBeUndefined();
  for (const zone of ['', '+02:00', 'Mars/Base', 5])
    expect(findTimeZoneProblem(zone)?.(sourceTexts)).toContain('Europe/Berlin');
});
