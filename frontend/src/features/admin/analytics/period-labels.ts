import type { AnalyticsInterval } from '../../../api/generated/model/analyticsInterval';

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('de-DE', { ...options, timeZone: 'UTC' });

const day = inUtc({ day: '2-digit', month: '2-digit', year: 'numeric' });
const shortDay = inUtc({ day: '2-digit', month: '2-digit' });
const month = inUtc({ month: '2-digit', year: 'numeric' });

/** Formats the first day (UTC) of a period: 23.11.2026, or 11/2026 for a month. */
export const formatPeriod = (start: string, interval: AnalyticsInterval): string =>
  (interval === 'month' ? month : day).format(new Date(start));

/** The same without the year of days, for the axis of a chart. */
export const formatPeriodShort = (start: string, interval: AnalyticsInterval): string =>
  (interval === 'month' ? month : shortDay).format(new Date(start));
