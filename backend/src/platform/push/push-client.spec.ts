import { afterAll, beforeAll, expect, test } from '@jest/globals';
import webPush from 'web-push';
import { type PushService, startPushService } from '../../../test/support/push-service.js';
import { loadConfig } from '../config/config.js';
import { PrivateAddressError } from './public-address.js';
import { PushClient } from './push-client.js';
import type { VapidKeys } from './vapid-keys.js';

const keys = webPush.generateVAPIDKeys();
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());

const createClient = (PUSH_ORIGINS = '') =>
  new PushClient(
    loadConfig({ DATABASE_URL: 'postgresql://localhost/hub', PUBLIC_URL: 'https://hub.example.org', PUSH_ORIGINS }),
    { get: () => Promise.resolve(keys) } as unknown as VapidKeys,
  );
const message = { text: '{"title":"Grüße"}', topic: 'thread:1' };

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://push.internal:8443/x', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user:password@push.example.net/x', false],
  ['https://push.example.net/x#y', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  // Written as numbers; their canonical form is an address.
  ['https://2130706433/x', false],
  ['https://93.184.216.34/x', false],
  ['https://push.internal:8444/x', false],
  ['HTTPS://push.example.net/x', false],
  ['file:///etc/passwd', false],
  ['', false],
])('messages are sent to %j: %s', (endpoint, isAccepted) => {
  expect(createClient('https://push.internal:8443').accepts(endpoint)).toBe(isAccepted);
});

test('a message is encrypted for the browser and signed by the hub', async () => {
  const browser = service.createBrowser();
  expect(await createClient(service.origin).send(browser.subscription, message)).toBe(201);
  expect(browser.received).toHaveLength(1);
  const { headers } = browser.received[0]!;
  expect(browser.read(browser.received[0]!)).toEqual({ title: 'Grüße' });
  expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
  expect(headers['topic']).toMatch(/^[\w-]{32}$/);
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(keys.publicKey);
  expect(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())).toMatchObject({
    aud: service.origin,
    sub: 'https://hub.example.org',
  });
});

test('a redirect is not followed', async () => {
  const browser = service.createBrowser();
  service.respondNext(307);
  expect(await createClient(service.origin).send(browser.subscription, message)).toBe(307);
  expect(browser.received).toHaveLength(1);
});

test('a name with a private address is not connected to', async () => {
  const { subscription } = service.createBrowser();
  const sent = createClient().send({ ...subscription, endpoint: 'https://localhost/x' }, message);
  await expect(sent).rejects.toThrow(PrivateAddressError);
});
