import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import { getListUserActivityQueryKey, getListUserActivityUrl } from '../../../api/generated/analytics/analytics';
import type { UserActivityResponse } from '../../../api/generated/model/userActivityResponse';

const PAGE_SIZE = 20;

export function activityQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...getListUserActivityQueryKey(userId), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      requestPage<UserActivityResponse>(getListUserActivityUrl(userId, { page: pageParam, limit: PAGE_SIZE }), {
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNext }, _pages, page) => (hasNext ? page + 1 : undefined),
  });
}
