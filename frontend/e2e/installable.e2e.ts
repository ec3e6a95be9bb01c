import type { Page } from '@playwright/test';
import { expect, test } from './support/hub.js';

const readState = async () => ({
  worker: navigator.serviceWorker.controller?.state,
  isKept: (await caches.match('/offline')) !== undefined,
});

const readWorkerAddress = () => navigator.serviceWorker.controller?.scriptURL;

const readKept = async () => (await (await caches.match('/offline'))?.text()) ?? '';

const listFiles = async () => (await (await caches.open('hub-files')).keys()).map(({ url }) => url);

/** Until the worker serves the page, and has kept what it shows without a connection. */
async function waitForWorker(page: Page) {
  await expect.poll(() => page.evaluate(readState), { timeout: 20_000 }).toEqual({ worker: 'activated', isKept: true });
}

test('browsers can install the hub', async ({ hub }) => {
  const page = await hub.open(undefined, { serviceWorkers: 'allow' });
  await page.goto('/');
  await waitForWorker(page);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
});

test('without a connection a page says so, in the language of the reader, and opens when there is one', async ({
  hub,
}) => {
  const page = await hub.open(undefined, { serviceWorkers: 'allow' });
  hub.allowComplaints(/net::ERR|Failed to fetch/);
  await page.goto('/?lang=de');
  await waitForWorker(page);
  await page.context().setOffline(true);
  await page.goto('/videos?sort=views');
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  await expect(page).toHaveTitle(/^Keine Verbindung/);
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeEnabled();
  await page.context().setOffline(false);
  await expect(page).toHaveURL('/videos?sort=views');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a new version is offered, and loads when the reader wants it', async ({ hub }) => {
  const page = await hub.open(undefined, { serviceWorkers: 'allow' });
  await page.goto('/');
  await waitForWorker(page);
  const german = await hub.openTab(page);
  await german.goto('/?lang=de');
  await waitForWorker(german);
  // The page for no connection has the language of the page that was opened last, once that is fetched.
  await expect.poll(() => german.evaluate(readKept)).toContain('lang="de"');
  const files = await page.evaluate(listFiles);
  expect(files.length).toBeGreaterThan(20);
  // As after an update of the server: another worker, which does not know the script of this page.
  await page.evaluate(async () => {
    document.querySelector('script[type="module"][src]')?.setAttribute('src', '/assets/index-former.js');
    await navigator.serviceWorker.register('/sw.js?next');
  });
  const notice = page.getByRole('status').filter({ hasText: 'A new version is available' });
  await expect(notice).toBeVisible();
  // The other page is of the new version, in whatever language.
  await expect.poll(() => german.evaluate(readWorkerAddress)).toMatch(/next$/);
  await expect(german.getByText('Eine neue Version ist verfügbar')).toHaveCount(0);
  // The former version keeps its files, and there is still a page for no connection.
  expect(await page.evaluate(listFiles)).toEqual(expect.arrayContaining(files));
  await page.context().setOffline(true);
  hub.allowComplaints(/net::ERR|Failed to fetch|fetching the script/);
  await german.goto('/videos');
  await expect(german.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  await german.close();
  await page.context().setOffline(false);
  const reloaded = page.waitForEvent('load');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
