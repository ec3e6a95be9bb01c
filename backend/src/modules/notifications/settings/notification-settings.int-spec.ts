import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { NotificationsFacade } from '../notifications.facade.js';
import type { NotificationSettingsResponse } from './notification-settings.dto.js';
import type { NotificationKind } from './notification-topics.js';

let hub: TestApp;
let ann: TestUser;
let bob: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
});
beforeEach(async () => {
  [ann, bob] = [await hub.users.create(), await hub.users.create()];
});
afterAll(() => hub.close());

const PATH = '/notifications/settings';
const get = async (user: TestUser) => (await user.request<NotificationSettingsResponse>('GET', PATH)).body;
const put = (user: TestUser, body: object) =>
  user.request<NotificationSettingsResponse & { errors: { field: string }[] }>('PUT', PATH, { body });
const notify = (kind: NotificationKind) =>
  hub.get(NotificationsFacade).notify({
    userIds: [ann.id, bob.id],
    key: randomUUID(),
    kind,
    title: () => kind,
    message: () => '',
    url: '/docs',
    subject: null,
  });
const titles = async (user: TestUser) =>
  (await user.request<{ title: string }[]>('GET', '/notifications')).body.map(({ title }) => title);

const defaults = { muted_in_app: [], muted_email: [], digest: 'off', time_zone: null };

test('everything is on and the digest off by default; omitted fields stay', async () => {
  expect(await get(ann)).toEqual(defaults);
  const changed = { ...defaults, muted_in_app: ['mentions'], digest: 'weekly', time_zone: 'Europe/Berlin' };
  expect(
    await put(ann, { muted_in_app: ['mentions', 'mentions'], digest: 'weekly', time_zone: 'Europe/Berlin' }),
  ).toEqual(expect.objectContaining({ status: 200, body: changed }));
  expect((await put(ann, { muted_email: ['health', 'reviews'] })).body).toEqual({
    ...changed,
    muted_email: ['health', 'reviews'],
  });
  expect((await put(ann, { muted_in_app: [] })).body.muted_in_app).toEqual([]);
  expect(await get(bob)).toEqual(defaults);
});

test('invalid values are refused and nothing is saved', async () => {
  const { status, body } = await put(ann, {
    muted_in_app: ['everything'],
    muted_email: 'mentions',
    digest: 'hourly',
    time_zone: 'Mars/Base',
  });
  expect([status, body.errors.map(({ field }) => field).sort()]).toEqual([
    400,
    ['digest', 'muted_email', 'muted_in_app', 'time_zone'],
  ]);
  expect(await get(ann)).toEqual(defaults);
});

test('a topic that is off has no notifications in the hub, for this user and topic only', async () => {
  await put(ann, { muted_in_app: ['watched_threads'] });
  await notify('thread_reply');
  await notify('mention');
  expect([await titles(ann), await titles(bob)]).toEqual([['mention'], ['mention', 'thread_reply']]);
  expect(
    await hub.database.query('select kind from notifications where user_id = $1 and not in_app', [ann.id]),
  ).toEqual([]);
});

test('a topic that is off in the hub only still has mails', async () => {
  await hub.database.query('update users set email_verified_at = now() where id = $1', [ann.id]);
  await put(ann, { muted_in_app: ['mentions'] });
  await notify('mention');
  expect(await hub.database.query('select kind, in_app from notifications where user_id = $1', [ann.id])).toEqual([
    { kind: 'mention', in_app: false },
  ]);
  await put(ann, { muted_email: ['mentions'] });
  await notify('mention');
  expect(await hub.database.query('select kind from notifications where user_id = $1', [ann.id])).toHaveLength(1);
});
