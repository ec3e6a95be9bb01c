import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDemo } from '../src/demo/demo.js';
import { readDemoData } from '../src/demo/demo-data.js';
import { parseTranscript } from '@hub/shared/transcripts';
import type { VideoResponse } from '../src/modules/content/videos/video-responses.dto.js';
import { createRequester, type SendRequest } from './support/http.js';
import { waitForJobs } from './support/jobs.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { waitFor } from './support/wait-for.js';

/* The videos of the demo, converted as at the first start. */

const demoVideos = readDemoData('videos');

let hub: TestApp;
let admin: SendRequest;
beforeAll(async () => {
  hub = await createTestApp({ VIDEO_WORKERS: '2' });
  const [signIn] = await createDemo(hub.app);
  const { body } = await hub.request<{ session_token: string }>('POST', '/auth/login-manual', {
    body: { email: signIn!.email, password: signIn!.password },
  });
  admin = createRequester(hub.app, { authorization: `Bearer ${body.session_token}` });
}, 90_000);
afterAll(() => hub.close());

test('three become ready with chapters and lines within their length, one ends in an error with a retry', async () => {
  for (const { slug, createdDaysAgo } of demoVideos) {
    const video = await waitFor(
      async () => (await admin<VideoResponse>('GET', `/videos/${slug}`)).body,
      ({ processing }) => processing === null,
      180_000,
    );
    if (slug === 'retrospective-recording') {
      expect(video).toMatchObject({ status: 'ERROR', published_at: null, abilities: { retry: true } });
      expect(video.error_reason).toMatch(/^This file is not a video that can be read\./);
      continue;
    }
    expect(video).toMatchObject({ status: 'READY', error_reason: null, hls_url: expect.any(String) });
    expect(video.thumbnail).not.toBeNull();
    expect(Math.round((Date.now() - Date.parse(video.published_at!)) / (24 * 3600_000))).toBe(createdDaysAgo);
    const times = [
      ...video.chapters.map(({ start_time }) => start_time),
      ...parseTranscript(video.transcript).map(({ start }) => start ?? Infinity),
    ];
    expect(video.duration_sec).toBeGreaterThan(20);
    expect(Math.max(...times)).toBeLessThan(video.duration_sec!);
  }
}, 400_000);

test('authors were notified when their videos were created, not today', async () => {
  await waitForJobs(hub.database, '');
  const notified = await hub.database.query<{ slug: string; kind: string; days_ago: number }>(
    `select i.slug, n.kind, round(extract(epoch from now() - n.created_at) / 86400)::int as days_ago
     from notifications n join content_items i on i.id = n.subject_id
     where i.kind = 'video' order by n.created_at`,
  );
  expect(notified).toEqual(
    demoVideos.map(({ slug, createdDaysAgo }) => ({
      slug,
      kind: slug === 'retrospective-recording' ? 'video_failed' : 'video_ready',
      days_ago: createdDaysAgo,
    })),
  );
  const { n } = (await hub.database.one<{ n: number }>(
    `select count(*)::int as n from activity where action <> 'viewed' and created_at > now() - interval '1 hour'`,
  ))!;
  expect(n).toBe(0);
});
