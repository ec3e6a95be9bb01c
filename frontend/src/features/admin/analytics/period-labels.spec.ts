import { expect, test } from '@jest/globals';
import { formatPeriod, formatPeriodShort } from './period-labels';

test('days and months of UTC are formatted in German order, in any time zone', () => {
  expect(formatPeriod('2026-11-23', 'day')).toBe('23.11.2026');
  expect(formatPeriod('2026-11-23', 'week')).toBe('23.11.2026');
  expect(formatPeriod('2026-11-01', 'month')).toBe('11/2026');
  expect(formatPeriodShort('2026-01-01', 'day')).toBe('01.01.');
  expect(formatPeriodShort('2026-01-01', 'month')).toBe('01/2026');
});
