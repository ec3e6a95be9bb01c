import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createImage } from '../../../../../test/support/images.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { startYouTube, type TestYouTube, titleReply } from '../../../../../test/support/youtube.js';
import { YOUTUBE_OPTIONS } from './youtube-client.js';
import type { YouTubeDetails } from './youtube-details.service.js';

const ID = 'jNQXAC9IVRw';
const ADDRESS = `https://youtu.be/${ID}?si=secret&t=65`;

let youTube: TestYouTube;
let hub: TestApp;
let author: TestUser;
beforeAll(async () => {
  youTube = await startYouTube();
  hub = await createTestApp(
    {},
    {
      prepare: (app) => {
        Object.assign(app.get<object>(YOUTUBE_OPTIONS), youTube.options);
      },
    },
  );
  author = await hub.users.create('CONTRIBUTOR');
});
afterAll(async () => {
  await hub.close();
  await youTube.close();
});

const get = (source_url: string, { request }: Pick<TestUser, 'request'> = author) =>
  request<YouTubeDetails & { code: string; errors: { field: string; message: string }[] }>(
    'POST',
    '/videos/youtube-details',
    { body: { source_url } },
  );

test('authors get title and thumbnail; YouTube gets the id of the video only', async () => {
  const jpeg = await createImage(1280, 720)
    .withExif({ IFD0: { Copyright: 'secret' } })
    .jpeg()
    .toBuffer();
  youTube.replies.set('/oembed', titleReply(`Me\u0000 at\n the \u202Ezoo ${'x'.repeat(300)}`));
  youTube.replies.set(`/vi/${ID}/maxresdefault.jpg`, { body: jpeg });
  const { status, body } = await get(ADDRESS);
  expect(status).toBe(200);
  expect(body.title).toMatch(/^Me at the zoo x+$/);
  expect(body.title).toHaveLength(200);
  const image = await sharp(Buffer.from(body.thumbnail_data!, 'base64')).metadata();
  expect(image).toMatchObject({ format: 'webp', width: 1280, height: 720 });
  expect(image.exif).toBeUndefined();
  expect(youTube.requests.join('\n')).not.toContain('secret');
  const fields = {
    title: body.title,
    thumbnail_data: body.thumbnail_data,
    source_type: 'YOUTUBE',
    source_url: ADDRESS,
  };
  expect(await author.request('POST', '/videos', { body: fields })).toMatchObject({
    status: 201,
    body: { title: body.title, thumbnail: expect.any(String) },
  });
});

test('what is not an image is left out', async () => {
  youTube.replies.set('/oembed', titleReply('Short'));
  youTube.replies.set(`/vi/${ID}/maxresdefault.jpg`, { body: '<svg onload="alert(1)"/>' });
  expect((await get(ADDRESS)).body).toEqual({ title: 'Short', thumbnail_data: null });
});

test('guests and readers get nothing, and YouTube is asked for its own addresses only', async () => {
  youTube.requests.length = 0;
  expect((await get(ADDRESS, hub)).status).toBe(401);
  expect((await get(ADDRESS, await hub.users.create('VIEWER'))).body.code).toBe('permission_missing');
  for (const address of ['https://vimeo.com/76979871', `https://youtu.be.example.org/${ID}`, 'https://youtu.be/../x'])
    expect(await get(address)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'source_url', message: 'This is not the address of a YouTube video.' }] },
    });
  expect(youTube.requests).toEqual([]);
});

test('a missing video is a sentence, and a user asks 60 times an hour', async () => {
  youTube.replies.clear();
  expect(await get(ADDRESS)).toMatchObject({ status: 404, body: { code: 'youtube_video_missing' } });
  await hub.database.query('update rate_limits set hits = 60');
  expect((await get(ADDRESS)).status).toBe(429);
});
