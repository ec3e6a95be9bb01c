import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getAnalyticsSeries,
  getGetAnalyticsSeriesQueryKey,
  getGetInsightsQueryKey,
  getGetOverviewQueryKey,
  getInsights,
  getListActivityQueryKey,
  getListTopContentQueryKey,
  getOverview,
  listActivity,
  listTopContent,
} from '../../../api/generated/analytics/analytics';
import { ActivityFilter } from '../../../api/generated/model/activityFilter';
import type { AnalyticsInterval } from '../../../api/generated/model/analyticsInterval';
import type { AnalyticsRange } from '../../../api/generated/model/analyticsRange';
import type { AnalyticsSearch } from './search-params';

export const activityFilters = Object.values(ActivityFilter);

export const DEFAULT_RANGE: AnalyticsRange = '30d';
export const DEFAULT_INTERVAL: AnalyticsInterval = 'day';

export const overviewQuery = queryOptions({
  queryKey: getGetOverviewQueryKey(),
  queryFn: ({ signal }) => getOverview({ signal }),
});

export function seriesQuery({ range = DEFAULT_RANGE, interval = DEFAULT_INTERVAL }: AnalyticsSearch) {
  const params = { range, interval };
  return queryOptions({
    queryKey: getGetAnalyticsSeriesQueryKey(params),
    queryFn: ({ signal }) => getAnalyticsSeries(params, { signal }),
  });
}

export function topContentQuery(range: AnalyticsRange = DEFAULT_RANGE) {
  return queryOptions({
    queryKey: getListTopContentQueryKey({ range }),
    queryFn: ({ signal }) => listTopContent({ range }, { signal }),
  });
}

export function insightsQuery(range: AnalyticsRange = DEFAULT_RANGE) {
  return queryOptions({
    queryKey: getGetInsightsQueryKey({ range }),
    queryFn: ({ signal }) => getInsights({ range }, { signal }),
  });
}

/** The latest events without views, which would hide all others. */
export const recentChangesQuery = queryOptions({
  queryKey: getListActivityQueryKey({ filter: 'changes' }),
  queryFn: ({ signal }) => listActivity({ filter: 'changes' }, { signal }),
});

export function activityQuery(filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: [...getListActivityQueryKey({ filter }), 'pages'],
    queryFn: ({ pageParam, signal }) => listActivity({ filter, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
