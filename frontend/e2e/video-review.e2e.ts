import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { VideoFiles } from './support/video-files.js';
import { createUploadedVideo } from './support/videos.js';

test('an author submits a video that a reviewer hid, and the reviewer finds and approves it', async ({ hub }) => {
  test.setTimeout(150_000);
  await using files = await VideoFiles.create();
  const [author, reviewer] = [await hub.createUser('CONTRIBUTOR'), await hub.createUser('REVIEWER')];
  const title = `Hidden ${Date.now()}`;
  const { id } = await createUploadedVideo(hub, author, await files.writeVideo('film.mp4'), { title });
  const note = 'Please cut the first minute.';
  await hub.api(reviewer, 'PUT', `/videos/${id}/status`, { status: 'ERROR', note });

  const page = await hub.open(author);
  await page.goto(`/videos/${id}`);
  await expect(page.getByRole('region', { name: 'Requested changes' })).toContainText(note);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
  const poster = page.locator('img.vds-poster');
  await expect(poster).toHaveCSS('object-fit', 'contain');
  await expect(page.locator('.vds-time').first()).toHaveCSS('font-family', /^"Inter Variable"/);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('region', { name: 'Waiting for review' })).toBeVisible();
  await expect(page.getByText('In review', { exact: true })).toBeVisible();

  const desk = await hub.open(reviewer);
  await desk.goto('/');
  await desk.getByRole('link', { name: 'Videos in review' }).click();
  const card = desk.getByRole('article').filter({ hasText: title });
  await expect(card.getByText('In review')).toBeVisible();
  await card.getByRole('link', { name: title }).click();
  await desk.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByRole('region', { name: 'Waiting for review' })).toBeHidden();

  const reader = await hub.open();
  await reader.goto(`/videos/${id}`);
  await expect(reader.getByRole('heading', { name: title })).toBeVisible();
  await expect(reader.getByText(note)).toBeHidden();
});
