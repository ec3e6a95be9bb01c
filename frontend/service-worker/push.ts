import { type OpenedNotification, toSubscribeRequest } from '../src/lib/push-messages';

declare const self: ServiceWorkerGlobalScope;
/** Written by the hub before this code; other servers of the frontend write none. */
declare const HUB_API_URL: string | undefined;

/** As the hub composes it (push-message.ts). */
interface PushMessage {
  /** of the notification */
  id: string;
  title: string;
  text: string;
  /** path in the frontend */
  url: string;
  tag: string;
  language: string;
}

/** Any version leads to the present icon. */
const ICON = '/icons/present/192.png';
/** A page that can open the notification says so at once; others are of a guest, or of another version. */
const RESPONSE_TIMEOUT_MS = 1000;

const toApiUrl = (path: string): string =>
  `${typeof HUB_API_URL === 'undefined' ? '/api' : HUB_API_URL}/notifications/${path}`;

/** What a shown notification keeps. */
type NotificationData = Pick<PushMessage, 'id' | 'url'>;

/** A later notification about the same thing replaces the former one, and alerts again. */
async function showNotification({ id, title, text, url, tag, language }: PushMessage): Promise<void> {
  // Not yet among the types of workers.
  const options: NotificationOptions & { renotify: boolean } = {
    body: text,
    icon: ICON,
    lang: language,
    dir: 'auto',
    tag,
    renotify: true,
    data: { id, url } satisfies NotificationData,
  };
  await self.registration.showNotification(title, options);
}

/** @returns whether the page opens it */
function askToOpen(client: WindowClient, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(false);
    }, RESPONSE_TIMEOUT_MS);
    port1.addEventListener('message', () => {
      resolve(true);
    });
    port1.start();
    client.postMessage({ type: 'open-notification', url } satisfies OpenedNotification, [port2]);
  });
}

/** In a tab of the hub, the one in use if possible, or in a new one. */
async function openNotification(url: string): Promise<void> {
  const clients = await self.clients.matchAll({ type: 'window' });
  const client = clients.find(({ focused }) => focused) ?? clients[0];
  if (!client) return void (await self.clients.openWindow(url));
  await client.focus();
  if (!(await askToOpen(client, url))) await client.navigate(url);
}

/** With the earlier ones of its group, as the bell does. The open tabs learn it from their streams. */
async function markRead(id: string): Promise<void> {
  await fetch(toApiUrl(`groups/${id}/read`), { method: 'PUT' });
}

/** The push service has ended the subscription. It is renewed where the session still has it. */
async function renewSubscription(): Promise<void> {
  const response = await fetch(toApiUrl('push'));
  if (!response.ok) return;
  const { public_key, subscriptions } = (await response.json()) as {
    public_key: string;
    subscriptions: { current: boolean }[];
  };
  if (!subscriptions.some(({ current }) => current)) return;
  const options = { userVisibleOnly: true, applicationServerKey: public_key };
  const subscription = await self.registration.pushManager.subscribe(options);
  const body = JSON.stringify(toSubscribeRequest(subscription));
  await fetch(toApiUrl('push'), { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body });
}

/** Shows push notifications and opens their pages. */
export function listenToPush(): void {
  self.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(showNotification(event.data.json() as PushMessage));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { id, url } = event.notification.data as NotificationData;
    event.waitUntil(Promise.allSettled([openNotification(url), markRead(id)]));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(renewSubscription());
  });
}
