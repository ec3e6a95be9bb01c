import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import {
  addMedia,
  createVideo,
  replaceAttempt,
  setVideoStatus,
  waitUntilProcessed,
  youtube,
} from '../../../../test/support/videos.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { HomeResponse } from '../home/home.dto.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';
import { videosNeedReview } from '../items/review.settings.js';

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
afterAll(() => hub.close());

const read = async (user: TestUser, id: string) => {
  const { status, body } = await user.request<VideoResponse>('GET', `/videos/${id}`);
  return status === 200 ? body : undefined;
};
const review = (user: TestUser, id: string, body: object) =>
  user.request<VideoResponse>('POST', `/videos/${id}/review`, { body });
const submit = (user: TestUser, id: string) =>
  user.request<VideoResponse>('PUT', `/videos/${id}/status`, { body: { status: 'READY' } });
const path = (id: string) => `/admin/videos/${id}/enhanced`;
const workOf = async (user: TestUser) => (await user.request<HomeResponse>('GET', '/dashboard/home')).body.work!;
const notificationsOf = async (user: TestUser) => {
  await waitForJobs(hub.database, 'notify');
  return (await user.request<{ kind: string; message: string; url: string }[]>('GET', '/notifications')).body;
};
/** Without views, which are stored in batches at any time. */
const activityOf = async (id: string) => {
  await waitForJobs(hub.database, 'activity');
  const sql = `select action from activity where content_id = $1 and action <> 'viewed' order by id`;
  return (await hub.database.query<{ action: string }>(sql, [id])).map(({ action }) => action);
};

/** The titles and the count of a list. */
async function list(user: TestUser, query: string): Promise<[string[], unknown]> {
  const { body, headers } = await user.request<VideoSummaryResponse[]>('GET', `/videos?${query}`);
  return [body.map(({ title }) => title), headers['x-total-count']];
}

test('videos that await review are found only by reviewers and their author', async () => {
  const [writer, other] = [await hub.users.create('CONTRIBUTOR'), await hub.users.create('CONTRIBUTOR')];
  const { id: waiting } = await createVideo(writer, { title: 'Waiting' });
  const { id: published } = await createVideo(reviewer, { title: 'Published' });
  const { id: withdrawn } = await createVideo(writer, { title: 'Withdrawn' });
  await setVideoStatus(reviewer, withdrawn, 'ERROR');

  expect(await list(reviewer, 'status=IN_REVIEW')).toEqual([['Waiting'], '1']);
  expect(await list(writer, 'status=IN_REVIEW')).toEqual([['Waiting'], '1']);
  expect(await list(other, 'status=IN_REVIEW')).toEqual([[], '0']);
  expect(await list(reviewer, 'status=READY')).toEqual([['Published', 'Waiting'], '2']);
  // Together with a filter whose matches are counted by rows.
  expect(await list(reviewer, 'status=IN_REVIEW&source_type=YOUTUBE')).toEqual([['Waiting'], '1']);
  expect(await list(reviewer, 'status=IN_REVIEW&source_type=LOOM')).toEqual([[], '0']);
  expect((await reviewer.request('GET', '/videos?status=PUBLISHED')).status).toBe(400);
  // The other tests expect an empty list of reviews.
  for (const id of [waiting, withdrawn]) await writer.request('DELETE', `/admin/videos/${id}`);
  await reviewer.request('DELETE', `/admin/videos/${published}`);
});

