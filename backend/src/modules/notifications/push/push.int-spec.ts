import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDocument } from '../../../../test/support/documents.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { type PushService, startPushService, type TestBrowser } from '../../../../test/support/push-service.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { Actor } from '../../../platform/access/actor.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import type { NotificationInput } from '../sending/notification-store.js';
import { NotificationsFacade } from '../notifications.facade.js';
import type { PushResponse } from './push.dto.js';
import { HOURLY_LIMIT, MAX_RETRIES, SEND_PUSH } from './push-sender.js';
import { PushService as Subscriptions } from './push.service.js';

let hub: TestApp;
let service: PushService;
let ann: TestUser;
let bob: TestUser;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startPushService();
  hub = await createTestApp({ PUSH_ORIGINS: service.origin });
});
beforeEach(async () => {
  [ann, bob] = [await hub.users.create(), await hub.users.create()];
  browser = service.createBrowser();
});
afterAll(async () => {
  await hub.close();
  await service.stop();
});

const PATH = '/notifications/push';
const get = async (user: TestUser) => (await user.request<PushResponse>('GET', PATH)).body;
const subscribe = (user: TestUser, body: object = browser.subscription) =>
  user.request<PushResponse & { errors: { field: string }[] }>('PUT', PATH, { body });
const subscribed = async (user: TestUser) => (await get(user)).subscriptions.length;
const notify = (fields: Partial<NotificationInput> = {}) =>
  hub.get(NotificationsFacade).notify({
    userIds: [ann.id, bob.id],
    key: randomUUID(),
    kind: 'thread_reply',
    title: ({ notifications }) => notifications.threadReply.title,
    message: ({ notifications }) => notifications.threadReply.message({ who: 'Eve', title: 'Plans' }),
    url: '/community/plans?post=2',
    subject: null,
    ...fields,
  });
const findNotification = async (user: TestUser) =>
  (await user.request<{ id: string }[]>('GET', '/notifications')).body[0]?.id;
const readTexts = () => browser.received.map((message) => browser.read(message)['text']);
const waitForPushes = () => waitForJobs(hub.database, SEND_PUSH);

describe('a subscription', () => {
  test('is off by default, belongs to the session, and is turned off', async () => {
    const before = await get(ann);
    expect(before).toEqual({ public_key: expect.stringMatching(/^B[\w-]{86}$/), subscriptions: [] });
    const { status, body } = await subscribe(ann);
    const [session] = (await ann.request<{ id: string }[]>('GET', '/auth/sessions')).body;
    const on = [{ session_id: session!.id, current: true, created_at: expect.any(String) }];
    expect([status, body]).toEqual([200, { ...before, subscriptions: on }]);
    expect((await get(bob)).public_key).toBe(before.public_key);

    expect((await bob.request('DELETE', `${PATH}/sessions/${session!.id}`)).status).toBe(404);
    expect((await ann.request('DELETE', `${PATH}/sessions/x`)).status).toBe(404);
    expect(await subscribed(ann)).toBe(1);
    expect((await ann.request('DELETE', `${PATH}/sessions/${session!.id}`)).status).toBe(200);
    expect(await subscribed(ann)).toBe(0);
    expect((await ann.request('DELETE', `${PATH}/sessions/${session!.id}`)).status).toBe(404);
  });

  test('ends with its session', async () => {
    await subscribe(ann);
    expect((await ann.request('POST', '/auth/logout')).status).toBe(200);
    expect(await hub.database.query('select from push_subscriptions where user_id = $1', [ann.id])).toEqual([]);
  });

  test('replaces the former one of the session, and that of another user of the browser', async () => {
    await subscribe(ann, service.createBrowser().subscription);
    expect((await subscribe(ann)).status).toBe(200);
    expect(await subscribed(ann)).toBe(1);
    expect((await subscribe(bob)).status).toBe(200);
    expect([await subscribed(ann), await subscribed(bob)]).toEqual([0, 1]);
  });

  test('is stored for one of two sessions that name the same browser at once', async () => {
    for (let i = 0; i < 5; i++) {
      const responses = await Promise.all([subscribe(ann), subscribe(bob)]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect((await subscribed(ann)) + (await subscribed(bob))).toBe(1);
      browser = service.createBrowser();
    }
  });

  test('is refused when the session has ended meanwhile', async () => {
    const actor = { userId: ann.id, sessionId: randomUUID() } as Actor;
    await expect(hub.get(Subscriptions).subscribe(actor, browser.subscription)).rejects.toMatchObject({ status: 401 });
  });

  test('is refused with addresses that are not of push services, and wrong keys', async () => {
    const { endpoint, p256dh, auth } = browser.subscription;
    const { status, body } = await subscribe(ann, { endpoint: '', p256dh: `B${'A'.repeat(86)}`, auth: 'short' });
    expect([status, body.errors.map(({ field }) => field).sort()]).toEqual([400, ['auth', 'endpoint', 'p256dh']]);
    for (const address of ['https://10.0.0.1/', 'http://push.example.net/', `https://a.example/${'x'.repeat(2000)}`])
      expect(await subscribe(ann, { endpoint: address, p256dh, auth })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'endpoint' }] },
      });
    expect((await subscribe(ann, { endpoint, p256dh, auth: auth.slice(1) })).status).toBe(400);
    expect(await subscribed(ann)).toBe(0);
  });

  test('is not for API tokens', async () => {
    const token = { name: 'Script', scopes: ['read', 'write'], expires_in: '30' };
    const created = await ann.request<{ token: string }>('POST', '/auth/api-tokens', { body: token });
    const headers = { authorization: `Bearer ${created.body.token}` };
    for (const method of ['GET', 'PUT'] as const)
      expect(await hub.request(method, PATH, { headers, body: browser.subscription })).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      });
  });

  test('is in the export of the user, without its address and keys', async () => {
    await subscribe(ann);
    const exported = await ann.request<{ sections: Record<string, { rows: object[] }> }>('GET', '/profile/export');
    expect(exported.body.sections['push_subscriptions']!.rows).toEqual([
      { created_at: expect.any(String), push_service: new URL(service.origin).host },
    ]);
  });
});

