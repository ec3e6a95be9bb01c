import { queryOptions } from '@tanstack/react-query';
import { getGetOverviewQueryKey, getOverview } from '../../api/generated/analytics/analytics';
import { getGetHomeQueryKey, getHome } from '../../api/generated/home/home';

/** All that the home page shows of content, in one answer. */
export const homeQuery = queryOptions({
  queryKey: getGetHomeQueryKey(),
  queryFn: ({ signal }) => getHome({ signal }),
});

export const totalsQuery = queryOptions({
  queryKey: getGetOverviewQueryKey(),
  queryFn: ({ signal }) => getOverview({ signal }),
});
