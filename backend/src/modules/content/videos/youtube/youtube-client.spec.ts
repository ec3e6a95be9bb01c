import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startYouTube, type TestYouTube, titleReply } from '../../../../../test/support/youtube.js';
import { createYouTubeOptions, YouTubeClient } from './youtube-client.js';

const ID = 'jNQXAC9IVRw';
const LARGE = `/vi/${ID}/maxresdefault.jpg`;
const SMALL = `/vi/${ID}/hqdefault.jpg`;

let youTube: TestYouTube;
beforeAll(async () => {
  youTube = await startYouTube();
});
beforeEach(() => {
  youTube.requests.length = 0;
  youTube.replies.clear();
  youTube.replies.set('/oembed', titleReply('Me at the zoo'));
  youTube.replies.set(LARGE, { body: 'large' });
  youTube.replies.set(SMALL, { body: 'small' });
});
afterAll(() => youTube.close());

const fetchVideo = (timeoutMs = 1000) => new YouTubeClient({ ...youTube.options, timeoutMs }).fetchVideo(ID);
const fetchImage = async () => (await fetchVideo()).image?.toString();

test('title and image come from two fixed hosts, over https', async () => {
  expect(await fetchVideo()).toEqual({ title: 'Me at the zoo', image: Buffer.from('large') });
  expect(youTube.requests).toEqual([
    `/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`,
    LARGE,
  ]);
  expect(createYouTubeOptions()).toEqual({
    videosOrigin: 'https://www.youtube.com',
    imagesOrigin: 'https://i.ytimg.com',
    timeoutMs: 5000,
  });
});

test('a small video has a small image', async () => {
  youTube.replies.delete(LARGE);
  expect(await fetchImage()).toBe('small');
});

test.each([
  ['of another type', { type: 'text/html', body: '<html>' }],
  ['too large', { body: Buffer.alloc(2 * 1024 ** 2 + 1) }],
  ['elsewhere', { status: 302, location: '/elsewhere' }],
])('an image that is %s is left out', async (_name, reply) => {
  youTube.replies.set(LARGE, reply);
  expect(await fetchImage()).toBe('small');
  youTube.replies.set(SMALL, reply);
  expect(await fetchImage()).toBeUndefined();
  expect(youTube.requests).not.toContain('/elsewhere');
});

test.each([
  [400, 'youtube_video_missing'],
  [404, 'youtube_video_missing'],
  [401, 'youtube_video_private'],
  [403, 'youtube_video_private'],
])('status %i of the title means %s', async (status, code) => {
  youTube.replies.set('/oembed', { ...titleReply('x'), status });
  await expect(fetchVideo()).rejects.toMatchObject({ status: 404, code });
});

test.each([
  ['an error', { status: 500 }],
  ['a redirect', { status: 301, location: '/elsewhere' }],
  ['another type', { type: 'text/html', body: '{"title":"x"}' }],
  ['no JSON', { type: 'application/json', body: '{' }],
  ['no title', { type: 'application/json', body: '{"title":1}' }],
  ['too many bytes', titleReply('x'.repeat(64 * 1024))],
])('%s instead of the title: YouTube is unavailable', async (_name, reply) => {
  youTube.replies.set('/oembed', reply);
  await expect(fetchVideo()).rejects.toMatchObject({ status: 503, code: 'youtube_unavailable' });
  expect(youTube.requests).toHaveLength(1);
});

test('a response that does not end is not waited for', async () => {
  youTube.replies.set('/oembed', { ...titleReply('x'), isHanging: true });
  await expect(fetchVideo(200)).rejects.toMatchObject({ status: 503, code: 'youtube_unavailable' });
  youTube.replies.set('/oembed', titleReply('Me at the zoo'));
  youTube.replies.set(LARGE, { body: 'half', isHanging: true });
  expect(await fetchVideo(200)).toEqual({ title: 'Me at the zoo', image: undefined });
});

test('without a network, YouTube is unavailable', async () => {
  const client = new YouTubeClient({ ...youTube.options, videosOrigin: 'http://127.0.0.1:1' });
  await expect(client.fetchVideo(ID)).rejects.toMatchObject({ status: 503, code: 'youtube_unavailable' });
});
