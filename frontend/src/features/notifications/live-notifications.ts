import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { readEvents } from '../../api/event-stream';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import type { AccessEventResponse } from '../../api/generated/model/accessEventResponse';
import type { NotificationEventResponse } from '../../api/generated/model/notificationEventResponse';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import { getStreamNotificationsUrl } from '../../api/generated/notifications/notifications';
import { ApiError, hasStatus } from '../../api/problem';
import { moderationQueueKey } from '../../shared/moderation/pending-count';
import { refreshQueries } from '../../shared/query-client';
import { currentUserQuery } from '../../shared/session/session';
import { useRefreshScreen } from '../../shared/use-refresh-screen';
import { toast } from '../../ui/toast/toast';
import { isInboxQuery, notificationsQuery, setUnread, unreadQuery } from './queries';

const MIN_RETRY_DELAY_MS = 1000;
const MAX_RETRY_DELAY_MS = 60_000;
/** The server sends a heartbeat every 25 seconds. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** Exponential backoff with jitter, so that browsers that lost the same server do not reconnect at once. */
function getRetryDelay(failures: number, error: unknown): number {
  const backoff = Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** failures);
  const requestedDelay = error instanceof ApiError ? (error.problem.retry_after ?? 0) * 1000 : 0;
  return Math.max(requestedDelay, backoff * (0.5 + Math.random() / 2));
}

/** Resolves early when the network returns or the signal is aborted. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** An event of the stream: the unread count, a new notification with it, or the user's role and permissions. */
type LiveEvent = NotificationEventResponse | AccessEventResponse;

/** Listens to the event stream and reconnects until it is aborted or the session has ended. */
async function keepConnected(signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let lastError: unknown;
    try {
      await readEvents(getStreamNotificationsUrl(), {
        signal,
        silenceMs: HEARTBEAT_TIMEOUT_MS,
        onEvent: ({ data }) => {
          failures = 0;
          onEvent(JSON.parse(data) as LiveEvent);
        },
      });
    } catch (error) {
      if (hasStatus(error, 401) || hasStatus(error, 403)) return;
      lastError = error;
    }
    if (signal.aborted) return;
    await wait(getRetryDelay(failures, lastError), signal);
    failures += 1;
  }
}

type LiveEventListener = (event: LiveEvent) => void;

/** Messages between the tabs of a browser: an event of the server, or the request of a new tab for the latest one. */
type TabMessage = { event: LiveEvent } | 'ask';

/**
 * The tab that holds the lock listens to the server and forwards events to the others; when it closes, another tab
 * acquires the lock.
 */
function shareBetweenTabs(name: string, signal: AbortSignal, receive: LiveEventListener): void {
  const channel = new BroadcastChannel(name);
  const post = (message: TabMessage) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels reach their own origin only
    channel.postMessage(message);
  };
  /** Kept by the listening tab only: the latest state without the new notification it announced. */
  const latest: { unread?: NotificationEventResponse; access?: AccessEventResponse } = {};
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'ask') receive(data.event);
    else for (const event of Object.values(latest)) post({ event });
  });
  signal.addEventListener('abort', () => {
    channel.close();
  });
  post('ask');
  const lead = () =>
    keepConnected(signal, (event) => {
      if ('permissions' in event) latest.access = { ...event, is_change: false };
      else latest.unread = { unread_count: event.unread_count, role: event.role };
      receive(event);
      post({ event });
    });
  navigator.locks.request(name, { signal }, lead).catch(() => {
    // Aborted while waiting for the lock: this tab never listened.
  });
}

/** Without the Web Locks API, as on hubs without https, each visible tab opens its own connection. */
function listenWhileVisible(signal: AbortSignal, receive: LiveEventListener): void {
  let listening: AbortController | undefined;
  const follow = () => {
    if (document.visibilityState === 'hidden' || signal.aborted) {
      listening?.abort();
      listening = undefined;
    } else if (!listening) {
      listening = new AbortController();
      void keepConnected(listening.signal, receive);
    }
  };
  document.addEventListener('visibilitychange', follow, { signal });
  signal.addEventListener('abort', follow);
  follow();
}

/** Receives the user's notifications through one connection per browser. Returns the function that stops it. */
function listenToNotifications(userId: string, receive: LiveEventListener): () => void {
  const ending = new AbortController();
  // Old browsers, and all browsers without https, lack the Web Locks API.
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window;
  if (canShare) shareBetweenTabs(`hub-notifications:${userId}`, ending.signal, receive);
  else listenWhileVisible(ending.signal, receive);
  return () => {
    ending.abort();
  };
}

type Permissions = Pick<AccessEventResponse, 'permissions'>;

const hasSameItems = (a: Permissions, b: Permissions): boolean =>
  a.permissions.length === b.permissions.length && a.permissions.every((id) => b.permissions.includes(id));

/** Whether a URL of the app, which may have an anchor, leads to the screen at a path. */
const hasPath = (url: string, pathname: string): boolean => url.split('#')[0] === pathname;

/** Whether a screen announces the change itself, instead of inserting it while the user reads. */
const announces = ({ meta }: Query, { kind }: NotificationResponse): boolean =>
  meta?.announcedKinds?.includes(kind) ?? false;

const MAX_REFRESH_DELAY_MS = 2000;

/** Spreads what many windows do at the same event over two seconds, and does it once for several events in a row. */
function useDelayed(run: () => Promise<void>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void run();
    }, Math.random() * MAX_REFRESH_DELAY_MS);
  };
}

/** Delays the connection in favor of the page's own requests. */
const START_DELAY_MS = 300;

/** Updates this tab's unread count and list from the event stream and shows toasts for new notifications. */
export function useLiveNotifications(userId: string): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const refreshScreen = useRefreshScreen();

  const refreshAccess = async () => {
    await refreshQueries(queryClient, currentUserQuery.queryKey);
    await refreshScreen();
  };
  const refreshLater = useDelayed(async () => {
    await refreshScreen();
    // Loaders find out what is gone from a list, such as a category.
    await router.invalidate();
  });
  const receive = useEffectEvent((event: LiveEvent) => {
    // A change of the role or its permissions may be older than the connection.
    const user = queryClient.getQueryData(currentUserQuery.queryKey);
    if (user && (event.role !== user.role || ('permissions' in event && !hasSameItems(event, user))))
      void refreshAccess();
    // A group, or the limits of a category.
    else if ('permissions' in event && event.is_change) refreshLater();
    if ('permissions' in event) return;
    const { unread_count, notification } = event;
    const formerCount = queryClient.getQueryData(unreadQuery.queryKey);
    setUnread(queryClient, unread_count);
    void refreshQueries(queryClient, notificationsQuery.queryKey);
    // The home page lists what awaits a review, and what was returned; the moderation queue what awaits a decision.
    if (notification || (formerCount !== undefined && formerCount !== unread_count))
      void refreshQueries(queryClient, getGetHomeQueryKey(), moderationQueueKey);
    // The screen of the item would contradict the toast.
    if (notification && hasPath(notification.url, router.state.location.pathname))
      void refreshScreen((query) => isInboxQuery(query) || announces(query, notification));
    if (notification && document.visibilityState === 'visible')
      toast(notification.message || notification.title, { subject: 'notifications' });
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
