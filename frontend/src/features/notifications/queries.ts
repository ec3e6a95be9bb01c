import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type Page, requestPage } from '../../api/client';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import {
  getGetUnreadCountQueryKey,
  getListNotificationsQueryKey,
  getListNotificationsUrl,
  getUnreadCount,
  readAllNotifications,
  readNotification,
} from '../../api/generated/notifications/notifications';
import { notices as text } from '../../messages/en-notifications';
import { getErrorText } from '../../api/problem';
import { cursorPaging } from '../../shared/cursor-pages';
import { refreshQueries } from '../../shared/query-client';
import { currentUserQuery } from '../../shared/session/session';
import { alert } from '../../ui/dialogs/dialogs';

export const PAGE_SIZE = 20;

/** The number of unread notifications. The live stream updates it; it is fetched only if the stream is unavailable. */
export const unreadQuery = queryOptions({
  queryKey: getGetUnreadCountQueryKey(),
  queryFn: async ({ signal }) => (await getUnreadCount({ signal })).unread_count,
  staleTime: Number.POSITIVE_INFINITY,
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...getListNotificationsQueryKey(), 'pages'],
  queryFn: ({ pageParam: cursor, signal }) =>
    requestPage<NotificationResponse>(getListNotificationsUrl({ cursor, limit: PAGE_SIZE }), { signal }),
  ...cursorPaging,
});

type Pages = InfiniteData<Page<NotificationResponse>>;

export function setUnread(queryClient: QueryClient, count: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, count);
}

/** Marks matching notifications as read in the cache before the server responds. */
function markRead(queryClient: QueryClient, isMatch: (notification: NotificationResponse) => boolean): void {
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

/** The user and their notifications, which opening a notification changes by itself. */
export const isInboxQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  [currentUserQuery.queryKey, unreadQuery.queryKey, notificationsQuery.queryKey].some(
    (key) => queryKey.join() === key.join(),
  );

/** Marks one notification as read, or all of them (undefined): first in the cache, then on the server. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  const reading = useMutation({
    mutationFn: (one: NotificationResponse | undefined) => (one ? readNotification(one.id) : readAllNotifications()),
    onMutate: (one) => {
      markRead(queryClient, ({ id }) => !one || id === one.id);
      if (!one) setUnread(queryClient, 0);
    },
    onSuccess: ({ unread_count }) => {
      setUnread(queryClient, unread_count);
    },
    onError: async (error, one) => {
      // Marking a single one is incidental, so only the failure of an explicit "mark all" is shown.
      if (!one) void alert({ title: text.readFailedTitle, text: getErrorText(error, text.readFailed) });
      await refreshQueries(queryClient, unreadQuery.queryKey, notificationsQuery.queryKey);
    },
  });
  return {
    read: (one: NotificationResponse) => {
      if (!one.is_read) reading.mutate(one);
    },
    readAll: () => {
      reading.mutate(undefined);
    },
  };
}
