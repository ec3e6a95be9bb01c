import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { NotificationEventResponse } from '../../../api/generated/model/notificationEventResponse';
import { currentUserQuery } from '../../../shared/session/session';
import { toast } from '../../../ui/toast/toast';
import { notificationsQuery, setUnread } from '../queries';
import { listenToNotifications } from './shared-stream';
import { refreshQueries } from '../../../shared/query-client';

/** Delays the connection in favor of the page's own requests. */
const START_DELAY_MS = 300;

/** Updates this tab's unread count and list from the event stream and shows toasts for new notifications. */
export function useLiveNotifications(userId: string): void {
  const queryClient = useQueryClient();

  const receive = useEffectEvent(({ unread_count, role, notification }: NotificationEventResponse) => {
    setUnread(queryClient, unread_count);
    void refreshQueries(queryClient, notificationsQuery.queryKey);
    // A new role changes the visible content and actions; it may have been assigned before the connection opened.
    if (role !== queryClient.getQueryData(currentUserQuery.queryKey)?.role)
      void refreshQueries(queryClient, currentUserQuery.queryKey);
    if (notification && document.visibilityState === 'visible') toast(notification.message || notification.title);
  });

  useEffect(() => {
    let end: (() => void) | undefined;
    const start = setTimeout(() => {
      end = listenToNotifications(userId, (event) => {
        receive(event);
      });
    }, START_DELAY_MS);
    return () => {
      clearTimeout(start);
      end?.();
    };
  }, [userId]);
}
