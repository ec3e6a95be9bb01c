import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { NotificationsFacade } from '../notifications.facade.js';
import type { NotificationInput } from '../sending/notification-store.js';
import { InboxService } from './inbox.service.js';
import type { NotificationResponse } from './notifications.dto.js';

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
const list = (user: TestUser, query = '') => user.request<NotificationResponse[]>('GET', `/notifications${query}`);
const unread = async (user: TestUser) =>
  (await user.request<{ unread_count: number }>('GET', '/notifications/unread-count')).body.unread_count;

test('the newest come first, in pages, with the totals in the headers', async () => {
  for (let n = 1; n <= 5; n++) await notify({ title: () => `News ${n}` });
  await notify({ userIds: [bob.id] });
  const { status, body, headers } = await list(ann, '?limit=2&page=2');
  expect([status, body.map(({ title }) => title)]).toEqual([200, ['News 3', 'News 2']]);
  expect(headers).toMatchObject({ 'x-total-count': '5', 'x-unread-count': '5' });
  expect(body[0]).toEqual({
    id: expect.any(String),
    kind: 'comment',
    title: 'News 3',
    message: 'Something happened.',
    url: '/docs',
    actor: null,
    excerpt: '',
    is_read: false,
    read_at: null,
    created_at: expect.any(String),
  });
  expect(await unread(ann)).toBe(5);
});

test('a notification is marked as read once, and only by its recipient', async () => {
  await notify();
  await notify();
  const [first] = (await list(ann)).body;
  const read = (user: TestUser, id = first!.id) => user.request('PUT', `/notifications/${id}/read`);
  expect((await read(bob)).status).toBe(404);
  expect((await read(ann, randomUUID())).status).toBe(404);
  expect((await read(ann, 'none')).status).toBe(404);
  expect(await read(ann)).toMatchObject({ status: 200, body: { unread_count: 1, message: expect.any(String) } });
  const [seen] = (await list(ann)).body;
  expect(seen).toMatchObject({ id: first!.id, is_read: true, read_at: expect.any(String) });
  expect(await read(ann)).toMatchObject({ status: 200, body: { unread_count: 1 } });
  expect((await list(ann)).body[0]!.read_at).toBe(seen!.read_at);
});

test('all notifications of the user, and of no other user, are marked as read', async () => {
  for (let n = 0; n < 3; n++) await notify({ userIds: [ann.id, bob.id] });
  expect(await ann.request('PUT', '/notifications/read-all')).toMatchObject({ status: 200, body: { unread_count: 0 } });
  expect((await list(ann)).body.map(({ is_read }) => is_read)).toEqual([true, true, true]);
  expect([await unread(ann), await unread(bob)]).toEqual([0, 3]);
});

test('the same event sent concurrently creates one notification', async () => {
  const key = randomUUID();
  await Promise.all(Array.from({ length: 20 }, () => notify({ key, userIds: [ann.id, bob.id, ann.id] })));
  expect([await unread(ann), await unread(bob)]).toEqual([1, 1]);
});

