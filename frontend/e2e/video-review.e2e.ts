import { readFile } from 'node:fs/promises';
import { findViolations } from './support/axe.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';

const FILM = new URL('../../backend/src/demo/content/videos/a-tour-of-your-hub.mp4', import.meta.url);

async function uploadVideo(hub: Hub, author: TestUser, title: string): Promise<string> {
  const file_data = (await readFile(FILM)).toString('base64');
  const body = { title, source_type: 'UPLOAD', file_data };
  const { id } = await hub.api<{ id: string }>(author, 'POST', '/videos', body);
  const getStatus = async () => (await hub.api<{ status: string }>(author, 'GET', `/videos/${id}`)).status;
  await expect.poll(getStatus, { timeout: 90_000 }).toBe('READY');
  return id;
}

test('an author submits a video that a reviewer hid, and the reviewer finds and approves it', async ({ hub }) => {
  test.setTimeout(150_000);
  const [author, reviewer] = [await hub.createUser('CONTRIBUTOR'), await hub.createUser('REVIEWER')];
  const title = `Hidden ${Date.now()}`;
  const id = await uploadVideo(hub, author, title);
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
