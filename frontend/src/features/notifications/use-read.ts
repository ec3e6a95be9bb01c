import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import { readAllNotifications, readNotification } from '../../api/generated/notifications/notifications';
import { notices as text } from '../../messages/en-notifications';
import { failureText } from '../../shared/errors/failure-text';
import { alert } from '../../ui/dialogs/dialogs';
import { markRead, notificationsQuery, setUnread, unreadQuery } from './queries';

/** Marks one, or all of them (undefined), as read: at once on the screen, then at the server. */
export function useRead() {
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
      // One by one it is a matter of passing; the whole was asked for.
      if (!one) void alert({ title: text.readFailedTitle, text: failureText(error, text.readFailed) });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
      ]);
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
