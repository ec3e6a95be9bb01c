import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { NotificationEventResponse } from '../../../api/generated/model/notificationEventResponse';
import { meQuery } from '../../../shared/session/session';
import { toast } from '../../../ui/toast/toast';
import { notificationsQuery, setUnread } from '../queries';
import { listenToNotifications } from './shared-stream';

/** The page's own data come first. */
const PAUSE_MS = 300;

/** Keeps the count and the list of this tab up to date, and tells of what is new. */
export function useLiveNotifications(userId: string): void {
  const queryClient = useQueryClient();

  const receive = useEffectEvent(({ unread_count, role, notification }: NotificationEventResponse) => {
    setUnread(queryClient, unread_count);
    void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    // A new role changes what there is to see and to do. News of it may have come before this page listened.
    if (role !== queryClient.getQueryData(meQuery.queryKey)?.role)
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    if (notification && document.visibilityState === 'visible') toast(notification.message || notification.title);
  });

  useEffect(() => {
    let end: (() => void) | undefined;
    const start = setTimeout(() => {
      end = listenToNotifications(userId, (event) => {
        receive(event);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(start);
      end?.();
    };
  }, [userId]);
}
