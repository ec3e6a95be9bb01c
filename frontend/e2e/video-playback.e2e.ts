import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { VideoFiles } from './support/video-files.js';
import { waitUntilSettled } from './support/wait-until-settled.js';
import { createUploadedVideo, hasPlayed, playerOf, timeOf } from './support/videos.js';

test('a video that browsers cannot play is converted to one that they can', async ({ hub }) => {
  test.setTimeout(150_000);
  await using files = await VideoFiles.create();
  const path = await files.writeVideo('film.mkv', { video: 'libx265', audio: 'libopus' });
  const { slug, status } = await createUploadedVideo(hub, await hub.createUser('EDITOR'), path);
  expect(status).toBe('READY');
  const page = await hub.open();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(`/videos/${slug}`);
  await waitUntilSettled(page);
  const play = page.getByRole('button', { name: 'Play video' });
  await expect(play).toBeVisible();
  // The player is loaded for those who want to see the video.
  expect(scripts.join('\n')).not.toMatch(/vidstack|video-player|hls/);
  await play.press('Enter');
  await hasPlayed(page, 0.3);
  // The keys are the player's.
  await expect(page.locator('[data-media-player]')).toBeFocused();
  await playerOf(page).hover();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sound' }).click();
  await expect(page.getByText('Extra volume')).toBeVisible();
  // The theme's surface.
  await expect(page.getByRole('menu').first()).toHaveCSS('background-color', 'rgb(254, 254, 254)');
  const { duration, height } = await playerOf(page).evaluate((element: HTMLVideoElement) => ({
    duration: element.duration,
    height: element.videoHeight,
  }));
  expect(Math.round(duration)).toBe(2);
  expect(height).toBe(90);
});

test('a video continues where it was left, and opens at the second of its link', async ({ hub }) => {
  test.setTimeout(180_000);
  await using files = await VideoFiles.create();
  const path = await files.writeVideo('film.mp4', { seconds: 80, audio: null });
  const viewer = await hub.createUser();
  const editor = await hub.createUser('EDITOR');
  const { id, slug } = await createUploadedVideo(hub, editor, path, {
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

  // In a text it plays in place.
  const text = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    title: `With a recording ${Date.now()}`,
    content: `Watch this:\n\n[](/videos/${id}?t=50)`,
    status: 'PUBLISHED',
  });
  await guest.setViewportSize({ width: 360, height: 740 });
  await guest.goto(`/docs/${text.slug}`);
  const card = guest.getByRole('article').getByRole('article');
  await card.getByRole('button', { name: /^Play “.+” here from 0:50$/ }).press('Enter');
  await hasPlayed(guest, 50.2);
  await expect(guest.locator('[data-media-player]')).toBeFocused();
  expect(await findViolations(guest)).toEqual([]);
  await card.getByRole('button', { name: /0:30 ?Knots/ }).press('Enter');
  await expect.poll(() => timeOf(guest)).toBeLessThan(50);
  await hasPlayed(guest, 30.2);
});