describe('with the setting “review videos”, which is on unless it was turned off', () => {
  test('a video waits until a reviewer publishes it', async () => {
    const video = await createVideo(author, { title: 'Waits' });
    expect(video).toMatchObject({ status: 'READY', published_at: null, abilities: { review: false, publish: false } });
    expect(await read(reader, video.id)).toBeUndefined();
    expect((await workOf(reviewer)).review.items).toMatchObject([
      { id: video.id, type: 'video', url: '/videos/waits', user_name: 'Ada Author' },
    ]);
    expect(await notificationsOf(reviewer)).toMatchObject([{ kind: 'review_requested', url: '/videos/waits' }]);
    expect(await notificationsOf(author)).toMatchObject([{ kind: 'video_awaits_review' }]);
    expect((await review(author, video.id, { action: 'approve' })).status).toBe(403);

    const approved = await review(reviewer, video.id, { action: 'approve', version: 1 });
    expect(approved.body).toMatchObject({ status: 'READY', published_at: expect.any(String) });
    expect(await read(reader, video.id)).toMatchObject({ id: video.id });
    expect((await workOf(reviewer)).review.total).toBe(0);
    expect((await notificationsOf(author))[0]).toMatchObject({
      kind: 'video_published',
      message: 'Rosa Reviewer published “Waits”.',
    });
    expect((await review(reviewer, video.id, { action: 'approve' })).body).toMatchObject({ code: 'not_in_review' });
    expect(await activityOf(video.id)).toEqual(['created', 'published']);
  });

  test('a returned video shows the note to its author, who submits it again', async () => {
    const { id } = await createVideo(author, { title: 'Returned' });
    expect((await review(reviewer, id, { action: 'request_changes' })).status).toBe(400);
    const stale = await review(reviewer, id, { action: 'request_changes', note: 'Cut it.', version: 7 });
    expect(stale.body).toMatchObject({ status: 409, code: 'stale_version' });
    await review(reviewer, id, { action: 'request_changes', note: 'Please cut the first minute.' });
    expect(await read(author, id)).toMatchObject({
      status: 'READY',
      is_draft: true,
      error_reason: null,
      review_note: 'Please cut the first minute.',
      reviewer_name: 'Rosa Reviewer',
      abilities: { submit: true, retry: false },
    });
    expect(await workOf(author)).toMatchObject({
      changes_requested: { items: [{ id, type: 'video', note: 'Please cut the first minute.' }] },
      drafts: { total: 0 },
    });
    expect((await notificationsOf(author))[0]).toMatchObject({
      kind: 'video_changes_requested',
      message: 'Rosa Reviewer requested changes to “Returned”. Please cut the first minute.',
    });

    expect((await author.request('POST', `/videos/${id}/retry`)).body).toMatchObject({ code: 'nothing_to_retry' });
    const again = await submit(author, id);
    expect(again.body).toMatchObject({ status: 'READY', published_at: null, review_note: null });
    expect((await workOf(reviewer)).review.items).toMatchObject([{ id }]);
    expect((await workOf(author)).changes_requested.total).toBe(0);
    // In the next round the reviewer sees the last note.
    expect(await read(reviewer, id)).toMatchObject({
      review_note: 'Please cut the first minute.',
      reviewer_name: 'Rosa Reviewer',
    });
    await review(reviewer, id, { action: 'approve' });
  });

  test('videos of users who may publish are published at once', async () => {
    const { id } = await createVideo(reviewer);
    expect(await read(reader, id)).toMatchObject({ status: 'READY' });
  });

  test('a published video needs no further review', async () => {
    const { id } = await createVideo(author);
    await review(reviewer, id, { action: 'approve' });
    await setVideoStatus(reviewer, id, 'PROCESSING');
    expect(await waitUntilProcessed(author, id)).toMatchObject({ status: 'READY' });
    expect(await read(reader, id)).toMatchObject({ status: 'READY' });
  });
});

