import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { NotificationGroupResponse } from '../../api/generated/model/notificationGroupResponse';
import type { NotificationGroupsResponse } from '../../api/generated/model/notificationGroupsResponse';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import {
  getGetUnreadCountQueryKey,
  getListNotificationGroupsQueryKey,
  getUnreadCount,
  listNotificationGroups,
  readAllNotifications,
  readNotification,
  readNotificationGroup,
} from '../../api/generated/notifications/notifications';
import { notices as text } from '../../messages/notifications';
import { getErrorText } from '../../api/problem';
import { namedCursorPaging } from '../../shared/cursor-pages';
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

/** The notifications by the thread or item that they are about. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...getListNotificationGroupsQueryKey(), 'pages'],
  queryFn: ({ pageParam: cursor, signal }) => listNotificationGroups({ cursor, limit: PAGE_SIZE }, { signal }),
  ...namedCursorPaging,
});

type Pages = InfiniteData<NotificationGroupsResponse>;

export function setUnread(queryClient: QueryClient, count: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, count);
}

/** What is marked as read: a notification, the same with the earlier ones of its group, or all. */
type Marked = { id: string; isGroup: boolean } | 'all';

function isMarked(marked: Marked, { id }: NotificationResponse, group: NotificationGroupResponse): boolean {
  if (marked === 'all') return true;
  return id === marked.id || (marked.isGroup && group.id === marked.id);
}

/** Marks notifications as read in the cache before the server responds. */
function markRead(queryClient: QueryClient, marked: Marked): void {
  let count = 0;
  const read = <One extends NotificationResponse>(notification: One, group: NotificationGroupResponse): One => {
    if (notification.is_read || !isMarked(marked, notification, group)) return notification;
    count += 1;
    return { ...notification, is_read: true };
  };
  const readGroup = (group: NotificationGroupResponse): NotificationGroupResponse => {
    const latest = read(group, group);
    const earlier = group.earlier.map((notification) => read(notification, group));
    return { ...latest, earlier, has_unread: [latest, ...earlier].some(({ is_read }) => !is_read) };
  };
  queryClient.setQueryData<Pages>(
    notificationsQuery.queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, groups: page.groups.map(readGroup) })) },
  );
  queryClient.setQueryData(unreadQuery.queryKey, (unread) => unread && Math.max(0, unread - count));
}

function sendRead(marked: Marked) {
  if (marked === 'all') return readAllNotifications();
  return marked.isGroup ? readNotificationGroup(marked.id) : readNotification(marked.id);
}

/** The user and their notifications, which opening a notification changes by itself. */
export const isInboxQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  [currentUserQuery.queryKey, unreadQuery.queryKey, notificationsQuery.queryKey].some(
    (key) => queryKey.join() === key.join(),
  );

/** Marks notifications as read: first in the cache, then on the server. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  const reading = useMutation({
    mutationFn: sendRead,
    onMutate: (marked) => {
      markRead(queryClient, marked);
      if (marked === 'all') setUnread(queryClient, 0);
    },
    onSuccess: ({ unread_count }) => {
      setUnread(queryClient, unread_count);
    },
    onError: async (error, marked) => {
      // Marking a single one is incidental, so only the failure of an explicit "mark all" is shown.
      if (marked === 'all') void alert({ title: text.readFailedTitle, text: getErrorText(error, text.readFailed) });
      await refreshQueries(queryClient, unreadQuery.queryKey, notificationsQuery.queryKey);
    },
  });
  return {
    readGroup: ({ id, has_unread }: NotificationGroupResponse) => {
      if (has_unread) reading.mutate({ id, isGroup: true });
    },
    readOne: ({ id, is_read }: NotificationResponse) => {
      if (!is_read) reading.mutate({ id, isGroup: false });
    },
    readAll: () => {
      reading.mutate('all');
    },
  };
}
