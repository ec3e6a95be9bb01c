import { readEvents } from '../../../api/event-stream';
import type { NotificationEventResponse } from '../../../api/generated/model/notificationEventResponse';
import { getStreamNotificationsUrl } from '../../../api/generated/notifications/notifications';
import { ApiError, hasStatus } from '../../../api/problem';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** The server's heartbeat comes every 25 seconds. */
const SILENCE_MS = 60_000;

/** Longer after each failure, and never the same for all browsers that lost the same server. */
function pauseAfter(failures: number, error: unknown): number {
  const usual = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  const asked = error instanceof ApiError ? (error.problem.retry_after ?? 0) * 1000 : 0;
  return Math.max(asked, usual * (0.5 + Math.random() / 2));
}

/** Ends early when the network is back, or there is no more need. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
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

/** Listens to what happens, and connects again whenever that breaks off, until it is aborted or the session has ended. */
export async function keepConnected(
  signal: AbortSignal,
  onEvent: (event: NotificationEventResponse) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let failure: unknown;
    try {
      await readEvents(getStreamNotificationsUrl(), {
        signal,
        silenceMs: SILENCE_MS,
        onEvent: ({ data }) => {
          failures = 0;
          onEvent(JSON.parse(data) as NotificationEventResponse);
        },
      });
    } catch (error) {
      if (hasStatus(error, 401) || hasStatus(error, 403)) return;
      failure = error;
    }
    if (signal.aborted) return;
    await pause(pauseAfter(failures, failure), signal);
    failures += 1;
  }
}
