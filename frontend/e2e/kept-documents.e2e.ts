import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { onePixelPng } from './support/images.js';

interface Document {
  id: string;
  slug: string;
  title: string;
}

let number = 0;
const createDocument = (hub: Hub, author: TestUser, fields: object) =>
  hub.api<Document>(author, 'POST', '/documents', {
    title: `Kept ${Date.now()} ${++number}`,
    content: 'words',
    status: 'PUBLISHED',
    ...fields,
  });

async function uploadImage(page: Page, author: TestUser): Promise<string> {
  const response = await page.request.post('/api/images', {
    headers: { Authorization: `Bearer ${author.token}` },
    multipart: { image: { name: 'map.png', mimeType: 'image/png', buffer: onePixelPng } },
  });
  return ((await response.json()) as { url: string }).url;
}

/** Paths of all that is kept, by the names of caches. */
async function readKept(): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {};
  for (const name of await caches.keys()) {
    if (!name.startsWith('hub-documents')) continue;
    const requests = await (await caches.open(name)).keys();
    kept[name] = requests.map(({ url }) => new URL(url).pathname);
  }
  return kept;
}

const expectKept = (page: Page, kept: Record<string, unknown>) =>
  expect.poll(() => page.evaluate(readKept), { timeout: 15_000 }).toEqual(kept);

/** Until there is a page for no connection. */
const waitForWorker = (page: Page) =>
  expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/offline'))), { timeout: 20_000 }).toBe(true);

const isImageLoaded = (image: Element) => (image as HTMLImageElement).naturalWidth > 0;

test('opened documents are read without a connection, until the reader signs out', async ({ hub }) => {
  const author = await hub.createUser('EDITOR');
  const reader = await hub.createUser();
  const page = await hub.open(reader, { serviceWorkers: 'allow' });
  hub.allowComplaints(/net::ERR|Failed to fetch|fetching the script|status of 404/);
  const image = await uploadImage(page, author);
  const content = `## Way\n\n![A map](${image})\n\n\`\`\`js\nconst a = 1;\n\`\`\``;
  const first = await createDocument(hub, author, { content, visibility: 'LOGGED_IN' });
  const second = await createDocument(hub, author, { content: 'The second text.' });
  const cache = `hub-documents-${reader.id}`;
  await page.goto(`/docs/${second.slug}`);
  await waitForWorker(page);
  await expectKept(page, { [cache]: [`/docs/${second.slug}`] });
  await page.goto(`/docs/${first.slug}`);
  await expectKept(page, {
    [cache]: expect.arrayContaining([`/docs/${second.slug}`, `/docs/${first.slug}`, image]),
  });

  await page.context().setOffline(true);
  await page.reload();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(heading(first.title)).toBeVisible();
  await expect(page.getByText(/^The hub cannot be reached\. This is the version of \d\d\.\d\d\.\d{4}/)).toBeVisible();
  await expect.poll(() => page.getByRole('img', { name: 'A map' }).evaluate(isImageLoaded)).toBe(true);
  await expect(page.locator('pre .hljs-keyword')).toHaveText('const');
  await expect(page.getByRole('heading', { name: 'Discussion' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);

  // Another one leads to the list, and from there to the second.
  await page.goto('/docs/never-opened');
  await expect(heading('You are offline')).toBeVisible();
  const list = page.getByRole('main').getByRole('list');
  await expect(list.getByRole('link')).toHaveText([first.title, second.title]);
  expect(await findViolations(page)).toEqual([]);
  await list.getByRole('link', { name: second.title }).click();
  await expect(heading(second.title)).toBeVisible();
  await expect(page.getByText('The second text.')).toBeVisible();
  await expect(page.getByText(/^The hub cannot be reached\./)).toBeVisible();

  // The hub may be down while the device has a connection.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^The hub cannot be reached\./)).toBeVisible();

  // The server's version takes its place.
  await page.context().setOffline(false);
  await expect(page.getByText('The hub cannot be reached.')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Discussion' })).toBeVisible();

  // What the reader may not read any more is gone after the next attempt.
  await hub.api(author, 'PUT', `/admin/documents/${first.id}`, { visibility: 'INTERNAL' });
  await page.goto(`/docs/${first.slug}`);
  await expect(heading('Document Not Found')).toBeVisible();
  await expectKept(page, { [cache]: [`/docs/${second.slug}`] });

  await page.goto('/user/profile?tab=settings');
  await page.getByRole('link', { name: 'Show documents' }).click();
  await expect(heading('Documents on this device')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove from this device' }).click();
  await expect(page.getByText(/^No documents on this device yet/)).toBeVisible();
  await expectKept(page, {});

  await page.goto(`/docs/${second.slug}`);
  await expectKept(page, { [cache]: [`/docs/${second.slug}`] });
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expectKept(page, {});
});

test('what a member has kept is gone when the server has ended the session; guests keep their own', async ({ hub }) => {
  const author = await hub.createUser('EDITOR');
  const reader = await hub.createUser();
  const page = await hub.open(reader, { serviceWorkers: 'allow' });
  hub.allowComplaints(/net::ERR|Failed to fetch|fetching the script|status of 401/);
  const { slug, title } = await createDocument(hub, author, { visibility: 'PUBLIC' });
  await page.goto(`/docs/${slug}`);
  await waitForWorker(page);
  await expectKept(page, { [`hub-documents-${reader.id}`]: [`/docs/${slug}`] });

  await hub.api(reader, 'POST', '/auth/logout');
  await page.goto('/');
  await expectKept(page, {});

  const guest = await hub.open(undefined, { serviceWorkers: 'allow' });
  await guest.goto(`/docs/${slug}`);
  await waitForWorker(guest);
  await expectKept(guest, { 'hub-documents-guest': [`/docs/${slug}`] });
  await guest.context().setOffline(true);
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(guest.getByText(/^The hub cannot be reached\./)).toBeVisible();
});
