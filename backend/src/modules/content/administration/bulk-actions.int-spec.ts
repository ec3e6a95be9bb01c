import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createCategory, createDocument, getDocument } from '../../../../test/support/documents.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo } from '../../../../test/support/videos.js';
import type { VideoResponse } from '../videos/video-responses.dto.js';
import type { BulkChangeResponse, ContentCountsResponse } from './administration.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let author: TestUser;
beforeAll(async () => {
  ({ hub, admin, editor, author } = await createTestAppWithUsers({
    admin: 'ADMIN',
    editor: 'EDITOR',
    author: 'CONTRIBUTOR',
  }));
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const bulk = (user: TestUser, body: object) =>
  user.request<BulkChangeResponse>('POST', '/admin/content/bulk', { body: { item_type: 'document', ...body } });
const submit = (user: TestUser, ids: string[]) =>
  user.request<BulkChangeResponse>('POST', '/submissions', { body: { ids } });
/** A user who may open the content administration, but not change the items of others. */
const createClerk = async () => hub.users.create((await createRole(admin, ['admin.content', 'content.create'])).name);
const done = (id: string) => ({ id, changed: true, code: null, detail: null });
const getCounts = async (user: TestUser) =>
  (await user.request<ContentCountsResponse>('GET', '/admin/content/counts')).body;

const statusCount = ({ documents }: ContentCountsResponse, status: string) =>
  documents.statuses.find((each) => each.status === status)?.count ?? 0;
async function titles(query: string) {
  const response = await editor.request<{ title: string }[]>('GET', `/documents?${query}`);
  return { titles: response.body.map(({ title }) => title), total: response.headers['x-total-count'] };
}

test('a status is set as by the operation for one item, with its audit entry and notification', async () => {
  const ids = [(await createDocument(author)).id, (await createDocument(author)).id];
  const { status, body } = await bulk(editor, { ids, action: 'set_status', status: 'PUBLISHED' });
  expect([status, body]).toEqual([200, { message: '2 documents updated.', results: ids.map(done) }]);
  for (const id of ids) {
    expect(await getDocument(author, id)).toMatchObject({ status: 'PUBLISHED', published_at: expect.any(String) });
    expect(await hub.database.query('select action, actor_id from audit_log where subject_id = $1', [id])).toEqual([
      { action: 'document.status_changed', actor_id: editor.id },
    ]);
  }
});

test('authors submit several of their drafts at once; what is no draft or not theirs is named', async () => {
  const { id: video } = await createVideo(author, { status: 'DRAFT' });
  const drafts = [(await createDocument(author)).id, (await createDocument(author)).id, video];
  const { status, body } = await submit(author, drafts);
  expect([status, body]).toEqual([200, { message: '3 drafts submitted for review.', results: drafts.map(done) }]);
  for (const id of drafts.slice(0, 2)) expect(await getDocument(author, id)).toMatchObject({ status: 'IN_REVIEW' });
  expect((await author.request<VideoResponse>('GET', `/videos/${drafts[2]}`)).body).toMatchObject({
    status: 'READY',
    published_at: null,
    abilities: { withdraw: true, submit: false },
  });

  const foreign = (await createDocument(editor)).id;
  const again = await submit(author, [drafts[0]!, video, foreign, (await createDocument(author)).id]);
  expect(again.body.message).toBe('1 of 4 drafts submitted for review.');
  expect(again.body.results.map(({ changed, code }) => [changed, code])).toEqual([
    [false, 'not_a_draft'],
    [false, 'not_a_draft'],
    [false, 'not_found'],
    [true, null],
  ]);
  // A published document stays published, also for those who may set any status.
  const { id: published } = await createDocument(editor, { status: 'PUBLISHED' });
  expect((await submit(editor, [published])).body.results[0]).toMatchObject({ changed: false, code: 'not_a_draft' });
  expect(await getDocument(editor, published)).toMatchObject({ status: 'PUBLISHED' });
  expect((await submit(await hub.users.create('VIEWER'), drafts)).status).toBe(403);
});

test('category and visibility are changed, as a new version', async () => {
  const { id: category_id } = await createCategory(editor);
  const { id } = await createDocument(author, { category_id });
  expect((await bulk(editor, { ids: [id], action: 'set_visibility', visibility: 'INTERNAL' })).body.message).toBe(
    '1 document updated.',
  );
  expect(await getDocument(author, id)).toMatchObject({ visibility: 'INTERNAL', category_id, version: 2 });
  await bulk(editor, { ids: [id], action: 'set_category', category_id: null });
  expect(await getDocument(author, id)).toMatchObject({ category_id: null, version: 3 });
  await bulk(editor, { ids: [id], action: 'set_category', category_id });
  expect(await getDocument(author, id)).toMatchObject({ category_id, version: 4 });
});

test('videos are changed and deleted by the same operation', async () => {
  const video = await createVideo(author);
  const { id: category_id } = await createCategory(editor);
  const change = (body: object) => bulk(editor, { item_type: 'video', ids: [video.id], ...body });
  const current = async () => (await editor.request<VideoResponse>('GET', `/videos/${video.id}`)).body;
  expect((await change({ action: 'set_status', status: 'ERROR' })).body.results).toEqual([done(video.id)]);
  expect((await current()).status).toBe('ERROR');
  await change({ action: 'set_category', category_id });
  await change({ action: 'set_visibility', visibility: 'LOGGED_IN' });
  expect(await current()).toMatchObject({ category_id, visibility: 'LOGGED_IN' });
  expect((await change({ action: 'delete' })).body.message).toBe('1 video deleted.');
  expect((await editor.request('GET', `/videos/${video.id}`)).status).toBe(404);
});

test('items that cannot be changed are reported, and the others are changed', async () => {
  const own = await createDocument(author, { title: 'Mine' });
  const missing = randomUUID();
  const video = await createVideo(editor);
  const { body } = await bulk(editor, { ids: [missing, own.id, video.id], action: 'delete' });
  expect(body.message).toBe('1 of 3 documents deleted.');
  const notFound = { changed: false, code: 'not_found', detail: expect.stringContaining('does not exist') };
  expect(body.results).toEqual([{ id: missing, ...notFound }, done(own.id), { id: video.id, ...notFound }]);
  expect((await author.request('GET', `/documents/${own.id}`)).status).toBe(404);
  expect((await editor.request('GET', `/videos/${video.id}`)).status).toBe(200);
});

test('the policy of each item decides, not the permission to open the screen', async () => {
  const clerk = await createClerk();
  const theirs = await createDocument(author, { status: 'DRAFT' });
  const open = await createDocument(editor, { status: 'PUBLISHED' });
  const own = await createDocument(clerk);
  for (const change of [
    { action: 'set_status', status: 'PUBLISHED' },
    { action: 'set_visibility', visibility: 'LOGGED_IN' },
    { action: 'delete' },
  ]) {
    const { body } = await bulk(clerk, { ids: [theirs.id, open.id], ...change });
    expect(body.results.map(({ code }) => code)).toEqual(['not_found', 'permission_missing']);
  }
  expect(await getDocument(editor, open.id)).toMatchObject({ status: 'PUBLISHED', visibility: 'PUBLIC' });
  expect((await bulk(clerk, { ids: [own.id], action: 'set_status', status: 'IN_REVIEW' })).body.results).toEqual([
    done(own.id),
  ]);
  expect((await bulk(clerk, { ids: [own.id], action: 'delete' })).body.results).toEqual([done(own.id)]);
});

describe('a request that can change nothing is refused as a whole', () => {
  const ids = [randomUUID()];
  test.each<[reason: string, field: string, body: object]>([
    ['no status', 'status', { ids, action: 'set_status' }],
    ['a status of videos for documents', 'status', { ids, action: 'set_status', status: 'READY' }],
    [
      'a status of documents for videos',
      'status',
      { ids, action: 'set_status', status: 'ARCHIVED', item_type: 'video' },
    ],
    ['no visibility', 'visibility', { ids, action: 'set_visibility' }],
  ])('%s', async (_reason, field, body) => {
    expect(await bulk(editor, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

test('the numbers equal a count by SQL, and change with the items', async () => {
  const before = await getCounts(editor);
  const [{ n }] = (await hub.database.query<{ n: number }>(
    `select count(*)::int as n from content_items where kind = 'document' and deleted_at is null`,
  )) as [{ n: number }];
  expect(before.documents.total).toBe(n);
  const { id } = await createDocument(author);
  await bulk(editor, { ids: [id], action: 'set_status', status: 'ARCHIVED' });
  const after = await getCounts(editor);
  expect(after.documents.total).toBe(before.documents.total + 1);
  expect(statusCount(after, 'ARCHIVED')).toBe(statusCount(before, 'ARCHIVED') + 1);
  expect(after.videos).toEqual(before.videos);
});

test('counts contain only items that the user may see, their own included', async () => {
  const clerk = await createClerk();
  const before = await getCounts(clerk);
  await createDocument(author);
  expect(await getCounts(clerk)).toEqual(before);
  await createDocument(clerk);
  expect((await getCounts(clerk)).documents.total).toBe(before.documents.total + 1);
});

describe('lists', () => {
  test('are searched by a part of the title, in any letter case and without wildcards', async () => {
    await createDocument(editor, { title: 'Restoring 100% of a Backup' });
    await createDocument(editor, { title: 'Restoring 1000 backups' });
    expect(await titles('q=ING+100%25+of')).toEqual({ titles: ['Restoring 100% of a Backup'], total: '1' });
    expect((await titles('q=restoring')).titles).toHaveLength(2);
    expect(await titles('q=ring_1')).toEqual({ titles: [], total: '0' });
  });

  test('are filtered by visibility, published or not', async () => {
    const title = 'Only for a filter';
    await createDocument(editor, { title: `${title} 1`, visibility: 'INTERNAL' });
    await createDocument(editor, { title: `${title} 2`, visibility: 'INTERNAL', status: 'PUBLISHED' });
    await createDocument(editor, { title: `${title} 3` });
    expect((await titles('q=Only+for+a+filter&visibility=INTERNAL')).titles).toEqual([`${title} 2`, `${title} 1`]);
  });
});

async function timeoutsOf(work: () => Promise<{ status: number }>) {
  await hub.database.query('delete from recorded_timeouts');
  expect((await work()).status).toBe(200);
  return hub.database.query<{ command: string }>('select distinct command, statement, lock from recorded_timeouts');
}

describe('timeouts', () => {
  beforeAll(async () => {
    await hub.database.query('create table recorded_timeouts (command text, statement text, lock text)');
    await hub.database.query(`create function record_timeouts() returns trigger language plpgsql as $$ begin
    insert into recorded_timeouts values (
      tg_table_name || ' ' || lower(tg_op), current_setting('statement_timeout'), current_setting('lock_timeout')
    );
    return null;
  end $$`);
    for (const table of ['content_items', 'content_categories'])
      await hub.database.query(
        `create trigger record_timeouts after update or delete on ${table}
       for each statement execute function record_timeouts()`,
      );
  });

  const ofBackground = { statement: '1min', lock: '1min' };

  test('deleting a category has time for all of its content', async () => {
    const [from, to] = [await createCategory(editor), await createCategory(editor)];
    await createDocument(editor, { category_id: from.id });
    const timeouts = await timeoutsOf(() => editor.request('DELETE', `/categories/${from.id}?move_to=${to.id}`));
    expect(timeouts).toContainEqual({ command: 'content_items update', ...ofBackground });
    expect(timeouts).toContainEqual({ command: 'content_categories delete', ...ofBackground });
  });

  test('deleting a document has time for all of its comments and views', async () => {
    const { id } = await createDocument(editor);
    const timeouts = await timeoutsOf(() => editor.request('DELETE', `/admin/documents/${id}`));
    expect(timeouts).toContainEqual({ command: 'content_items update', ...ofBackground });
    const ofPurge = await timeoutsOf(() => editor.request('DELETE', `/trash/document/${id}`));
    expect(ofPurge).toContainEqual({ command: 'content_items delete', ...ofBackground });
  });

  test('other commands keep the limits of requests', async () => {
    const { id } = await createDocument(editor);
    const timeouts = await timeoutsOf(() =>
      editor.request('PUT', `/admin/documents/${id}`, { body: { title: 'Other' } }),
    );
    expect(timeouts).toEqual([{ command: 'content_items update', statement: '8s', lock: '4s' }]);
  });
});
