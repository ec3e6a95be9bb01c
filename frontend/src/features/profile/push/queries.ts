import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushResponse } from '../../../api/generated/model/pushResponse';
import type { PushSubscriptionResponse } from '../../../api/generated/model/pushSubscriptionResponse';
import {
  getGetPushQueryKey,
  getPush,
  subscribePush,
  unsubscribePush,
} from '../../../api/generated/notifications/notifications';
import { getErrorText, hasStatus } from '../../../api/problem';
import {
  createPushSubscription,
  endPushSubscription,
  findPushObstacle,
  findPushSubscription,
  type PushObstacle,
} from '../../../lib/push';
import { toSubscribeRequest } from '../../../lib/push-messages';
import { push as text } from '../../../messages/push';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

/** The key of the hub, and the sessions with push notifications. */
export const pushQuery = queryOptions({
  queryKey: getGetPushQueryKey(),
  queryFn: ({ signal }) => getPush({ signal }),
});

/** What the browser says of itself. */
const browserPushQuery = queryOptions({
  queryKey: [...getGetPushQueryKey(), 'browser'],
  queryFn: async (): Promise<{ obstacle?: PushObstacle; isSubscribed: boolean }> => {
    const obstacle = findPushObstacle();
    return { obstacle, isSubscribed: !obstacle && (await findPushSubscription()) !== null };
  },
});

interface DevicePush {
  obstacle?: PushObstacle;
  isOn: boolean;
  push: PushResponse;
}

/** On where this browser is subscribed for the session of this page, not for a former one. */
export function useDevicePush(): { data?: DevicePush; error: Error | null; refetch: () => void } {
  const hub = useQuery(pushQuery);
  const browser = useQuery(browserPushQuery);
  const refetch = () => {
    void hub.refetch();
    void browser.refetch();
  };
  const error = hub.error ?? browser.error;
  if (!hub.data || !browser.data) return { error, refetch };
  const { obstacle, isSubscribed } = browser.data;
  const isOn = isSubscribed && hub.data.subscriptions.some(({ current }) => current);
  return { data: { obstacle, isOn, push: hub.data }, error, refetch };
}

/** @returns whether the user has allowed it */
async function turnOn({ public_key }: PushResponse): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  try {
    await subscribePush(toSubscribeRequest(await createPushSubscription(public_key)));
  } catch (error) {
    // What the hub does not know would stay in the browser unseen.
    await endPushSubscription().catch(() => undefined);
    throw error;
  }
  return true;
}

export function useTurnPushOn() {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: turnOn,
    onSuccess: (isAllowed) => {
      if (isAllowed) toast(text.turnedOn);
      else if (Notification.permission === 'default')
        void alert({ title: text.notAllowedTitle, text: text.notAllowed });
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshQueries(queryClient, getGetPushQueryKey()),
  });
}

async function turnOff({ session_id, current }: PushSubscriptionResponse): Promise<void> {
  if (current) await endPushSubscription();
  await unsubscribePush(session_id).catch((error: unknown) => {
    // It has ended by itself.
    if (!hasStatus(error, 404)) throw error;
  });
}

export function useTurnPushOff() {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: turnOff,
    onSuccess: () => {
      toast(text.turnedOff);
    },
    onError: (error) => {
      void alert({ title: text.offFailedTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshQueries(queryClient, getGetPushQueryKey()),
  });
}
