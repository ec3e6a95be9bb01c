/* What pages and the service worker share about push notifications. */

/** What the service worker asks of a page when the user opens a notification. The page responds on the port. */
export interface OpenedNotification {
  type: 'open-notification';
  /** path in the frontend */
  url: string;
}

export const isOpenedNotification = (data: unknown): data is OpenedNotification =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'open-notification';

/** A subscription as the hub takes it. */
export function toSubscribeRequest(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint = '', keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}
