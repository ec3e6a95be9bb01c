import type { NotificationEventResponse } from '../../../api/generated/model/notificationEventResponse';
import { keepConnected } from './connection';

type NotificationListener = (event: NotificationEventResponse) => void;

/** Messages between the tabs of a browser: an event of the server, or the request of a new tab for the latest one. */
type TabMessage = { event: NotificationEventResponse } | 'ask';

/**
 * The tab that holds the lock listens to the server and forwards events to the others; when it closes, another tab
 * acquires the lock.
 */
function shareBetweenTabs(name: string, signal: AbortSignal, receive: NotificationListener): void {
  const channel = new BroadcastChannel(name);
  const post = (message: TabMessage) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels reach their own origin only
    channel.postMessage(message);
  };
  /** Kept by the listening tab only: the latest state without the new notification it announced. */
  let latest: NotificationEventResponse | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'ask') receive(data.event);
    else if (latest) post({ event: latest });
  });
  signal.addEventListener('abort', () => {
    channel.close();
  });
  post('ask');
  const lead = () =>
    keepConnected(signal, (event) => {
      latest = { unread_count: event.unread_count, role: event.role };
      receive(event);
      post({ event });
    });
  navigator.locks.request(name, { signal }, lead).catch(() => {
    // Aborted while waiting for the lock: this tab never listened.
  });
}

/** Without the Web Locks API, as on hubs without https, each visible tab opens its own connection. */
function listenWhileVisible(signal: AbortSignal, receive: NotificationListener): void {
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
export function listenToNotifications(userId: string, receive: NotificationListener): () => void {
  const ending = new AbortController();
  // Old browsers, and all browsers without https, lack the Web Locks API.
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window;
  if (canShare) shareBetweenTabs(`hub-notifications:${userId}`, ending.signal, receive);
  else listenWhileVisible(ending.signal, receive);
  return () => {
    ending.abort();
  };
}
