import { expect } from './support/hub.js';
import { testWithOwnHub } from './support/own-hub.js';
import { sha256, sha256OfFile, VideoFiles } from './support/video-files.js';
import {
  chooseVideo,
  hasPlayed,
  hasSent,
  limitUploadSpeed,
  playerOf,
  PROCESSING_MS,
  timeOf,
  uploadDialogOf,
  uploadPercentOf,
} from './support/videos.js';

const test = testWithOwnHub();

const MB = 1024 ** 2;

test('an upload survives a kill of the app, shows its processing, and plays', async ({ hub, ownHub }) => {
  test.setTimeout(240_000);
  await using files = await VideoFiles.create();
  const film = await files.writeVideo('film.mp4', { seconds: 12, width: 640, height: 360 });
  await files.padMp4(film, 16 * MB);
  // Requests fail while the app is down.
  hub.allowComplaints(/net::ERR_|EventSource/);
  const author = await hub.createUser('CONTRIBUTOR');
  const page = await hub.open(author);
  await page.goto('/videos/create');
  await page.getByLabel('Title', { exact: true }).fill('Knots at sea');
  for (const [number, start, title] of [
    [1, '0', 'Why'],
    [2, '0:08', 'The bowline'],
  ] as const) {
    await page.getByRole('button', { name: 'Add chapter' }).click();
    const chapter = page.getByRole('group', { name: `Chapter ${number}` });
    await chapter.getByRole('textbox', { name: 'Start' }).fill(start);
    await chapter.getByRole('textbox', { name: 'Title' }).fill(title);
  }
  await page.getByRole('textbox', { name: 'Transcript' }).fill('0:00 Welcome aboard\n0:08 This is a bowline');
  await limitUploadSpeed(page, 2 * MB);
  await chooseVideo(page, 'Choose video', film);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await hasSent(page, 40);

  await ownHub.kill();
  await expect(uploadDialogOf(page)).toContainText('The connection was lost. Trying again…');
  const sent = await uploadPercentOf(page);
  expect(sent).toBeLessThan(95);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await limitUploadSpeed(page, -1);
  await ownHub.start();
  const heading = page.getByRole('heading', { level: 1, name: 'Knots at sea' });
  await expect(heading).toBeVisible({ timeout: 90_000 });
  // Most of what was sent had arrived, and was not sent again.
  expect(offsets.at(0)).toBeGreaterThan(0.3 * 16 * MB);

  // The page shows the progress without being loaded again.
  await expect(page.getByRole('heading', { name: 'Processing' })).toBeVisible();
  await expect(page.getByText(/\d+ % done/)).toBeVisible({ timeout: PROCESSING_MS });
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible({ timeout: PROCESSING_MS });

  const id = page.url().split('/').at(-1) ?? '';
  const stored = await page.request.get(`/api/videos/${id}/file`);
  expect(sha256(await stored.body())).toBe(await sha256OfFile(film));

  // hls.js reads the playlists, and feeds the element through a blob.
  const playlists: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.m3u8')) playlists.push(new URL(response.url()).pathname);
  });
  await page.reload();
  const first = page.getByRole('button', { name: /0:00 ?Why/ });
  const second = page.getByRole('button', { name: /0:08 ?The bowline/ });
  await first.click();
  await hasPlayed(page, 0.5);
  await expect(first).toHaveAttribute('aria-current', 'true');
  expect(playlists).toContainEqual(expect.stringMatching(/\/hls\/main\.m3u8$/));
  expect(playlists).toContainEqual(expect.stringMatching(/\/hls\/360\.m3u8$/));
  const source = await playerOf(page).evaluate((video: HTMLVideoElement) => video.currentSrc);
  expect(source).toMatch(/^blob:/);

  await second.click();
  await hasPlayed(page, 8.2);
  await expect(second).toHaveAttribute('aria-current', 'true');
  await expect(first).not.toHaveAttribute('aria-current', 'true');

  // Playing on from shortly before a chapter, its highlight follows.
  await playerOf(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 7;
  });
  await expect(first).toHaveAttribute('aria-current', 'true');
  await expect(second).toHaveAttribute('aria-current', 'true', { timeout: 30_000 });
  expect(await timeOf(page)).toBeGreaterThanOrEqual(8);

  await playerOf(page).evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 9;
  });
  await playerOf(page).hover();
  await page.getByRole('button', { name: /captions/i }).click();
  await expect(page.locator('[data-part="cue-display"]')).toContainText('This is a bowline');
});
