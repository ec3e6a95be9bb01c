import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo, setVideoStatus } from '../../../../test/support/videos.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { VideoSummaryResponse } from './video-responses.dto.js';
import { reviewVideos } from './videos.settings.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
  await hub.get(Settings).set(reviewVideos, true, null);
});
afterAll(() => hub.close());

/** The titles and the count of a list. */
async function list(user: TestUser, query: string): Promise<[string[], unknown]> {
  const { body, headers } = await user.request<VideoSummaryResponse[]>('GET', `/videos?${query}`);
  return [body.map(({ title }) => title), headers['x-total-count']];
}

test('videos that await review are found only by reviewers and their author', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  const other = await hub.users.create('CONTRIBUTOR');
  const reviewer = await hub.users.create('REVIEWER');
  await createVideo(author, { title: 'Waits' });
  await createVideo(reviewer, { title: 'Published' });
  const { id } = await createVideo(author, { title: 'Withdrawn' });
  await setVideoStatus(reviewer, id, 'ERROR');

  expect(await list(reviewer, 'status=IN_REVIEW')).toEqual([['Waits'], '1']);
  expect(await list(author, 'status=IN_REVIEW')).toEqual([['Waits'], '1']);
  expect(await list(other, 'status=IN_REVIEW')).toEqual([[], '0']);
  expect(await list(reviewer, 'status=READY')).toEqual([['Published', 'Waits'], '2']);
  // Together with a filter whose matches are counted by rows.
  expect(await list(reviewer, 'status=IN_REVIEW&source_type=YOUTUBE')).toEqual([['Waits'], '1']);
  expect(await list(reviewer, 'status=IN_REVIEW&source_type=LOOM')).toEqual([[], '0']);
  expect((await reviewer.request('GET', '/videos?status=PUBLISHED')).status).toBe(400);
});
