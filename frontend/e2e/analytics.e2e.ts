import { readFile } from 'node:fs/promises';
import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';

test('totals, charts with tables, activity and export', async ({ hub }) => {
  const user = await hub.createUser('EDITOR');
  const title = `Read today ${Date.now()}`;
  const document = await hub.api<{ id: string; slug: string }>(user, 'POST', '/documents', {
    title,
    content: 'words',
    status: 'PUBLISHED',
  });
  await hub.api(await hub.createUser(), 'GET', `/documents/${document.id}`);
  // Requests without a token would send the cookie of the last sign-in.
  await (await hub.open()).goto(`/docs/${document.slug}`);

  const page = await hub.open(user);
  await page.goto('/admin/categories');
  const side = page.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await side.getByRole('link', { name: 'Analytics' }).click();
  await expect(page).toHaveURL('/admin/analytics');
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  const totals = page.getByRole('region', { name: 'Totals' });
  for (const name of ['Documents', 'Videos', 'Users', 'Views']) await expect(totals).toContainText(name);
  await expect(totals.locator('dd').first()).toHaveText(/\d/);

  // The address keeps the range and the interval.
  // The address changes first, and the radio with it.
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(page).toHaveURL('/admin/analytics?range=7d');
  await page.getByRole('radio', { name: 'By week' }).click();
  await expect(page).toHaveURL('/admin/analytics?range=7d&interval=week');
  await page.reload();
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'By week' })).toBeChecked();
  const views = page.getByRole('region', { name: 'Views', exact: true }).first();
  await expect(views.locator('svg.recharts-surface').first()).toBeVisible();
  await views.getByRole('button', { name: 'Show Views as table' }).click();
  await expect(views.getByRole('columnheader', { name: 'Documents' })).toBeVisible();
  await expect(views.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(/^[1-9]\d*$/);
  expect(await findViolations(page)).toEqual([]);
  await views.getByRole('button', { name: 'Show Views as chart' }).click();

  const activity = page.getByRole('region', { name: 'Recent activity' });
  await activity.getByRole('radio', { name: 'Views' }).check();
  const entries = activity.getByRole('listitem').filter({ hasText: title });
  await expect(entries.filter({ hasText: 'Anonymous' })).toHaveCount(1);
  await expect(entries).toHaveCount(2);
  await activity.getByRole('radio', { name: 'Changes' }).check();
  await expect(entries.filter({ hasText: 'Created' })).toContainText(user.id.slice(-8));

  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Figures over time' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^series-7d-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFstart,document_views,/);
});

test('a search without results leads to a new document with its title', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const query = `${createUniqueWord()} ${createUniqueWord()}`;
  // The list begins with the most frequent ones; other tests search once for what is not there.
  for (let search = 0; search < 5; search++) await hub.api(null, 'POST', '/search', { query });
  const page = await hub.open(editor);
  await expect(async () => {
    await page.goto('/admin/analytics');
    await expect(page.getByRole('link', { name: `Write this document: ${query}` })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 15_000 });
  await page.getByRole('link', { name: `Write this document: ${query}` }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(query);
});

test('at 360 px nothing is wider than the screen, also in the dark and as tables', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('EDITOR'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/api/analytics/series*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/admin/analytics?range=365d&interval=month');
  // A part that fails is loaded again without the others.
  const failure = page.getByRole('alert').filter({ hasText: 'The figures could not be loaded.' });
  await expect(failure).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Totals' }).locator('dd').first()).toHaveText(/\d/);
  await page.unroute('**/api/analytics/series*');
  await failure.getByRole('button', { name: 'Try again' }).click();
  for (const chart of ['Views', 'New content', 'Active users', 'Sign-ups'])
    await page.getByRole('button', { name: `Show ${chart} as table` }).click();
  await expect(page.getByRole('region', { name: 'Recent activity' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await findViolations(page)).toEqual([]);
});
