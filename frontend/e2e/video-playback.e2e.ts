import { expect, test } from './support/hub.js';
import { VideoFiles } from './support/video-files.js';
import {
  chooseVideo,
  createUploadedVideo,
  hasPlayed,
  playerOf,
  PROCESSING_MS,
  timeOf,
  waitUntilProcessed,
} from './support/videos.js';

for (const [container, video, audio] of [
  ['avi', 'mpeg4', 'libmp3lame'],
  ['mkv', 'libx265', 'libopus'],
] as const) {
  test(`a video of the format ${container.toUpperCase()} is converted to one that browsers play`, async ({ hub }) => {
    test.setTimeout(150_000);
    await using files = await VideoFiles.create();
    const path = await files.writeVideo(`film.${container}`, { video, audio });
    const { slug, status } = await createUploadedVideo(hub, await hub.createUser('EDITOR'), path);
    expect(status).toBe('READY');
    const page = await hub.open();
    await page.goto(`/videos/${slug}`);
    await playerOf(page).hover();
    await page.getByRole('button', { name: 'Play' }).first().click();
    await hasPlayed(page, 0.3);
    const { duration, height } = await playerOf(page).evaluate((element: HTMLVideoElement) => ({
      duration: element.duration,
      height: element.videoHeight,
    }));
    expect(Math.round(duration)).toBe(2);
    expect(height).toBe(90);
  });
}

test('a damaged video says why it failed, can be tried again, and replaced', async ({ hub }) => {
  test.setTimeout(180_000);
  await using files = await VideoFiles.create();
  const film = await files.writeVideo('film.mp4');
  // Without the index at its end, an MP4 cannot be read.
  const damaged = await files.truncate('damaged.mp4', film, 8000);
  const author = await hub.createUser('CONTRIBUTOR');
  const video = await createUploadedVideo(hub, author, damaged, { title: `Damaged ${Date.now()}` });
  expect(video.status).toBe('ERROR');
  const page = await hub.open(author);
  await page.goto(`/videos/${video.slug}`);
  const stage = page.getByRole('article');
  const reason = stage.getByText(/This file is not a video that can be read/);
  await expect(reason).toBeVisible();
  await stage.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Processing started again')).toBeVisible();
  await waitUntilProcessed(hub, author, video.id);
  await expect(reason).toBeVisible({ timeout: 30_000 });

  await page.getByRole('link', { name: 'Edit Video' }).click();
  await chooseVideo(page, 'Replace', film, page.getByRole('group', { name: 'Video file' }));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Video updated successfully!')).toBeVisible({ timeout: 30_000 });
  await page.goto(`/videos/${video.slug}`);
  await expect(playerOf(page)).toBeAttached({ timeout: PROCESSING_MS });
});

test('a video continues where it was left, and opens at the second of its link', async ({ hub }) => {
  test.setTimeout(180_000);
  await using files = await VideoFiles.create();
  const path = await files.writeVideo('film.mp4', { seconds: 80, audio: null });
  const viewer = await hub.createUser();
  const { id, slug } = await createUploadedVideo(hub, await hub.createUser('EDITOR'), path, {
    chapters: [{ title: 'Knots', start_time: 30, description: '' }],
  });
  const getPosition = async () => (await hub.api<{ seconds: number }>(viewer, 'GET', `/videos/${id}/position`)).seconds;
  const page = await hub.open(viewer);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/videos/${slug}`);
  await page.getByRole('button', { name: /0:30 ?Knots/ }).click();
  await hasPlayed(page, 30.2);
  await page.getByRole('link', { name: 'All videos' }).click();
  await expect(page).toHaveURL('/videos');
  await expect.poll(getPosition).toBeGreaterThanOrEqual(30);

  await page.goto(`/videos/${slug}`);
  await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(30);
  expect(await timeOf(page)).toBeLessThan(60);

  await page.goto(`/videos/${slug}?t=65`);
  await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBe(65);
  await page.getByRole('button', { name: 'Copy link at this time' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link)).toMatchObject({ pathname: `/videos/${slug}`, search: '?t=65' });

  const guest = await hub.open();
  await guest.goto(link);
  await expect.poll(() => timeOf(guest), { timeout: 30_000 }).toBe(65);
});
