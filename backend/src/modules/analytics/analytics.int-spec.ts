import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../test/support/documents.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { createForumCategory, createThread, reply } from '../../../test/support/forum.js';
import type { SendRequest } from '../../../test/support/http.js';
import type { TestUser } from '../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../test/support/test-app.js';
import { ActivityLog } from './activity/activity-log.js';
import type { OverviewResponse } from './analytics.dto.js';

let hub: TestApp;
let editor: TestUser;
let ann: TestUser;
beforeAll(async () => {
  ({ hub, editor, ann } = await createTestAppWithUsers({ editor: 'EDITOR', ann: 'CONTRIBUTOR' }));
});
afterAll(() => hub.close());

const overview = async () => (await editor.request<OverviewResponse>('GET', '/analytics/overview')).body;
const comment = async (user: TestUser, id: string, content: string) =>
  (
    await user.request<{ id: string }>('POST', '/comments', {
      body: { content_type: 'document', content_id: id, content },
    })
  ).body;

/** Events and views are processed asynchronously. */
const overviewOnce = (done: (seen: OverviewResponse) => boolean) => waitFor(overview, done, 20_000);

describe('the overview', () => {
  test('contains totals that follow each action', async () => {
    const before = (await overview()).totals;
    expect(before).toEqual({ documents: 0, videos: 0, users: 2, views: 0 });
    const { id } = await createDocument(ann);
    await setDocumentStatus(editor, id, 'PUBLISHED');
    await hub.users.create();
    for (const request of [hub.request, editor.request, ann.request]) await request('GET', `/documents/${id}`);
    // Of three readers, the author does not count.
    expect((await overviewOnce(({ totals }) => totals.views === 2)).totals).toEqual({
      documents: 1,
      videos: 0,
      users: 3,
      views: 2,
    });
    await editor.request('DELETE', `/admin/documents/${id}`);
    expect((await overview()).totals).toEqual({ documents: 0, videos: 0, users: 3, views: 0 });
  });

  test('lists activity with the newest first, with user and content', async () => {
    const { id, title, slug } = await createDocument(ann);
    await setDocumentStatus(editor, id, 'PUBLISHED');
    await comment(editor, id, 'Good.');
    const { recent_activity } = await overviewOnce(
      (seen) => seen.recent_activity.filter(({ content_id }) => content_id === id).length === 3,
    );
    const of = recent_activity
      .filter(({ content_id }) => content_id === id)
      .map(({ id: _id, timestamp: _at, content_id: _content, ...row }) => row);
    expect(of).toEqual([
      {
        action: 'commented',
        content_type: 'comment',
        title,
        url: `/docs/${slug}`,
        user_id: editor.id,
        user_name: editor.name,
      },
      {
        action: 'published',
        content_type: 'document',
        title,
        url: `/docs/${slug}`,
        user_id: editor.id,
        user_name: editor.name,
      },
      {
        action: 'created',
        content_type: 'document',
        title,
        url: `/docs/${slug}`,
        user_id: ann.id,
        user_name: ann.name,
      },
    ]);
    expect(recent_activity).toContainEqual(
      expect.objectContaining({ action: 'registered', content_type: 'user', user_id: ann.id, title: null, url: null }),
    );
    await editor.request('DELETE', `/admin/documents/${id}`);
    const after = await overviewOnce((seen) =>
      seen.recent_activity.some(({ action, content_id }) => action === 'deleted' && content_id === id),
    );
    expect(
      after.recent_activity
        .filter(({ content_id }) => content_id === id)
        .map((row) => [row.action, row.title, row.url]),
    ).toEqual([
      ['deleted', null, null],
      ['commented', null, null],
      ['published', null, null],
      ['created', null, null],
    ]);
  });

  test('lists threads, replies and solutions, without titles of what is gone', async () => {
    const { id: categoryId } = await createForumCategory(await hub.users.create('ADMIN'));
    const thread = await createThread(ann, categoryId, { title: 'Why?' });
    const post = await reply(editor, thread.id);
    await ann.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: post.id } });
    const ids = [thread.id, post.id];
    const getRows = (seen: OverviewResponse) =>
      seen.recent_activity
        .filter(({ content_id }) => ids.includes(content_id))
        .map(({ action, content_type, title, url, user_id }) => [action, content_type, title, url, user_id]);
    const url = `/community/thread/${thread.id}`;
    expect(getRows(await overviewOnce((seen) => getRows(seen).length === 3))).toEqual([
      ['solved', 'thread', 'Why?', url, ann.id],
      ['replied', 'post', 'Why?', `${url}#post-2`, editor.id],
      ['created', 'thread', 'Why?', url, ann.id],
    ]);
    await editor.request('DELETE', `/forum/threads/${thread.id}`);
    expect(getRows(await overviewOnce((seen) => getRows(seen).length === 4))).toEqual([
      ['deleted', 'thread', null, null, editor.id],
      ['solved', 'thread', null, null, ann.id],
      ['replied', 'post', null, null, editor.id],
      ['created', 'thread', null, null, ann.id],
    ]);
  });

  test('tells requested changes, a withdrawn submission and a draft made of a published document apart', async () => {
    const { id } = await createDocument(ann);
    for (const [actor, status] of [
      [ann, 'IN_REVIEW'],
      [editor, 'DRAFT'],
      [ann, 'IN_REVIEW'],
      [ann, 'DRAFT'],
      [editor, 'PUBLISHED'],
      [editor, 'DRAFT'],
    ] as const)
      await setDocumentStatus(actor, id, status);
    const actionsOf = ({ recent_activity }: OverviewResponse) =>
      recent_activity.filter(({ content_id }) => content_id === id).map(({ action }) => action);
    expect(actionsOf(await overviewOnce((seen) => actionsOf(seen).length === 7))).toEqual([
      'unpublished',
      'published',
      'withdrawn',
      'submitted',
      'sent_back',
      'submitted',
      'created',
    ]);
  });

  test('lists at most 20 rows, and one row for an event that is delivered twice', async () => {
    const log = hub.get(ActivityLog);
    const one = {
      id: '01a00000-0000-7000-8000-000000000001',
      action: 'created',
      content_type: 'document',
      content_id: ann.id,
      user_id: null,
      created_at: new Date(),
    };
    for (let i = 0; i < 2; i++) await log.record(one);
    for (let i = 10; i < 40; i++) await log.record({ ...one, id: `01a00000-0000-7000-8000-0000000000${i}` });
    expect((await overview()).recent_activity).toHaveLength(20);
    expect(await hub.database.query('select id from activity where id = $1', [one.id])).toHaveLength(1);
    await log.deleteOld(new Date(Date.now() + 366 * 24 * 3600_000));
    expect((await overview()).recent_activity).toEqual([]);
  });
});

