import { AnalyticsInterval } from '../../../api/generated/model/analyticsInterval';
import { AnalyticsRange } from '../../../api/generated/model/analyticsRange';
import { createSearchParser, enumParam } from '../../../lib/search-params';

export const ranges = Object.values(AnalyticsRange);
export const intervals = Object.values(AnalyticsInterval);

/** The choices of the screen; the defaults are left out. */
export const analyticsSearch = createSearchParser({ range: enumParam(ranges), interval: enumParam(intervals) });

export type AnalyticsSearch = ReturnType<typeof analyticsSearch>;
