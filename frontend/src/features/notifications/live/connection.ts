import { readEvents } from '../../../api/event-stream';
import type { NotificationEventResponse } from '../../../api/generated/model/notificationEventResponse';
import { getStreamNotificationsUrl } from '../../../api/generated/notifications/notifications';
import { ApiError, hasStatus } from '../../../api/problem';

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

/** Listens to the event stream and reconnects until it is aborted or the session has ended. */
export async function keepConnected(
  signal: AbortSignal,
  onEvent: (event: NotificationEventResponse) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let lastError: unknown;
    try {
      await readEvents(getStreamNotificationsUrl(), {
        signal,
        silenceMs: HEARTBEAT_TIMEOUT_MS,
        onEvent: ({ data }) => {
          failures = 0;
          onEvent(JSON.parse(data) as NotificationEventResponse);
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