describe('a notification', () => {
  test('is sent to the browsers of its users, in their language', async () => {
    await hub.database.query(`update users set language = 'de' where id = $1`, [ann.id]);
    await subscribe(ann);
    const others = service.createBrowser();
    await subscribe(bob, others.subscription);
    await notify({ group: { type: 'thread', id: ann.id } });
    await waitForPushes();
    expect(browser.received.map((message) => browser.read(message))).toEqual([
      {
        id: await findNotification(ann),
        title: 'Neue Antwort',
        text: expect.stringContaining('„Plans“'),
        url: '/community/plans?post=2',
        tag: `thread:${ann.id}`,
        language: 'de',
      },
    ]);
    expect(others.received.map((message) => others.read(message))).toMatchObject([
      { title: 'New reply', language: 'en' },
    ]);
  });

  test('that grows while its message waits is sent once, with what it says then', async () => {
    await subscribe(ann);
    const reply = (number: number) =>
      notify({
        userIds: [ann.id],
        bundle: {
          key: 'plans',
          number,
          unseen: new Map(),
          title: () => 'New replies',
          messageEnd: () => ' new replies',
          subject: null,
        },
      });
    // Until the end of this transaction no job runs.
    await hub.database.transaction(async () => {
      for (const number of [1, 2, 3]) await reply(number);
    });
    await waitForPushes();
    expect(readTexts()).toEqual(['3 new replies']);
    await reply(4);
    await waitForPushes();
    expect(readTexts()).toEqual(['3 new replies', '4 new replies']);
  });

  test('is not sent when its topic is off, or its session has expired', async () => {
    await subscribe(ann);
    await ann.request('PUT', '/notifications/settings', { body: { muted_in_app: ['watched_threads'] } });
    const other = service.createBrowser();
    await subscribe(bob, other.subscription);
    await hub.database.query('update sessions set expires_at = now() where user_id = $1', [bob.id]);
    await notify();
    await waitForPushes();
    expect([browser.received, other.received]).toEqual([[], []]);
  });

  test('is not sent when the user has read it, or may not see its subject, when the job runs', async () => {
    const author = await hub.users.create('EDITOR');
    const { id } = await createDocument(author, { status: 'PUBLISHED' });
    await subscribe(ann);
    // Until the end of this transaction no job runs.
    await hub.database.transaction(async () => {
      await notify({ subject: { type: 'document', id } });
      await hub.database.query(`update content_items set status = 'DRAFT' where id = $1`, [id]);
    });
    await hub.database.transaction(async () => {
      await notify();
      await hub.database.query('update notifications set read_at = now() where user_id = $1', [ann.id]);
    });
    await waitForPushes();
    expect(browser.received).toEqual([]);
  });

  test.each([404, 410])('ends the subscription with %i', async (status) => {
    await subscribe(ann);
    service.respondNext(status);
    await notify();
    await waitForPushes();
    expect([browser.received.length, await subscribed(ann)]).toEqual([1, 0]);
  });

  test('is repeated when the push service is busy', async () => {
    await subscribe(ann);
    service.respondNext(429, 503);
    await notify();
    await waitFor(
      () => browser.received.length,
      (n) => n === 3,
      20_000,
    );
    await waitForPushes();
    expect(await subscribed(ann)).toBe(1);
  }, 30_000);

  test('is not repeated any more after the last attempt', async () => {
    await subscribe(ann);
    service.respondNext(503);
    // Until the end of this transaction no job runs.
    await hub.database.transaction(async () => {
      await notify({ userIds: [ann.id] });
      await hub.database.query('update pgboss.job set retry_count = $1 where name = $2 and state = $3', [
        MAX_RETRIES,
        SEND_PUSH,
        'created',
      ]);
    });
    await waitForPushes();
    expect([browser.received.length, await subscribed(ann)]).toEqual([1, 1]);
  });

  test('is not sent above the hourly limit of its user', async () => {
    await subscribe(ann);
    await hub.database.transaction(async () => {
      for (let i = 1; i < HOURLY_LIMIT.limit; i++) await hub.get(RateLimiter).consume(`push:${ann.id}`, HOURLY_LIMIT);
    });
    for (let i = 0; i < 2; i++) {
      await notify();
      await waitForPushes();
    }
    expect(browser.received).toHaveLength(1);
  });

  test('is not repeated when the push service refuses it', async () => {
    await subscribe(ann);
    service.respondNext(400);
    await notify();
    await waitForPushes();
    expect([browser.received.length, await subscribed(ann)]).toEqual([1, 1]);
  });

  test('is not sent into a private network', async () => {
    const { p256dh, auth } = browser.subscription;
    expect((await subscribe(ann, { endpoint: 'https://localhost/push', p256dh, auth })).status).toBe(200);
    await notify();
    await waitForPushes();
    expect(await hub.database.query(`select from pgboss.job where name = $1 and state = 'retry'`, [SEND_PUSH])).toEqual(
      [],
    );
  });
});