const activity = async (request: SendRequest, id: string, query = '') => {
  const { status, body, headers } = await request<{ type: string; title: string; url: string; excerpt: string }[]>(
    'GET',
    `/users/${id}/activity${query}`,
  );
  return {
    status,
    total: headers['x-total-count'],
    titles: status === 200 ? body.map(({ type, title }) => `${type} ${title}`) : [],
    body,
  };
};

describe('the activity of a user', () => {
  test('lists their content that the reader may see', async () => {
    const writer = await hub.users.create('CONTRIBUTOR');
    const open = await createDocument(writer, { title: 'Open', summary: 'A summary.' });
    await setDocumentStatus(editor, open.id, 'PUBLISHED');
    const inside = await createDocument(editor, { title: 'Inside', visibility: 'INTERNAL', status: 'PUBLISHED' });
    await comment(writer, open.id, 'My first comment.');
    await comment(writer, inside.id, 'A secret comment.');
    await createDocument(writer, { title: 'Draft' });
    expect(await activity(hub.request, writer.id)).toMatchObject({
      total: '2',
      titles: ['comment Open', 'document Open'],
      body: [
        { url: expect.stringMatching(/^\/docs\/open#comment-[\da-f-]{36}$/), excerpt: 'My first comment.' },
        { url: '/docs/open', excerpt: 'A summary.' },
      ],
    });
    const all = ['document Draft', 'comment Inside', 'comment Open', 'document Open'];
    expect((await activity(writer.request, writer.id)).titles).toEqual(all);
    expect((await activity(editor.request, writer.id)).titles).toEqual(all);
    expect(await activity(editor.request, writer.id, '?page=2&limit=3')).toMatchObject({
      total: '4',
      titles: ['document Open'],
    });
    await editor.request('PUT', `/admin/documents/${open.id}`, { body: { visibility: 'INTERNAL' } });
    expect(await activity(hub.request, writer.id)).toMatchObject({ total: '0', titles: [] });
  });

  test('includes threads and replies that the reader may see', async () => {
    const writer = await hub.users.create('CONTRIBUTOR');
    const { id: categoryId } = await createForumCategory(await hub.users.create('ADMIN'));
    const thread = await createThread(writer, categoryId, { title: 'Why?', content: '**Because** of this' });
    const document = await createDocument(writer, { title: 'Open' });
    await setDocumentStatus(editor, document.id, 'PUBLISHED');
    const post = await reply(writer, thread.id, { content: 'An answer' });
    const url = `/community/thread/${thread.id}`;
    const answer = { type: 'post', id: post.id, title: 'Why?', url: `${url}#post-2`, excerpt: 'An answer' };
    const question = { type: 'thread', id: thread.id, title: 'Why?', url, excerpt: 'Because of this' };
    expect(await activity(hub.request, writer.id)).toMatchObject({
      total: '3',
      titles: ['post Why?', 'document Open', 'thread Why?'],
      body: [{ ...answer, status: null, visibility: null, is_hidden: false }, {}, question],
    });
    expect(await activity(hub.request, writer.id, '?limit=2&page=2')).toMatchObject({
      total: '3',
      titles: ['thread Why?'],
    });
    await hub.database.query('update forum_posts set hidden_at = now() where id = $1', [post.id]);
    expect(await activity(hub.request, writer.id)).toMatchObject({
      total: '2',
      titles: ['document Open', 'thread Why?'],
    });
    expect((await activity(writer.request, writer.id)).body[0]).toMatchObject({ ...answer, is_hidden: true });
    await editor.request('DELETE', `/forum/threads/${thread.id}`);
    expect(await activity(writer.request, writer.id)).toMatchObject({ total: '1', titles: ['document Open'] });
  });

  test('is in the order of its dates, also across pages', async () => {
    const writer = await hub.users.create('CONTRIBUTOR');
    for (const title of ['Tuesday', 'Thursday']) {
      const { id } = await createDocument(writer, { title });
      const { id: commentId } = await comment(writer, id, `On ${title}`);
      const day = title === 'Tuesday' ? [3, 6] : [5, 2];
      await hub.database.query(`update content_items set created_at = now() - $2 * interval '1 day' where id = $1`, [
        id,
        day[0],
      ]);
      await hub.database.query(`update comments set created_at = now() - $2 * interval '1 day' where id = $1`, [
        commentId,
        day[1],
      ]);
    }
    const latestFirst = ['comment Thursday', 'document Tuesday', 'document Thursday', 'comment Tuesday'];
    expect((await activity(writer.request, writer.id)).titles).toEqual(latestFirst);
    const pages = await Promise.all([1, 2].map((page) => activity(writer.request, writer.id, `?limit=2&page=${page}`)));
    expect(pages.flatMap(({ titles }) => titles)).toEqual(latestFirst);
  });

  test('includes the status of documents and the text of comments', async () => {
    const writer = await hub.users.create('CONTRIBUTOR');
    const draft = await createDocument(writer, { title: 'Begun', visibility: 'LOGGED_IN' });
    const { id } = await comment(writer, draft.id, '**Bold** [words](https://example.org)');
    await hub.database.query('update comments set hidden_at = now() where id = $1', [id]);
    expect((await activity(writer.request, writer.id)).body).toMatchObject([
      { type: 'comment', excerpt: 'Bold words', status: null, visibility: null, is_hidden: true },
      { type: 'document', status: 'DRAFT', visibility: 'LOGGED_IN', is_hidden: false },
    ]);
  });

  test('gives 404 for an unknown user', async () => {
    for (const id of ['nonsense', '01a00000-0000-7000-8000-000000000099'])
      expect((await activity(hub.request, id)).status).toBe(404);
  });
});
