import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { VideoFiles } from './support/video-files.js';
import { chooseVideo, hasSent, limitUploadSpeed, uploadDialogOf, uploadPercentOf } from './support/videos.js';

const MB = 1024 ** 2;
test('an upload is refused, then paused, interrupted by a reload, continued, and becomes a video', async ({ hub }) => {
  test.setTimeout(90_000);
  await using files = await VideoFiles.create();
  const bytes = Buffer.alloc(20 * MB, 7);
  bytes.write('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1');
  const knots = await files.write('knots.mp4', bytes);
  const text = await files.write('text.mp4', 'This is only text. '.repeat(1000));
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/videos/create');
  // A file that is no video is refused at its field, and another one can be chosen.
  await chooseVideo(page, 'Choose video', text);
  const field = page.getByRole('group', { name: 'Video file' });
  await expect(field.getByRole('alert')).toHaveText(/^This file is not a video\. Please choose/);

  // The upload begins when the file is chosen; the form is filled in meanwhile.
  await limitUploadSpeed(page, 2 * MB);
  await chooseVideo(page, 'Replace', knots);
  await expect(field.getByRole('alert')).toBeHidden();
  const upload = page.getByRole('region', { name: 'Uploading the video' });
  await hasSent(page, 15);
  await expect(upload).toContainText(/\d MB\/s · \d+ seconds left/);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Knots');
  await page.getByLabel('Title', { exact: true }).fill('Knots at sea');
  expect(await findViolations(page)).toEqual([]);

  await upload.getByRole('button', { name: 'Pause' }).click();
  await expect(upload).toContainText('Paused');
  const paused = await uploadPercentOf(page);
  await upload.getByRole('button', { name: 'Resume' }).click();
  await hasSent(page, paused + 5);

  await page.reload();
  await limitUploadSpeed(page, 2 * MB);
  const notice = page.getByRole('region', { name: 'Unfinished upload' });
  await expect(notice).toContainText(/The upload of “knots.mp4” stopped at \d+ %/);
  expect(await findViolations(page)).toEqual([]);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await chooseVideo(page, 'Choose the file', knots);
  await expect(upload).toBeVisible();
  // Saving waits for the upload.
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(uploadDialogOf(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Knots at sea' })).toBeVisible({ timeout: 30_000 });
  expect(offsets[0]).toBeGreaterThan(3 * MB);

  await page.goto('/videos/create');
  await expect(page.getByRole('button', { name: 'Choose video' })).toBeVisible();
  await expect(notice).toBeHidden();
});
