import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDocument } from '../../../../test/support/documents.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { NotificationsFacade } from '../notifications.facade.js';
import type { NotificationInput } from '../sending/notification-store.js';
import type { NotificationGroupsResponse } from './notifications.dto.js';

let hub: TestApp;
let ann: TestUser;
let bob: TestUser;
let editor: TestUser;
let minute: number;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR', 'Edda Editor');
});
beforeEach(async () => {
  [ann, bob] = [await hub.users.create(), await hub.users.create('VIEWER', 'Bob Builder')];
  minute = 0;
});
afterAll(() => hub.close());

const createItem = () => createDocument(editor, { status: 'PUBLISHED' });
/** Each a minute after the one before. */
const notify = (title: string, documentId: string | null, fields: Partial<NotificationInput> = {}) =>
  hub.get(NotificationsFacade).notify({
    userIds: [ann.id],
    key: randomUUID(),
    at: new Date(Date.now() - 3600_000 + minute++ * 60_000),
    kind: 'comment',
    title: () => title,
    message: () => '',
    url: '/docs',
    subject: documentId === null ? null : { type: 'document', id: documentId },
    ...fields,
  });
const list = async (query = '') =>
  (await ann.request<NotificationGroupsResponse>('GET', `/notifications/groups${query}`)).body;
const titles = async (query = '') =>
  (await list(query)).groups.map(({ title, earlier }) => [title, ...earlier.map((each) => each.title)]);
const read = (user: TestUser, id: string) =>
  user.request<{ unread_count: number }>('PUT', `/notifications/groups/${id}/read`);
const unread = async () =>
  (await ann.request<{ unread_count: number }>('GET', '/notifications/unread-count')).body.unread_count;

test('notifications about one item are one group at the place of its latest one', async () => {
  const [first, second] = [await createItem(), await createItem()];
  await notify('1', first.id);
  await notify('2', second.id);
  await notify('alone', null);
  await notify('also alone', null);
  await notify('3', first.id, { actorId: bob.id });
  expect(await titles()).toEqual([['3', '1'], ['also alone'], ['alone'], ['2']]);
  const [latest] = (await list()).groups;
  expect(latest).toMatchObject({
    actor: { id: bob.id, name: 'Bob Builder', avatar_url: null },
    has_unread: true,
    earlier: [{ title: '1', actor: null, is_read: false }],
  });
});

test('pages follow each other by cursor, and each is one statement for any number of rows', async () => {
  const items = [await createItem(), await createItem(), await createItem()];
  for (const { id } of [...items, ...items]) await notify(id, id);
  const expected = items.toReversed().map(({ id }) => [id, id]);
  const first = await list('?limit=2');
  expect([await titles('?limit=2'), await titles(`?limit=2&cursor=${first.next_cursor}`)]).toEqual([
    expected.slice(0, 2),
    expected.slice(2),
  ]);
  expect((await list(`?cursor=${first.next_cursor}`)).next_cursor).toBeNull();
  // The first reads the session.
  expect(await hub.statementsOf(() => ann.request('GET', '/notifications/groups?limit=200'))).toHaveLength(2);
});

test('a group lists ten earlier notifications at most, and knows of further unread ones', async () => {
  const { id } = await createItem();
  for (let n = 1; n <= 13; n++) await notify(String(n), id);
  const [group] = (await list()).groups;
  expect(group!.earlier.map(({ title }) => title)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
  for (const one of [group!, ...group!.earlier]) await ann.request('PUT', `/notifications/${one.id}/read`);
  expect((await list()).groups[0]).toMatchObject({ is_read: true, has_unread: true });
});

test('a group is marked as read up to the notification that was opened, by its recipient only', async () => {
  const item = await createItem();
  await notify('1', item.id);
  await notify('2', item.id);
  const [seen] = (await list()).groups;
  await notify('3', item.id);
  await notify('other', null);
  for (const missing of [randomUUID(), 'none']) expect((await read(ann, missing)).status).toBe(404);
  expect((await read(bob, seen!.id)).status).toBe(404);
  expect(await unread()).toBe(4);
  expect(await read(ann, seen!.id)).toMatchObject({ status: 200, body: { unread_count: 2 } });
  expect((await list()).groups).toMatchObject([
    { title: 'other', has_unread: true },
    { title: '3', has_unread: true, earlier: [{ is_read: true }, { is_read: true }] },
  ]);
});

test('a notification whose subject is hidden neither leads nor fills a group', async () => {
  const [shown, hidden] = [await createItem(), await createItem()];
  const group = { type: 'document', id: shown.id };
  await notify('1', shown.id);
  await notify('2', hidden.id, { group });
  await notify('3', shown.id);
  await notify('4', hidden.id, { group });
  expect(await titles()).toEqual([['4', '3', '2', '1']]);
  await editor.request('PUT', `/admin/documents/${hidden.id}`, { body: { visibility: 'INTERNAL' } });
  expect(await titles()).toEqual([['3', '1']]);
});

test('the excerpt is the comment as it is now, while the user may see it', async () => {
  const { id } = await createItem();
  const comment = (
    await bob.request<{ id: string }>('POST', `/comments`, {
      body: { content_type: 'document', content_id: id, content: 'Hello **there**' },
    })
  ).body;
  const about = { subject: { type: 'comment', id: comment.id }, group: { type: 'document', id } };
  await notify('comment', null, about);
  await notify('many', id, { kind: 'comment' });
  expect((await list()).groups[0]).toMatchObject({ excerpt: '', earlier: [{ excerpt: 'Hello there' }] });
  await bob.request('PUT', `/comments/${comment.id}`, { body: { content: 'Changed' } });
  expect((await list()).groups[0]).toMatchObject({ earlier: [{ excerpt: 'Changed' }] });
  await bob.request('DELETE', `/comments/${comment.id}`);
  expect((await list()).groups[0]).toMatchObject({ title: 'many', earlier: [] });
});
