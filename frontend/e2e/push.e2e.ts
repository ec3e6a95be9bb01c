import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { unread } from './support/notifications.js';

/** Keys of the example of RFC 8291. */
const SUBSCRIPTION = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('a push message becomes a notification, which opens its page in a tab of the hub and is read', async ({
  hub,
  address,
}) => {
  const user = await hub.createUser('CONTRIBUTOR');
  // The notification about the role.
  await expect.poll(() => unread(hub, user)).toBe(1);
  const [notification] = await hub.api<{ id: string }[]>(user, 'GET', '/notifications');
  const page = await hub.open(user, { serviceWorkers: 'allow' });
  await page.context().grantPermissions(['notifications']);
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.goto('/docs');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const message = {
    id: notification!.id,
    title: 'New reply',
    text: 'Ada replied.',
    url: '/community?sort=top',
    tag: 'thread:1',
    language: 'en',
  };
  for (const text of ['Ada replied.', '2 new replies'])
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: address,
      registrationId: await registered,
      data: JSON.stringify({ ...message, text }),
    });
  const listNotifications = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, body, tag, lang, icon }) => ({ title, body, tag, lang, icon }));
    });
  // The second one has replaced the first.
  await expect.poll(listNotifications).toEqual([
    {
      title: 'New reply',
      body: '2 new replies',
      tag: 'thread:1',
      lang: 'en',
      icon: `${address}/icons/present/192.png`,
    },
  ]);

  const [worker] = page.context().serviceWorkers();
  // As text, because its types are those of workers.
  await worker!.evaluate(`(async () => {
    // Only a real click may focus a window.
    WindowClient.prototype.focus = function () { return Promise.resolve(this); };
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await expect(page).toHaveURL('/community?sort=top');
  await expect.poll(listNotifications).toEqual([]);
  await expect.poll(() => unread(hub, user)).toBe(0);
});

test('the settings of a device are accessible on a phone', async ({ hub }) => {
  const viewport = { width: 360, height: 740 };
  const page = await hub.open(await hub.createUser(), { serviceWorkers: 'allow', viewport });
  await page.context().grantPermissions(['notifications']);
  await page.goto('/user/profile?tab=notifications');
  const section = page.getByRole('region', { name: 'Push notifications on this device' });
  await expect(section.getByText('Off')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeEnabled();
  expect(await findViolations(page)).toEqual([]);
});

test('sessions show push notifications, and turn them off', async ({ hub }) => {
  const user = await hub.createUser();
  const endpoint = `https://push.example.net/${user.id}`;
  await hub.api(user, 'PUT', '/notifications/push', { endpoint, ...SUBSCRIPTION });
  const page = await hub.open(user);
  await page.goto('/user/profile?tab=settings');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByText('Push notifications on')).toBeVisible();
  await sessions.getByRole('button', { name: /Turn off push notifications/ }).click();
  await expect(sessions.getByText('Push notifications on')).toHaveCount(0);
  await expect(sessions.getByText('This browser')).toBeVisible();
});
