import type { NotificationEventResponse } from '../../../api/generated/model/notificationEventResponse';
import { keepConnected } from './connection';

type Receive = (event: NotificationEventResponse) => void;

/** Between the tabs of a browser: what the server told, or the question for it by a tab that has just opened. */
type Message = { event: NotificationEventResponse } | 'ask';

/** One tab holds the lock and listens to the server; it tells the others, one of which takes over when it closes. */
function shareAmongTabs(name: string, signal: AbortSignal, receive: Receive): void {
  const channel = new BroadcastChannel(name);
  const tell = (message: Message) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    channel.postMessage(message);
  };
  /** Known only to the tab that listens: how things stand, without what was new at the time. */
  let latest: NotificationEventResponse | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data !== 'ask') receive(data.event);
    else if (latest) tell({ event: latest });
  });
  signal.addEventListener('abort', () => {
    channel.close();
  });
  tell('ask');
  const lead = () =>
    keepConnected(signal, (event) => {
      latest = { unread_count: event.unread_count, role: event.role };
      receive(event);
      tell({ event });
    });
  navigator.locks.request(name, { signal }, lead).catch(() => {
    // Aborted while it waited for its turn: this tab never listened.
  });
}

/** Without locks, as on hubs without https: every tab that can be seen listens for itself, so that there are few. */
function listenWhileVisible(signal: AbortSignal, receive: Receive): void {
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

/** What the server tells this person, by one connection for the whole browser. Answers what ends it. */
export function listenToNotifications(userId: string, receive: Receive): () => void {
  const ending = new AbortController();
  // Older browsers, and all of them without https, have no locks.
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window;
  if (canShare) shareAmongTabs(`hub-notifications:${userId}`, ending.signal, receive);
  else listenWhileVisible(ending.signal, receive);
  return () => {
    ending.abort();
  };
}
