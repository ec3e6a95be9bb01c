import { ChoiceField, EmptyAsUndefined } from '../../../platform/http/validation/fields.js';
import { periods, startOfDay } from '../activity/activity-sql.js';

export const ranges = ['7d', '30d', '90d', '365d'] as const;
export type Range = (typeof ranges)[number];
export const DEFAULT_RANGE: Range = '30d';

export const RANGE_DAYS: Record<Range, number> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 };

/** The first day (UTC) of a range, which ends today. */
export const getRangeStart = (range: Range, now = new Date()): Date => startOfDay(now, RANGE_DAYS[range] - 1);

export const intervals = periods;
export type Interval = (typeof intervals)[number];
export const DEFAULT_INTERVAL: Interval = 'day';

export class RangeQuery {
  @EmptyAsUndefined()
  @ChoiceField(ranges, {
    label: 'range',
    description: 'days (UTC) up to today; 30d by default',
    enumName: 'AnalyticsRange',
    optional: true,
  })
  range?: Range;
}

export class SeriesQuery extends RangeQuery {
  @EmptyAsUndefined()
  @ChoiceField(intervals, {
    label: 'interval',
    description: 'day by default; weeks begin on Monday',
    enumName: 'AnalyticsInterval',
    optional: true,
  })
  interval?: Interval;
}
