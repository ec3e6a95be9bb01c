import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listDerivedRows } from '../../../../test/support/derived-rows.js';
import { createCategory, createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { findDifferences } from '../../../../test/support/reconciliation.js';
import { createReportedItem, type ReportedItem } from '../../../../test/support/reports.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { AuthFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { type TrashResponse, type TrashType, trashTypes } from './trash.dto.js';
import { TrashService } from './trash.service.js';

let hub: TestApp;
let admin: TestUser;
let reader: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  reader = await hub.users.create();
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const paths: Record<string, string> = {
  document: '/admin/documents/',
  video: '/admin/videos/',
  thread: '/forum/threads/',
  post: '/forum/posts/',
  comment: '/comments/',
};

const remove = async ({ request }: TestUser, { type, id }: { type: string; id: string }) =>
  (await request('DELETE', `${paths[type]}${id}`)).status;
const restore = ({ request }: TestUser, { type, id }: { type: string; id: string }) =>
  request<{ message: string; url: string; code: string }>('POST', `/trash/${type}/${id}/restore`);
const purge = async ({ request }: TestUser, { type, id }: { type: string; id: string }) =>
  (await request('DELETE', `/trash/${type}/${id}`)).status;
const list = async ({ request }: TestUser, query = '') =>
  (await request<TrashResponse>('GET', `/trash${query}`)).body.items.map(({ id }) => id);
/** The status of a read; comments are missing in the list of their item. */
async function sees(request: TestUser['request'], { type, id, path }: ReportedItem): Promise<number> {
  const { status, text } = await request('GET', path);
  return type === 'comment' && !text.includes(id) ? 404 : status;
}
const audited = async (id: string) =>
  (
    await hub.database.query<{ action: string }>('select action from audit_log where subject_id = $1 order by id', [id])
  ).map(({ action }) => action);

/** Restored texts are indexed in the background. */
const listRowsWhenIndexed = async (id: string) => {
  await waitFor(
    () => hub.database.query('select 1 as x from search_entries where id = $1 and part = 0', [id]),
    (found) => found.length > 0,
  );
  await hub.get(ContentFacade).completeSearchIndex();
  return listDerivedRows(hub);
};

const isItem = (type: string) => type === 'document' || type === 'video';

/** A new item whose author may delete it. */
async function createItem(type: TrashType): Promise<ReportedItem> {
  if (type !== 'thread') return createReportedItem(hub, admin, type);
  const author = await hub.users.create('CONTRIBUTOR');
  const { id } = await createThread(author, (await createForumCategory(admin)).id, { tags: ['kept'] });
  return { type, id, author, path: `/forum/threads/${id}` };
}

/** What belongs to an item and must come back with it. */
async function engage({ type, id }: ReportedItem): Promise<void> {
  if (isItem(type)) {
    const item = { content_type: type, content_id: id };
    for (const reaction_type of ['LIKE', 'BOOKMARK'])
      await reader.request('POST', '/reactions', { body: { ...item, reaction_type } });
    await reader.request('POST', '/comments', { body: { ...item, content: 'Stays' } });
  } else if (type === 'thread') {
    await reply(reader, id, { content: 'Stays' });
  } else if (type === 'post') {
    const { thread_id } = (await admin.request<{ thread_id: string }>('GET', `/forum/posts/${id}`)).body;
    expect((await reader.request('PUT', `/forum/posts/${id}/reactions/LIKE`)).status).toBe(200);
    const body = { post_id: id };
    expect((await admin.request('PUT', `/forum/threads/${thread_id}/solution`, { body })).status).toBe(200);
  }
}

test.each(trashTypes)('a %s in the trash is missing for everyone, and restored as it was', async (type) => {
  const item = await createItem(type);
  await engage(item);
  await hub.get(ContentFacade).completeSearchIndex();
  const before = await listDerivedRows(hub);
  // Authors' own views do not count.
  const shown = (await item.author.request('GET', item.path)).body;
  // Authors do not delete threads with replies.
  const user = type === 'thread' ? admin : item.author;
  expect(await remove(user, item)).toBe(200);
  for (const { request } of [hub, reader, item.author, admin]) expect(await sees(request, item)).toBe(404);
  expect(await remove(admin, item)).toBe(404);
  expect(await findDifferences(hub)).toEqual([]);
  expect((await hub.database.query('select 1 as x from search_entries where id = $1', [item.id])).length).toBe(0);
  // Nothing is indexed or counted again meanwhile.
  await hub.get(ContentFacade).completeSearchIndex();
  expect(await findDifferences(hub)).toEqual([]);
  expect((await reader.request<{ items: [] }>('GET', '/user/bookmarks')).body.items).toEqual([]);

  const restored = await restore(user, item);
  const label = type[0]!.toUpperCase() + type.slice(1);
  expect(restored).toMatchObject({ status: 200, body: { message: `${label} restored.` } });
  expect((await item.author.request('GET', item.path)).body).toEqual(shown);
  if (type !== 'comment') expect(await listRowsWhenIndexed(item.id)).toEqual(before);
  expect(await findDifferences(hub)).toEqual([]);
  if (isItem(type))
    expect((await reader.request('GET', `/comments/${type}/${item.id}`)).body).toMatchObject([{ content: 'Stays' }]);
  expect((await restore(user, item)).status).toBe(404);
  await reader.request('DELETE', `/bookmarks/${item.id}`);
});

describe('who may restore and purge', () => {
  test.each(trashTypes)('a %s: its author what they deleted, others by permission', async (type) => {
    const item = await createItem(type);
    const moderator = await hub.users.create(
      (await createRole(admin, ['content.delete_any', 'forum.moderate', 'moderation.handle'])).name,
    );
    for (const user of [reader, item.author, moderator]) expect((await restore(user, item)).status).toBe(404);
    expect(await remove(item.author, item)).toBe(200);
    expect((await hub.request('GET', '/trash')).status).toBe(401);
    expect((await restore(reader, item)).status).toBe(404);
    expect([await list(reader), await list(item.author)]).toEqual([[], [item.id]]);
    expect((await item.author.request('GET', '/trash?all=true')).status).toBe(403);
    expect([await list(moderator), await list(moderator, '?all=true')]).toEqual([
      [],
      expect.arrayContaining([item.id]),
    ]);
    expect((await restore(moderator, item)).status).toBe(200);

    expect(await remove(moderator, item)).toBe(200);
    expect([await list(item.author), await list(moderator)]).toEqual([[], [item.id]]);
    expect((await restore(item.author, item)).status).toBe(404);
    expect(await purge(item.author, item)).toBe(403);
    expect(await purge(moderator, item)).toBe(200);
    expect([await purge(moderator, item), (await restore(admin, item)).status]).toEqual([404, 404]);
    expect((await audited(item.id)).at(-1)).toBe(`${type}.purged`);
    expect(await findDifferences(hub)).toEqual([]);
  });

  test('internal documents only those who see them', async () => {
    const document = {
      type: 'document',
      ...(await createDocument(admin, { status: 'PUBLISHED', visibility: 'INTERNAL' })),
    };
    const moderator = await hub.users.create((await createRole(admin, ['content.delete_any'])).name);
    await remove(admin, document);
    expect(await list(moderator, '?all=true')).not.toContain(document.id);
    expect([(await restore(moderator, document)).status, await purge(moderator, document)]).toEqual([404, 404]);
    expect(await list(admin)).toContain(document.id);
  });

  test('other types and ids are not found', async () => {
    const { id } = await createDocument(admin);
    for (const path of [`document/${id}`, `video/${id}`, `category/${id}`, 'document/x'])
      expect((await admin.request('POST', `/trash/${path}/restore`)).status).toBe(404);
  });
});

test('lists what was deleted last first, page by page, with the time of its end', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await createDocument(author, { title });
    await remove(author, { type: 'document', id });
    ids.unshift(id);
  }
  const { body } = await author.request<TrashResponse>('GET', '/trash?limit=2');
  expect(body).toMatchObject({ retention_days: 30, next_cursor: expect.any(String) });
  expect(body.items[0]).toMatchObject({
    type: 'document',
    title: 'Three',
    deleted_by: { id: author.id, name: author.name },
  });
  const [{ deleted_at, purge_at }] = body.items as [TrashResponse['items'][number]];
  expect(Date.parse(purge_at) - Date.parse(deleted_at)).toBe(30 * 24 * 3600_000);
  const rest = await author.request<TrashResponse>('GET', `/trash?limit=2&cursor=${body.next_cursor}`);
  expect([...body.items, ...rest.body.items].map(({ id }) => id)).toEqual(ids);
});

