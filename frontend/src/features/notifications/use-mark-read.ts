import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import { readAllNotifications, readNotification } from '../../api/generated/notifications/notifications';
import { notices as text } from '../../messages/en-notifications';
import { getErrorText } from '../../shared/errors/error-text';
import { alert } from '../../ui/dialogs/dialogs';
import { markRead, notificationsQuery, setUnread, unreadQuery } from './queries';
import { refreshQueries } from '../../shared/query-client';

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