test('a rolled back transaction creates no notification', async () => {
  const work = hub.database.transaction(async () => {
    await notify();
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await unread(ann)).toBe(0);
});

test('users who have disabled notifications, and deactivated users, get none', async () => {
  await hub.database.query(`update users set preferences = '{"email": true, "in_app": false}' where id = $1`, [ann.id]);
  await notify();
  expect((await list(ann)).body).toEqual([]);
  await hub.database.query(
    `update users set preferences = '{"email": true, "in_app": true}', deactivated_at = now() where id = $1`,
    [ann.id],
  );
  await notify();
  await hub.database.query('update users set deactivated_at = null where id = $1', [ann.id]);
  expect((await list(ann)).body).toEqual([]);
});

test('long texts are shortened, and URLs of other sites are refused', async () => {
  await notify({ title: () => 'x'.repeat(300), message: () => `${'y'.repeat(998)}😀😀` });
  const [{ title, message }] = (await list(ann)).body as [NotificationResponse];
  expect([title.length, title.at(-1)]).toEqual([200, '…']);
  expect([message.length, message.slice(-2)]).toEqual([999, 'y…']);
  for (const url of ['https://evil.example', '//evil.example', 'docs'])
    await expect(notify({ url })).rejects.toThrow('leads to a page of the hub');
});

test('totals are capped', async () => {
  await hub.database.query(
    `insert into notifications (id, user_id, event_key, kind, title, message, url, in_app, created_at)
     select gen_random_uuid(), $1, 'many-' || n, 'test', 'Many', '', '/', true, now() from generate_series(1, 1100) n`,
    [ann.id],
  );
  expect((await list(ann)).headers).toMatchObject({
    'x-total-count': '1000',
    'x-total-capped': 'true',
    'x-unread-count': '1000',
  });
});

test('the sweep deletes old read notifications, and all after a year', async () => {
  for (const title of ['read long ago', 'read lately', 'very old', 'old but unread'])
    await notify({ title: () => title });
  const age = (title: string, set: string) =>
    hub.database.query(`update notifications set ${set} where user_id = $1 and title = $2`, [ann.id, title]);
  await age('read long ago', `read_at = now() - interval '91 days'`);
  await age('read lately', `read_at = now() - interval '89 days'`);
  await age('very old', `created_at = now() - interval '366 days'`);
  await age('old but unread', `created_at = now() - interval '364 days'`);
  await hub.get(InboxService).deleteOld();
  expect((await list(ann)).body.map(({ title }) => title).sort()).toEqual(['old but unread', 'read lately']);
});

describe('a notification about hidden content', () => {
  let editor: TestUser;
  let about: (id: string) => Partial<NotificationInput>;
  beforeEach(async () => {
    editor = await hub.users.create('EDITOR');
    about = (id) => ({ userIds: [ann.id, bob.id, editor.id], subject: { type: 'document', id } });
  });

  test('is not sent', async () => {
    const { id } = await createDocument(editor);
    await notify(about(id));
    await notify(about(randomUUID()));
    await notify({ ...about(id), subject: { type: 'nothing-known', id } });
    expect([await unread(ann), await unread(bob), await unread(editor)]).toEqual([0, 0, 1]);
  });

  test('disappears from list and count, and returns when the content is visible again', async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED' });
    await notify(about(id));
    await notify({ userIds: [ann.id], title: () => 'Stays' });
    const [, hidden] = (await list(ann)).body;
    await editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
    const { body, headers } = await list(ann);
    expect([
      body.map(({ title }) => title),
      headers['x-total-count'],
      headers['x-unread-count'],
      await unread(ann),
    ]).toEqual([['Stays'], '1', '1', 1]);
    expect((await ann.request('PUT', `/notifications/${hidden!.id}/read`)).status).toBe(404);
    await ann.request('PUT', '/notifications/read-all');
    expect(await unread(editor)).toBe(1);
    await editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'LOGGED_IN' } });
    // Hidden notifications are not marked as read.
    expect([await unread(ann), await unread(bob)]).toEqual([1, 1]);
    await setDocumentStatus(editor, id, 'ARCHIVED');
    expect([await unread(ann), await unread(bob), await unread(editor)]).toEqual([0, 0, 1]);
    await editor.request('DELETE', `/admin/documents/${id}`);
    expect([await unread(bob), await unread(editor)]).toEqual([0, 0]);
  });
});

test('a list takes three statements for any number of rows', async () => {
  for (let n = 0; n < 40; n++) await notify();
  for (const path of ['/notifications', '/notifications?page=2&limit=5'])
    expect(await hub.statementsOf(() => ann.request('GET', path))).toHaveLength(3);
  expect(await hub.statementsOf(() => ann.request('GET', '/notifications/unread-count'))).toHaveLength(2);
});
