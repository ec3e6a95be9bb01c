import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expect, type Hub, test, type TestUser } from './support/hub.js';
import { onePixelPng } from './support/images.js';
import { createUniqueWord } from './support/unique-words.js';
import { VideoFiles } from './support/video-files.js';
import { createUploadedVideo, hasPlayed } from './support/videos.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const GONE = 'This link doesn’t work';

async function uploadImage(page: Page, address: string, { token }: TestUser): Promise<string> {
  const response = await page.request.post('/api/images', {
    headers: { authorization: `Bearer ${token}`, origin: address },
    multipart: { image: { name: 'dot.png', mimeType: 'image/png', buffer: onePixelPng } },
  });
  return ((await response.json()) as { url: string }).url;
}

/** Checks the page wide and narrow, in both schemes. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await waitUntilSettled(page, 100);
    expect.soft(await findViolations(page), `${what} at ${width}`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${what} at ${width}`).toBeLessThanOrEqual(0);
  }
}

const openShareDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
};

const share = (hub: Hub, user: TestUser, item: string, body: object = {}) =>
  hub.api<{ id: string; url: string }>(user, 'POST', `/${item}/share-links`, body);

test('a guest reads a document by a link with a password, until it is revoked', async ({ hub, address }) => {
  test.setTimeout(90_000);
  const word = createUniqueWord();
  const author = await hub.createUser('EDITOR');
  const page = await hub.open(author);
  const image = await uploadImage(page, address, author);
  const category = await hub.api<{ id: string }>(author, 'POST', '/categories', { name: `Shared ${word}` });
  const fields = { category_id: category.id, visibility: 'LOGGED_IN', status: 'PUBLISHED' };
  const { id, slug } = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    ...fields,
    title: `Plan ${word}`,
    content: `## First\n\n![A dot](${image})\n\nWords of the plan.\n\n## Second\n\nMore.`,
  });
  const below = { ...fields, title: `Details ${word}`, content: 'Words of the details.', parent_id: id };
  await hub.api(author, 'POST', '/documents', below);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/docs/${slug}`);
  await openShareDialog(page);
  const dialog = page.getByRole('dialog', { name: `Share “Plan ${word}”` });
  await expect(dialog.getByText('No links yet.')).toBeVisible();
  await expect(dialog.getByLabel('Label')).toBeFocused();
  await dialog.getByLabel('Label').fill('For Ada');
  await dialog.getByLabel('Password (optional)', { exact: true }).fill('abc');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByLabel('Password (optional)', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Password (optional)', { exact: true }).fill('glacier lamp');
  await dialog.getByRole('checkbox', { name: 'Also the pages below' }).check();
  await expectAccessible(page, 'the dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const created = page.getByRole('dialog', { name: 'Your new share link' });
  await created.getByRole('button', { name: 'Copy link' }).click();
  await expect(created.getByText('Copied')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toMatch(/\/s\/[\w-]{43}$/);
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'For Ada' })).toContainText('not opened yet');

  const guest = await hub.open();
  const response = await guest.goto(url);
  expect(response?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
  expect(await response?.text()).not.toContain(word);
  await expect(guest.getByRole('heading', { level: 1, name: 'This page needs a password' })).toBeVisible();
  await expectAccessible(guest, 'the password');
  await guest.getByLabel('Password', { exact: true }).fill('glacier');
  await guest.getByLabel('Password', { exact: true }).press('Enter');
  await expect(guest.getByText('This password is wrong.')).toBeVisible();
  await guest.getByLabel('Password', { exact: true }).fill('glacier lamp');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: `Plan ${word}` })).toBeVisible();
  await expect(guest.getByText('Words of the plan.')).toBeVisible();
  const shown = guest.getByRole('img', { name: 'A dot' });
  await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  // Nothing else of the hub.
  await expect(guest.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(guest.getByText(author.name)).toHaveCount(0);
  await expect(guest.getByRole('heading', { name: 'Comments' })).toHaveCount(0);
  await guest.getByText('2 pages').click();
  await expectAccessible(guest, 'the shared document');
  await guest.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link').click();
  await expect(guest.getByRole('heading', { level: 1, name: `Details ${word}` })).toBeVisible();
  await guest.reload();
  await guest.getByLabel('Password', { exact: true }).fill('glacier lamp');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByText('Words of the details.')).toBeVisible();
  await guest.goBack();
  await expect(guest.getByText('Words of the plan.')).toBeVisible();

  const desk = await hub.open(await hub.createUser('ADMIN'));
  await desk.goto('/admin/share-links');
  const row = desk.getByRole('row').filter({ hasText: word });
  await expect(row).toContainText('2 times');
  await expectAccessible(desk, 'the administration');
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(desk, 'Share link revoked');
  await expect(row).toHaveCount(0);

  // Beside the text, too.
  await guest.mouse.click(2, 400);
  await expect(guest.getByRole('heading', { level: 1, name: GONE })).toBeFocused();
  await expect(guest.getByText('Words of the plan.')).toHaveCount(0);
  expect((await guest.reload())?.status()).toBe(404);
  await expect(guest.getByRole('heading', { level: 1, name: GONE })).toBeVisible();
  await expectAccessible(guest, 'the page of a link that has ended');
});

test('a guest watches a video by a link, until it is revoked', async ({ hub }) => {
  test.setTimeout(150_000);
  await using files = await VideoFiles.create();
  const author = await hub.createUser('EDITOR');
  const path = await files.writeVideo('film.mp4', { seconds: 20, audio: null });
  const title = `Film ${createUniqueWord()}`;
  const { id, slug } = await createUploadedVideo(hub, author, path, {
    title,
    visibility: 'LOGGED_IN',
    chapters: [{ title: 'Knots', start_time: 10, description: '' }],
  });
  const page = await hub.open(author);
  await page.goto(`/videos/${slug}`);
  await openShareDialog(page);
  await expect(page.getByRole('dialog', { name: `Share “${title}”` })).toBeVisible();

  const link = await share(hub, author, `videos/${id}`);
  const guest = await hub.open(undefined, { locale: 'de' });
  await guest.goto(link.url);
  await expect(guest.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectAccessible(guest, 'the shared video');
  await guest.getByRole('button', { name: /0:10 ?Knots/ }).click();
  await hasPlayed(guest, 10.2);
  await hub.api(author, 'DELETE', `/share-links/${link.id}`);
  await guest.getByRole('heading', { level: 1, name: title }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Dieser Link funktioniert nicht' })).toBeVisible();
  await expect(guest.locator('video')).toHaveCount(0);
});
