import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { VideoFiles } from './support/video-files.js';
import { createUploadedVideo } from './support/videos.js';

test('an author submits a draft, takes it back, and submits it again after a reviewer sent it back', async ({
  hub,
}) => {
  test.setTimeout(150_000);
  await using files = await VideoFiles.create();
  const [author, reviewer] = [await hub.createUser('CONTRIBUTOR'), await hub.createUser('REVIEWER')];
  const title = `Draft ${Date.now()}`;
  const film = await files.writeVideo('film.mp4');
  const { id } = await createUploadedVideo(hub, author, film, { title, status: 'DRAFT' });
  const note = 'Please cut the first minute.';

  const page = await hub.open(author);
  await page.goto('/');
  await page.getByRole('link', { name: 'All drafts' }).click();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit for review' });
  const waiting = page.getByRole('region', { name: 'In review' });
  await submit.click();
  await waiting.getByRole('button', { name: 'Withdraw' }).click();
  await submit.click();
  await expect(waiting).toBeVisible();
  await hub.api(reviewer, 'POST', `/videos/${id}/review`, { action: 'request_changes', note });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Requested changes' })).toContainText(note);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
  const play = page.getByRole('button', { name: 'Play video' });
  await expect(page.locator('img', { has: page.locator('xpath=following-sibling::button') })).toHaveCSS(
    'object-fit',
    'contain',
  );
  expect(await findViolations(page)).toEqual([]);
  await play.click();
  await expect(page.locator('.vds-time').first()).toHaveCSS('font-family', /^"Inter Variable"/);
  await submit.click();
  await expect(waiting).toBeVisible();
  await expect(page.getByText('In review', { exact: true })).toBeVisible();

  const desk = await hub.open(reviewer);
  await desk.goto('/');
  await desk.getByRole('link', { name: 'Videos in review' }).click();
  const card = desk.getByRole('article').filter({ hasText: title });
  await expect(card.getByText('In review')).toBeVisible();
  await card.getByRole('link', { name: title }).click();
  await expect(desk.getByRole('region', { name: 'In review' })).toContainText(note);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByRole('region', { name: 'In review' })).toBeHidden();

  const reader = await hub.open();
  await reader.goto(`/videos/${id}`);
  await expect(reader.getByRole('heading', { name: title })).toBeVisible();
  await expect(reader.getByText(note)).toBeHidden();
});