test('a document keeps its address, but not a deleted category', async () => {
  const category = await createCategory(admin);
  const document = await createDocument(admin, { category_id: category.id, slug: 'kept', status: 'PUBLISHED' });
  await remove(admin, { type: 'document', id: document.id });
  expect((await createDocument(admin, { title: 'Kept' })).slug).toBe('kept-2');
  expect((await admin.request('DELETE', `/categories/${category.id}`)).status).toBe(200);
  expect((await restore(admin, { type: 'document', id: document.id })).body.url).toBe('/docs/kept');
  expect((await admin.request('GET', '/documents/kept')).body).toMatchObject({ category: null, status: 'PUBLISHED' });
});

test('a video whose processing had not ended is processed again', async () => {
  const item = await createReportedItem(hub, admin, 'video');
  const attempt = '01990000-0000-7000-8000-000000000001';
  await hub.database.query('update videos set attempt_id = $2 where item_id = $1', [item.id, attempt]);
  await remove(item.author, item);
  expect((await restore(item.author, item)).status).toBe(200);
  const [row] = await hub.database.query<{ attempt_id: string | null }>(
    'select attempt_id from videos where item_id = $1',
    [item.id],
  );
  expect(row?.attempt_id).not.toBe(attempt);
});

test('what was deleted 30 days ago is purged by the system', async () => {
  const items = [];
  for (const type of trashTypes) items.push(await createItem(type));
  for (const item of items) await remove(item.author, item);
  const purgeAfter = (days: number) => hub.get(TrashService).purgeExpired(new Date(Date.now() + days * 24 * 3600_000));
  await purgeAfter(29);
  expect(await list(admin, '?all=true')).toEqual(expect.arrayContaining(items.map(({ id }) => id)));
  await purgeAfter(31);
  expect(await list(admin, '?all=true')).toEqual([]);
  for (const { type, id } of items) expect((await audited(id)).at(-1)).toBe(`${type}.purged`);
  await hub.get(ContentFacade).completeSearchIndex();
  expect(await findDifferences(hub)).toEqual([]);
});

