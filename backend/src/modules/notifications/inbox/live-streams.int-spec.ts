import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDocument } from '../../../../test/support/documents.js';
import { type EventStream, listen, openStream } from '../../../../test/support/event-stream.js';
import { TimeoutError, waitFor } from '../../../../test/support/wait-for.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { PostgresListener, PubSub } from '../../../platform/pubsub/pubsub.js';
import { NotificationsFacade } from '../notifications.facade.js';
import type { NotificationInput } from '../sending/notification-store.js';

let hub: TestApp;
let other: TestApp;
let here: string;
let there: string;
let ann: TestUser;
let open: EventStream[] = [];
beforeAll(async () => {
  hub = await createTestApp();
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  [here, there] = [await listen(hub.app), await listen(other.app)];
});
beforeEach(async () => {
  ann = await hub.users.create();
});
afterEach(async () => {
  await Promise.all(open.map((stream) => stream.close()));
  open = [];
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

const notify = (fields: Partial<NotificationInput> = {}) =>
  hub.get(NotificationsFacade).notify({
    userIds: [ann.id],
    key: randomUUID(),
    kind: 'comment',
    title: () => 'News',
    message: () => 'Something happened.',
    url: '/docs',
    subject: null,
    ...fields,
  });
/** Opens a stream and waits for its unread count and the user's permissions. */
async function connect(url: string, token = ann.token): Promise<EventStream> {
  const stream = await openStream(url, token);
  open.push(stream);
  await stream.waitForEvent('unread');
  await stream.waitForEvent('access');
  return stream;
}

/**
 * Runs `work` while messages are lost, as in a network failure. The listening connections are restored only after it:
 * they would otherwise be back after 50 ms, and could get its messages.
 */
async function whileNotListening(work: () => Promise<void>): Promise<void> {
  const { promise: hasEnded, resolve: end } = Promise.withResolvers<void>();
  const start = Reflect.get(PostgresListener.prototype, 'start');
  const reconnect = jest.spyOn(PostgresListener.prototype, 'start').mockImplementation(async function (
    this: PostgresListener,
  ) {
    await hasEnded;
    await start.call(this);
  });
  try {
    await hub.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'knowledge-hub signals'`,
    );
    await waitFor(
      () => [hub, other].some((app) => app.get(PubSub).isListening),
      (isListening) => !isListening,
      1000,
    );
    await work();
  } finally {
    end();
    reconnect.mockRestore();
  }
}

/**
 * Notifications arrive within a second. On a busy machine a timeout is retried up to three times, each time with a new
 * user; other errors fail at once.
 */
const withTimeoutRetries = (measure: () => Promise<void>) => async () => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await measure();
    } catch (error) {
      if (!(error instanceof TimeoutError) || attempt === 3) throw error;
      ann = await hub.users.create();
    }
  }
};

test(
  'the stream begins with the count, and gets notifications from other instances within a second',
  withTimeoutRetries(async () => {
    await notify();
    const stream = await openStream(there, ann.token);
    open.push(stream);
    expect((await stream.waitForEvent('unread')).data).toEqual({ unread_count: 1, role: 'VIEWER' });
    await notify({ title: () => 'Live' });
    const { data } = await stream.waitForEvent('notification', 1000);
    const [listed] = (await ann.request<object[]>('GET', '/notifications')).body;
    expect(data).toEqual({ unread_count: 2, role: 'VIEWER', notification: listed });
    expect(listed).toMatchObject({ title: 'Live', is_read: false });
  }),
);

test(
  'a notification that another one is added to is sent again, with the same id and count',
  withTimeoutRetries(async () => {
    const stream = await connect(there);
    const bundle = {
      key: 'thread',
      unseen: new Map(),
      title: () => 'Replies',
      messageEnd: () => ' replies',
      subject: null,
    };
    const ids = [];
    for (const number of [2, 3]) {
      await notify({ bundle: { ...bundle, number } });
      const { data } = await stream.waitForEvent('notification', 1000);
      ids.push((data['notification'] as { id: string }).id);
      expect(data).toMatchObject({ unread_count: 1, notification: number === 3 ? { message: '2 replies' } : {} });
    }
    expect(ids[1]).toBe(ids[0]);
  }),
);

test(
  'all windows of a user, and no other user, get the event',
  withTimeoutRetries(async () => {
    const bob = await hub.users.create();
    const [one, two, theirs] = [await connect(here), await connect(there), await connect(there, bob.token)];
    await notify();
    await Promise.all([one.waitForEvent('notification', 1000), two.waitForEvent('notification', 1000)]);
    await pause(200);
    expect(theirs.events).toEqual([]);
  }),
);

test(
  'a changed role, and changed permissions of a role, reach the windows of its users only',
  withTimeoutRetries(async () => {
    const [admin, bob] = [await hub.users.create('ADMIN'), await hub.users.create('REVIEWER')];
    const stream = await openStream(there, ann.token);
    open.push(stream);
    const { role, permissions } = (await stream.waitForEvent('access')).data;
    expect({ role, permissions }).toEqual({ role: 'VIEWER', permissions: [...ann.permissions].sort() });
    const theirs = await connect(here, bob.token);
    await admin.request('PUT', `/users/${ann.id}/role`, { body: { role: 'CONTRIBUTOR' } });
    const changed = (await stream.waitForEvent('access', 1000)).data;
    expect(changed.role).toBe('CONTRIBUTOR');
    expect(changed.permissions).toContain('content.create');
    const granted = [...(changed.permissions as string[])];
    const setPermissions = (ids: string[]) =>
      admin.request('PUT', '/admin/role-permissions/CONTRIBUTOR', { body: { permissions: ids } });
    expect((await setPermissions([...granted, 'categories.manage'])).status).toBe(200);
    expect((await stream.waitForEvent('access', 1000)).data.permissions).toContain('categories.manage');
    await setPermissions(granted);
    await stream.waitForEvent('access', 1000);
    expect(theirs.events).toEqual([]);
  }),
);

test(
  'a group that a user joins or leaves reaches their windows only, as a change',
  withTimeoutRetries(async () => {
    const [admin, bob] = [await hub.users.create('ADMIN'), await hub.users.create('VIEWER')];
    const group = await admin.request<{ id: string }>('POST', '/admin/groups', { body: { name: `G ${Date.now()}` } });
    const stream = await openStream(there, ann.token);
    open.push(stream);
    expect((await stream.waitForEvent('access')).data.is_change).toBe(false);
    const theirs = await connect(here, bob.token);
    for (const user_ids of [[ann.id], []]) {
      await admin.request('PUT', `/admin/groups/${group.body.id}/members`, { body: { user_ids } });
      expect((await stream.waitForEvent('access', 1000)).data.is_change).toBe(true);
    }
    expect(theirs.events).toEqual([]);
  }),
);

test(
  'notifications read in one window are read in the others',
  withTimeoutRetries(async () => {
    await notify();
    await notify();
    const stream = await connect(there);
    const [first] = (await ann.request<{ id: string }[]>('GET', '/notifications')).body;
    await ann.request('PUT', `/notifications/${first!.id}/read`);
    expect((await stream.waitForEvent('unread', 1000)).data).toMatchObject({ unread_count: 1 });
    await ann.request('PUT', '/notifications/read-all');
    expect((await stream.waitForEvent('unread', 1000)).data).toMatchObject({ unread_count: 0 });
  }),
);

test(
  'notifications about hidden content are not pushed',
  withTimeoutRetries(async () => {
    const editor = await hub.users.create('EDITOR');
    const { id } = await createDocument(editor);
    const stream = await connect(here);
    await notify({ subject: { type: 'document', id } });
    await notify({ title: () => 'Seen' });
    expect((await stream.waitForEvent('notification', 1000)).data).toMatchObject({
      unread_count: 1,
      notification: { title: 'Seen' },
    });
    expect(stream.events).toEqual([]);
  }),
);

test(
  'notifications missed during a disconnection are sent after it',
  withTimeoutRetries(async () => {
    const [stream, dead] = [await connect(here), await hub.users.create()];
    const theirs = await connect(here, dead.token);
    await whileNotListening(async () => {
      await hub.database.query('delete from sessions where user_id = $1', [dead.id]);
      await notify();
    });
    expect((await stream.waitForEvent('unread', 3000)).data).toMatchObject({ unread_count: 1 });
    await theirs.waitForEnd(1000);
  }),
);

const endings: [string, (token: string) => Promise<{ status: number }>][] = [
  ['it signs out', (token) => hub.request('POST', '/auth/logout', { headers: { authorization: `Bearer ${token}` } })],
  [
    'it is ended',
    async () => {
      const sessions = (await ann.request<{ id: string; current: boolean }[]>('GET', '/auth/sessions')).body;
      return ann.request('DELETE', `/auth/sessions/${sessions.find(({ current }) => !current)!.id}`);
    },
  ],
  ['all others are ended', () => ann.request('DELETE', '/auth/sessions')],
  [
    'the password is changed',
    () =>
      ann.request('POST', '/auth/change-password', {
        body: { current_password: ann.password, password: 'another secret' },
      }),
  ],
];

test.each(endings)(
  'the streams of a session close on all instances within a second when %s; others stay open',
  (_how, end) =>
    withTimeoutRetries(async () => {
      const signedIn = await hub.request<{ session_token: string }>('POST', '/auth/login-manual', {
        body: { email: ann.email, password: ann.password },
      });
      const { session_token: token } = signedIn.body;
      const [mine, here2, there2] = [await connect(there), await connect(here, token), await connect(there, token)];
      expect((await end(token)).status).toBe(200);
      await Promise.all([here2.waitForEnd(1000), there2.waitForEnd(1000)]);
      expect(mine.isEnded).toBe(false);
    })(),
);

test('the eleventh stream of a user is refused until one closes', async () => {
  const streams = await Promise.all(Array.from({ length: 10 }, () => connect(here)));
  const refused = await fetch(`${here}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
    429,
    '60',
    expect.stringContaining('application/problem+json'),
  ]);
  await streams[0]!.close();
  await waitFor(
    () =>
      connect(here).then(
        () => true,
        () => false,
      ),
    Boolean,
    2000,
  );
});

test('guests get no stream', async () => {
  expect((await fetch(`${here}/api/notifications/stream`)).status).toBe(401);
});
