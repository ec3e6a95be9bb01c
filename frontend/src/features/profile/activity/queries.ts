import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import { getListUserActivityQueryKey, getListUserActivityUrl } from '../../../api/generated/analytics/analytics';
import type { UserActivityResponse } from '../../../api/generated/model/userActivityResponse';
import { cursorPaging } from '../../../shared/cursor-pages';

const PAGE_SIZE = 20;

export function activityQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...getListUserActivityQueryKey(userId), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      requestPage<UserActivityResponse>(getListUserActivityUrl(userId, { cursor, limit: PAGE_SIZE }), { signal }),
    ...cursorPaging,
  });
}