test('erasing a user purges what they had in the trash, and keeps the rest', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  const [gone, kept] = [await createDocument(author), await createDocument(author)];
  await setDocumentStatus(admin, kept.id, 'PUBLISHED');
  await remove(author, { type: 'document', id: gone.id });
  expect(
    (await admin.request('POST', `/admin/users/${author.id}/erase`, { body: { email: author.email } })).status,
  ).toBe(200);
  const rows = await hub.database.query('select id from content_items where author_id = $1', [author.id]);
  expect(rows).toEqual([{ id: kept.id }]);
});

test('a post is listed while its thread exists, and purged with it', async () => {
  const post = await createItem('post');
  const { thread_id } = (await admin.request<{ thread_id: string }>('GET', post.path)).body;
  const thread = { type: 'thread', id: thread_id };
  await remove(post.author, post);
  await remove(admin, thread);
  expect([await list(post.author), (await restore(post.author, post)).status]).toEqual([[], 404]);
  expect((await restore(admin, thread)).status).toBe(200);
  expect(await list(post.author)).toEqual([post.id]);
  await remove(admin, thread);
  expect(await purge(admin, thread)).toBe(200);
  expect(await hub.database.query('select id from forum_posts where id = $1', [post.id])).toEqual([]);
});

test('a post of a thread that was locked meanwhile is restored by moderators only', async () => {
  const post = await createItem('post');
  const { thread_id } = (await admin.request<{ thread_id: string }>('GET', post.path)).body;
  await remove(post.author, post);
  const setLocked = (is_locked: boolean) =>
    admin.request('PUT', `/forum/threads/${thread_id}`, { body: { is_locked } });
  await setLocked(true);
  expect(await restore(post.author, post)).toMatchObject({ status: 403, body: { code: 'thread_locked' } });
  expect(await sees(post.author.request, post)).toBe(404);
  expect((await restore(admin, post)).status).toBe(200);
  expect(await setLocked(false)).toMatchObject({ status: 200 });
  await remove(post.author, post);
  expect((await restore(post.author, post)).status).toBe(200);
});

test('a post of a hidden thread is listed for moderators only', async () => {
  const post = await createItem('post');
  const { thread_id } = (await admin.request<{ thread_id: string }>('GET', post.path)).body;
  await remove(post.author, post);
  const setHidden = (isHidden: boolean) =>
    hub.database.query('update forum_threads set hidden_at = case when $2 then now() end where id = $1', [
      thread_id,
      isHidden,
    ]);
  await setHidden(true);
  expect([await list(post.author), (await restore(post.author, post)).status]).toEqual([[], 404]);
  expect(await list(admin, '?all=true')).toContain(post.id);
  await setHidden(false);
  expect(await list(post.author)).toEqual([post.id]);
});

test('a comment on a document in the trash has no viewers to notify', async () => {
  const comment = await createItem('comment');
  const document = { type: 'document', id: comment.path.split('/').at(-1)! };
  const actor = (await hub.get(AuthFacade).findActorByEmail(admin.email))!;
  const findViewers = () => hub.get(VisibilityRegistry).filterViewers(comment, [actor]);
  expect(await findViewers()).toEqual([actor]);
  await remove(admin, document);
  expect(await findViewers()).toEqual([]);
});

test('a purged post leaves its number without text', async () => {
  const post = await createItem('post');
  await remove(post.author, post);
  expect(await purge(admin, post)).toBe(200);
  expect(await hub.database.query('select number, content from forum_posts where id = $1', [post.id])).toEqual([
    { number: 2, content: '' },
  ]);
});

test('a thread whose category was deleted comes back in another one', async () => {
  const other = await createForumCategory(admin);
  const thread = await createItem('thread');
  const { category_id } = (await admin.request<{ category_id: string }>('GET', thread.path)).body;
  await remove(thread.author, thread);
  expect((await admin.request('DELETE', `/forum/categories/${category_id}`)).status).toBe(200);
  expect((await restore(thread.author, thread)).status).toBe(200);
  const after = (await admin.request<{ category_id: string }>('GET', thread.path)).body.category_id;
  expect([after === category_id, after.length]).toEqual([false, other.id.length]);
  expect(await findDifferences(hub)).toEqual([]);
});
