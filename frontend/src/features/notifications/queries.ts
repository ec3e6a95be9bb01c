import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { requestPage, type Page } from '../../api/client';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import {
  getGetUnreadCountQueryKey,
  getListNotificationsQueryKey,
  getListNotificationsUrl,
  getUnreadCount,
} from '../../api/generated/notifications/notifications';

export const PAGE_SIZE = 20;

/** The number of unread notifications. The live stream updates it; it is fetched only if the stream is unavailable. */
export const unreadQuery = queryOptions({
  queryKey: getGetUnreadCountQueryKey(),
  queryFn: async ({ signal }) => (await getUnreadCount({ signal })).unread_count,
  staleTime: Number.POSITIVE_INFINITY,
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...getListNotificationsQueryKey(), 'pages'],
  queryFn: ({ pageParam, signal }) =>
    requestPage<NotificationResponse>(getListNotificationsUrl({ page: pageParam, limit: PAGE_SIZE }), { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ items }, _pages, page) => (items.length === PAGE_SIZE ? page + 1 : undefined),
});

type Pages = InfiniteData<Page<NotificationResponse>>;

export function setUnread(queryClient: QueryClient, count: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, count);
}

/** Marks matching notifications as read in the cache before the server responds. */
export function markRead(queryClient: QueryClient, isMatch: (notification: NotificationResponse) => boolean): void {
  let marked = 0;
  const read = (notification: NotificationResponse) => {
    if (notification.is_read || !isMatch(notification)) return notification;
    marked += 1;
    return { ...notification, is_read: true };
  };
  queryClient.setQueryData<Pages>(
    notificationsQuery.queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(read) })) },
  );
  queryClient.setQueryData(unreadQuery.queryKey, (count) => count && Math.max(0, count - marked));
}
