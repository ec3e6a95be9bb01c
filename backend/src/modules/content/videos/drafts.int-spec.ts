import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { addMedia, createVideo, replaceAttempt, setVideoStatus } from '../../../../test/support/videos.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { HomeResponse } from '../home/home.dto.js';
import { videosNeedReview } from '../items/review.settings.js';
import { VideoAttemptsService } from './video-attempts.service.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';

let hub: TestApp;
let author: TestUser;
let reviewer: TestUser;
let reader: TestUser;
beforeAll(async () => {
  ({ hub, author, reviewer, reader } = await createTestAppWithUsers(
    { author: ['CONTRIBUTOR', 'Ada Author'], reviewer: ['REVIEWER', 'Rosa Reviewer'], reader: 'VIEWER' },
    // Attempts to process files wait until a test ends them.
    { VIDEO_WORKERS: '0' },
  ));
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const find = async (user: TestUser, id: string) => {
  const { status, body } = await user.request<VideoResponse>('GET', `/videos/${id}`);
  return status === 200 ? body : undefined;
};
const set = (user: TestUser, id: string, status: string, note?: string) =>
  user.request<VideoResponse>('PUT', `/videos/${id}/status`, { body: { status, note } });
const save = (user: TestUser, id: string, body: object) =>
  user.request<VideoResponse>('PUT', `/admin/videos/${id}/enhanced`, { body });
const draftsOf = async (user: TestUser) =>
  (await user.request<HomeResponse>('GET', '/dashboard/home')).body.work!.drafts.items.map(({ id }) => id);
const list = async (user: TestUser, query: string) => {
  const { body, headers } = await user.request<VideoSummaryResponse[]>('GET', `/videos?${query}`);
  expect(headers['x-total-count']).toBe(String(body.length));
  return body;
};
const createDraft = (user: TestUser, fields: object = {}) => createVideo(user, { status: 'DRAFT', ...fields });
/** A draft without a file, whose processing waits. */
async function createProcessing(user: TestUser) {
  const { id } = await createDraft(user);
  const sql = `update videos set source_type = 'UPLOAD', source_url = null, embed_id = null where item_id = $1`;
  await hub.database.query(sql, [id]);
  return { id, attempt: await replaceAttempt(hub, id) };
}
const activityOf = async (id: string) => {
  await waitForJobs(hub.database, 'activity');
  const sql = `select action from activity where content_id = $1 and action <> 'viewed' order by id`;
  return (await hub.database.query<{ action: string }>(sql, [id])).map(({ action }) => action);
};

test('a draft is seen by its author and those who may publish or edit it, and listed as one', async () => {
  const admin = await hub.users.create('ADMIN');
  const moderator = await hub.users.create((await createRole(admin, ['moderation.handle'])).name);
  const { id } = await createDraft(author, { title: 'Zyxdraft' });
  for (const user of [author, reviewer, await hub.users.create('EDITOR')]) {
    expect(await find(user, id)).toMatchObject({ status: 'READY', is_draft: true, published_at: null });
    expect(await list(user, 'status=DRAFT')).toMatchObject([{ id, status: 'READY', is_draft: true }]);
    expect(await list(user, 'status=READY')).toEqual([]);
    expect(await list(user, 'status=IN_REVIEW')).toEqual([]);
  }
  for (const user of [reader, moderator, await hub.users.create('CONTRIBUTOR')]) {
    expect(await find(user, id)).toBeUndefined();
    expect(await list(user, 'status=DRAFT')).toEqual([]);
    expect((await set(user, id, 'READY')).status).toBe(404);
    expect((await user.request('POST', '/search', { body: { query: 'zyxdraft' } })).body).toMatchObject({ total: 0 });
  }
  expect(await draftsOf(author)).toEqual([id]);
  expect(await draftsOf(reviewer)).toEqual([]);
  await author.request('DELETE', `/admin/videos/${id}`);
});

test('an author submits a draft, takes it back and edits it; a reviewer publishes it', async () => {
  const { id } = await createDraft(author);
  expect((await save(author, id, { summary: 'Short', status: 'IN_REVIEW' })).body).toMatchObject({
    status: 'READY',
    published_at: null,
    abilities: { submit: false, withdraw: true },
  });
  expect(await find(author, id)).not.toHaveProperty('is_draft');
  expect(await list(reviewer, 'status=IN_REVIEW')).toMatchObject([{ id }]);
  expect((await set(author, id, 'DRAFT')).body).toMatchObject({ is_draft: true, summary: 'Short' });
  expect(await list(reviewer, 'status=IN_REVIEW')).toEqual([]);
  expect((await save(author, id, { summary: 'Shorter' })).body).toMatchObject({ is_draft: true, summary: 'Shorter' });
  expect((await set(author, id, 'READY')).body).toMatchObject({ status: 'READY', published_at: null });
  await setVideoStatus(reviewer, id, 'READY');
  expect(await find(reader, id)).toMatchObject({ summary: 'Shorter' });
  expect(await activityOf(id)).toEqual(['created', 'submitted', 'withdrawn', 'submitted', 'published']);
  // What readers have seen is taken back only by those who may publish; it needs another review then.
  expect((await set(author, id, 'DRAFT')).status).toBe(403);
  expect((await set(reviewer, id, 'DRAFT', 'The **sound** is missing.')).body).toMatchObject({ is_draft: true });
  expect(await find(reader, id)).toBeUndefined();
  expect(await find(author, id)).toMatchObject({ review_note: 'The **sound** is missing.' });
  expect((await set(author, id, 'READY')).body).toMatchObject({ published_at: null });
});

test('a draft that is submitted or published while it is processed is so once that ends', async () => {
  const waiting = await createProcessing(author);
  expect(await find(author, waiting.id)).toMatchObject({ status: 'PROCESSING', is_draft: true });
  expect(await list(author, 'status=DRAFT')).toMatchObject([{ status: 'PROCESSING' }]);
  const submitted = await set(author, waiting.id, 'IN_REVIEW');
  expect(submitted.body).toMatchObject({ status: 'PROCESSING', abilities: { withdraw: true } });
  expect(submitted.body).not.toHaveProperty('is_draft');
  await addMedia(hub, author, waiting.id);
  expect(await list(reviewer, 'status=IN_REVIEW')).toContainEqual(expect.objectContaining({ id: waiting.id }));

  // A reviewer publishes the draft of an author who may not.
  const published = await createProcessing(author);
  await set(reviewer, published.id, 'READY');
  expect(await find(reader, published.id)).toBeUndefined();
  await addMedia(hub, author, published.id);
  expect(await find(reader, published.id)).toMatchObject({ status: 'READY' });

  // Who may publish may ask for a review all the same, which outlives a failure.
  const own = await createProcessing(reviewer);
  await set(reviewer, own.id, 'IN_REVIEW');
  await hub.get(VideoAttemptsService).fail(own.attempt, () => 'Broken.');
  await hub.database.query(`update videos set original_file_id = (select id from files limit 1) where item_id = $1`, [
    own.id,
  ]);
  expect((await reviewer.request('POST', `/videos/${own.id}/retry`)).status).toBe(200);
  await addMedia(hub, reviewer, own.id);
  expect(await list(reviewer, 'status=IN_REVIEW')).toContainEqual(expect.objectContaining({ id: own.id }));

  const draft = await createProcessing(author);
  await addMedia(hub, author, draft.id);
  expect(await find(author, draft.id)).toMatchObject({ status: 'READY', is_draft: true });
  await waitForJobs(hub.database, 'notify');
  expect((await author.request<object[]>('GET', '/notifications')).body[0]).toMatchObject({
    kind: 'video_ready',
    message: expect.stringMatching(/ can be played\. It is still a draft\.$/),
  });
  const failed = await createProcessing(author);
  await hub.get(VideoAttemptsService).fail(failed.attempt, () => 'Broken.');
  expect(await find(author, failed.id)).toMatchObject({ status: 'ERROR', is_draft: true, error_reason: 'Broken.' });
  for (const user of [author, reviewer])
    expect((await set(user, failed.id, 'IN_REVIEW')).body).toMatchObject({ status: 409, code: 'not_processed' });
});

test('a new video is submitted once it is processed, also by those who may publish', async () => {
  const own = await createVideo(reviewer, { status: 'IN_REVIEW' });
  expect(own).toMatchObject({ status: 'READY', published_at: null });
  expect(own).not.toHaveProperty('is_draft');
  expect((await set(reviewer, (await createVideo(reviewer)).id, 'IN_REVIEW')).body).toMatchObject({
    code: 'not_a_draft',
  });
});

test('where videos need no review, authors publish their drafts, but not what a reviewer returned', async () => {
  const returned = await createVideo(author);
  await reviewer.request('POST', `/videos/${returned.id}/review`, {
    body: { action: 'request_changes', note: 'Shorter.' },
  });
  await hub.get(Settings).set(videosNeedReview, false, null);
  try {
    const { id } = await createDraft(author);
    expect((await set(author, id, 'READY')).body).toMatchObject({ published_at: expect.any(String) });
    expect((await set(author, returned.id, 'READY')).body).toMatchObject({ published_at: null });
    expect(await activityOf(id)).toEqual(['created', 'published']);
  } finally {
    await hub.get(Settings).set(videosNeedReview, true, null);
  }
});

test('a draft in the trash is a draft after its restore', async () => {
  const { id } = await createDraft(author);
  await author.request('DELETE', `/admin/videos/${id}`);
  expect(await draftsOf(author)).not.toContain(id);
  expect((await author.request('POST', `/trash/video/${id}/restore`)).status).toBe(200);
  expect(await find(author, id)).toMatchObject({ is_draft: true });
  expect(await find(reader, id)).toBeUndefined();
});