describe('a video that an editor hid', () => {
  let editor: TestUser;
  beforeAll(async () => {
    await hub.get(Settings).set(videosNeedReview, false, null);
    editor = await hub.users.create('EDITOR', 'Edda Editor');
  });

  const hide = (id: string, note?: string) =>
    editor.request<VideoResponse>('PUT', `/videos/${id}/status`, { body: { status: 'ERROR', note } });
  /** @returns a hidden video with a file that plays */
  const createHidden = async (title: string) => {
    const { id } = await createVideo(author, { title });
    await addMedia(hub, author, id, title);
    expect((await hide(id, 'Names a customer.')).status).toBe(200);
    return id;
  };
  const expectAwaitsReview = async (id: string) => {
    expect(await read(author, id)).toMatchObject({
      status: 'READY',
      published_at: null,
      abilities: { publish: false },
    });
    expect(await read(reader, id)).toBeUndefined();
    expect((await workOf(editor)).review.items.map((item) => item.id)).toContain(id);
  };

  test('keeps what plays and shows the note to its author, who can only submit it for review', async () => {
    const id = await createHidden('Hidden');
    expect(await read(author, id)).toMatchObject({
      status: 'ERROR',
      published_at: null,
      error_reason: null,
      review_note: 'Names a customer.',
      reviewer_name: 'Edda Editor',
      file_url: expect.any(String),
      abilities: { submit: true, retry: false, publish: false },
    });
    expect(await read(editor, id)).toMatchObject({ abilities: { submit: false, publish: true } });
    expect((await workOf(author)).changes_requested.items).toMatchObject([{ id, note: 'Names a customer.' }]);
    expect((await author.request('POST', `/videos/${id}/retry`)).status).toBe(409);
    for (const status of ['PROCESSING', 'ERROR'])
      expect((await reader.request('PUT', `/videos/${id}/status`, { body: { status } })).status).toBe(404);
    expect((await author.request('PUT', `/videos/${id}/status`, { body: { status: 'PROCESSING' } })).status).toBe(403);

    const submitted = await submit(author, id);
    expect(submitted.body).toMatchObject({ status: 'READY', published_at: null, processing: null, review_note: null });
    expect(submitted.body.abilities).toMatchObject({ submit: false, retry: false, publish: false });
    await expectAwaitsReview(id);
    const approved = await review(editor, id, { action: 'approve' });
    expect(approved.body).toMatchObject({ status: 'READY', published_at: expect.any(String) });
    // From now on it is a video like others.
    await setVideoStatus(editor, id, 'PROCESSING');
    const media = await addMedia(hub, author, id, 'Again');
    expect(media.playable.id).toBeDefined();
    expect(await read(reader, id)).toMatchObject({ status: 'READY' });
  });

  test('has a note when the editor wrote none', async () => {
    const { id } = await createVideo(author);
    expect((await hide(id)).body).toMatchObject({ review_note: 'An editor hid this video.' });
  });

  test('awaits review after a new address, a new file, and a second attempt', async () => {
    const other = { source_url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' };
    const { id } = await createVideo(author);
    await hide(id);
    expect((await author.request('PUT', path(id), { body: other })).status).toBe(200);
    await waitUntilProcessed(author, id);
    await expectAwaitsReview(id);
    // Another change while it waits publishes it as little.
    await author.request('PUT', path(id), { body: { source_url: youtube.source_url, status: 'READY' } });
    await addMedia(hub, author, id, 'While it waits');
    await hub.database.query(`update content_items set status = 'PROCESSING' where id = $1`, [id]);
    await addMedia(hub, author, id, 'A new file');
    await expectAwaitsReview(id);

    const failed = await createHidden('Failed');
    await hub.database.query(`update videos set error_reason = 'Broken.' where item_id = $1`, [failed]);
    expect(await read(author, failed)).toMatchObject({ abilities: { retry: true, submit: true } });
    expect((await author.request('POST', `/videos/${failed}/retry`)).status).toBe(200);
    expect(await read(author, failed)).toMatchObject({ status: 'PROCESSING', review_note: 'Names a customer.' });
    await addMedia(hub, author, failed, 'Converted');
    await expectAwaitsReview(failed);
  });

  test('while it was processed can be processed again, and awaits review then', async () => {
    const { id } = await createVideo(author);
    await addMedia(hub, author, id);
    await hub.database.query('update videos set file_id = null where item_id = $1', [id]);
    await replaceAttempt(hub, id);
    expect((await hide(id)).body).toMatchObject({ processing: null, error_reason: 'Processing was canceled.' });
    expect(await read(author, id)).toMatchObject({ abilities: { submit: false, retry: true } });
    await author.request('POST', `/videos/${id}/retry`);
    await addMedia(hub, author, id, 'Second');
    await expectAwaitsReview(id);
  });

  test('is published by users with the permission; others cannot submit it', async () => {
    const id = await createHidden('Hidden by mistake');
    for (const user of [reader, await hub.users.create('CONTRIBUTOR')])
      expect((await submit(user, id)).status).toBe(404);
    const { id: open } = await createVideo(author);
    expect((await submit(reader, open)).status).toBe(403);
    expect((await submit(author, open)).status).toBe(200);
    expect(await setVideoStatus(editor, id, 'READY')).toMatchObject({ published_at: expect.any(String) });
    expect(await read(reader, id)).toMatchObject({ status: 'READY', review_note: null });
    const { reviewNote } = (await hub.database.one<{ reviewNote: string | null }>(
      'select review_note as "reviewNote" from videos where item_id = $1',
      [id],
    ))!;
    expect(reviewNote).toBeNull();
  });
});

test('authors are notified of how processing of their file ended, and of what others did', async () => {
  const owner = await hub.users.create('EDITOR');
  const { id } = await createVideo(owner, { title: 'Film' });
  expect(await notificationsOf(owner)).toEqual([]);
  await addMedia(hub, owner, id);
  const admin = await hub.users.create('ADMIN', 'Alan');
  const body = { status: 'ERROR', note: 'The sound is missing.' };
  await admin.request('PUT', `/videos/${id}/status`, { body });
  await admin.request('DELETE', `/admin/videos/${id}`);
  expect((await notificationsOf(owner)).map(({ kind, message }) => [kind, message])).toEqual([
    ['video_deleted', 'Alan deleted “Film”.'],
  ]);
  const { id: second } = await createVideo(owner, { title: 'Second' });
  await addMedia(hub, owner, second);
  // Notifications of different events are written in any order.
  await waitForJobs(hub.database, 'notify');
  await admin.request('PUT', `/videos/${second}/status`, { body });
  expect((await notificationsOf(owner)).map(({ kind, message }) => [kind, message])).toEqual([
    ['video_withdrawn', 'Alan hid “Second” from readers. The sound is missing.'],
    ['video_ready', 'The new file of “Second” is ready.'],
    ['video_deleted', 'Alan deleted “Film”.'],
  ]);
  expect(await activityOf(second)).toEqual(['created', 'published', 'stopped']);
});

test('the first file of a video is announced as its publication, also when its date was set before', async () => {
  const owner = await hub.users.create('EDITOR');
  const { id } = await createVideo(owner, { title: 'Demo' });
  await hub.database.query(
    `update videos set source_type = 'UPLOAD', source_url = null, embed_id = null where item_id = $1`,
    [id],
  );
  await hub.database.query(`update content_items set status = 'PROCESSING' where id = $1`, [id]);
  await addMedia(hub, owner, id);
  expect(await notificationsOf(owner)).toMatchObject([{ kind: 'video_ready', message: '“Demo” is published.' }]);
  const { id: hidden } = await createVideo(owner, { title: 'Hidden', status: 'ERROR' });
  await addMedia(hub, owner, hidden);
  expect((await notificationsOf(owner))[0]).toMatchObject({ message: '“Hidden” is hidden until it is published.' });
});

test('a save without a change adds no version', async () => {
  const video = await createVideo(reviewer, { transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello', tags: ['Rope'] });
  const { title, transcript, chapters, tags, summary, visibility } = video;
  const body = { title, transcript, chapters, tags, summary, visibility, source_url: video.source_url, version: 1 };
  const saved = await reviewer.request<VideoResponse>('PUT', `/admin/videos/${video.id}/enhanced`, { body });
  expect(saved.body).toMatchObject({ version: 1, transcript: '0:01 Hello', status: 'READY' });
});
