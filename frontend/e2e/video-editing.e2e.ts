import { expect, test } from './support/hub.js';
import { VideoFiles } from './support/video-files.js';
import {
  addUploadedVideo,
  chooseVideo,
  createUploadedVideo,
  hasPlayed,
  playerOf,
  waitUntilProcessed,
  type Video,
} from './support/videos.js';

const chapters = [
  { title: 'Why', start_time: 0, description: '' },
  { title: 'How', start_time: 1, description: '' },
];

test('a video is edited: its title, chapters and file, while the old file keeps playing', async ({ hub }) => {
  test.setTimeout(180_000);
  await using files = await VideoFiles.create();
  const author = await hub.createUser('CONTRIBUTOR');
  const first = await createUploadedVideo(hub, author, await files.writeVideo('first.mp4', { seconds: 3 }), {
    chapters,
  });
  const page = await hub.open(author);
  await page.goto(`/videos/${first.slug}`);
  await page.getByRole('link', { name: 'Edit Video' }).click();
  const title = `Knots for beginners ${Date.now()}`;
  await page.locator('[data-path="title"]').fill(title);
  await page.getByRole('button', { name: 'Remove chapter 2' }).click();
  await page.getByRole('button', { name: 'Add chapter' }).click();
  const added = page.getByRole('group', { name: 'Chapter 2' });
  await added.getByRole('textbox', { name: 'Start' }).fill('0:02');
  await added.getByRole('textbox', { name: 'Title' }).fill('The bowline');
  const second = await files.writeVideo('second.mp4', { seconds: 8 });
  await chooseVideo(page, 'Replace', second, page.getByRole('group', { name: 'Video file' }));
  await expect(page.getByText('Replaces the current file once it has been processed.')).toBeVisible();
  // These are processed before, so that there is time to look at the page meanwhile.
  for (let i = 0; i < 2; i++) await addUploadedVideo(hub, author, second);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 30_000 });

  const list = page.getByRole('list', { name: 'Chapters' });
  await expect(list.getByRole('button')).toHaveText(['0:00Why', '0:02The bowline']);
  const notice = page.getByRole('region', { name: 'Processing' });
  await expect(notice).toContainText('A new file is being processed. The current one keeps playing');
  const old = await hub.api<Video>(author, 'GET', `/videos/${first.id}`);
  expect(old).toMatchObject({ status: 'READY', duration_sec: 3 });
  await list.getByRole('button', { name: /Why/ }).click();
  await hasPlayed(page, 0.3);

  expect(await waitUntilProcessed(hub, author, first.id)).toMatchObject({ status: 'READY', duration_sec: 8 });
  await expect(notice).toBeHidden({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Play video' }).click();
  const duration = () => playerOf(page).evaluate((video: HTMLVideoElement) => Math.round(video.duration));
  await expect.poll(duration, { timeout: 30_000 }).toBe(8);
});
