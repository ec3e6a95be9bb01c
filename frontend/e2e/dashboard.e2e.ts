import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expect, test } from './support/hub.js';
import { signInAgain } from './support/sign-in-again.js';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
async function hrefs(page: Page, name: string): Promise<string[]> {
  await expect(panel(page, name)).toBeVisible();
  const links = panel(page, name).getByRole('link');
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

test('an administrator opens the dashboard from the menu, and reads what was measured', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('ADMIN'));
  await page.goto('/');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page).toHaveTitle(/^Admin Dashboard/);
  await expect(panel(page, 'System health').getByText(/^Responds in [\d.]+ ms$/)).toBeVisible();
  await expect(panel(page, 'System health').getByText(/^Version \d+\.\d+\.\d+, running for/)).toBeVisible();
  await expect(panel(page, 'Storage and backup').getByText(/^\d+(\.\d)? MB of 100 GB$/)).toBeVisible();
  await expect(panel(page, 'Security').getByText(/^[1-9]\d* of [1-9]\d*$/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const upgrade = page.getByRole('button', { name: 'Upgrade to 500GB' });
  await upgrade.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Raise the storage limit' });
  await expect(dialog).toContainText('STORAGE_QUOTA_GB=500');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(upgrade).toBeFocused();
});

for (const [format, item] of [
  ['json', 'As JSON'],
  ['csv', 'As CSV, for spreadsheets'],
] as const) {
  test(`an administrator exports the figures as ${format}`, async ({ hub }) => {
    const page = await hub.open(await hub.createUser('ADMIN'));
    await page.goto('/admin');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export report' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^knowledge-hub-report-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
    const content = await readFile(await download.path(), 'utf8');
    expect(content).toContain(format === 'json' ? '"users_by_role"' : 'section,figure,value');
    await expectToast(page, 'Report exported successfully!');
  });
}

test('an administrator creates a backup, downloads it after signing in again in place, and deletes it', async ({
  hub,
}) => {
  const admin = await hub.createUser('ADMIN');
  const page = await hub.open(admin);
  await page.goto('/admin');
  await expect(panel(page, 'Storage and backup').getByText('None yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create backup' }).click();
  await expectToast(page, 'Backup created successfully!');
  const backups = panel(page, 'Backups');
  await expect(backups.getByText(/^Created by hand · /)).toBeVisible();
  await expect(backups.getByText(/^knowledge-hub-[\d-]+-\w+\.tar\.zst$/)).toBeVisible();
  await expect(panel(page, 'Storage and backup').getByText('None yet')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);

  // As if the session had begun more than ten minutes ago.
  await page.route(
    '**/api/admin/backups/*/file',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'recent_sign_in_required' }),
      }),
    { times: 1 },
  );
  await backups.getByRole('button', { name: /^Download the backup/ }).click();
  const downloading = page.waitForEvent('download');
  await signInAgain(page, admin, page.getByRole('dialog', { name: 'Sign in again' }));
  expect((await downloading).suggestedFilename()).toMatch(/^knowledge-hub-.*\.tar\.zst$/);
  await expect(page).toHaveURL('/admin');

  await backups.getByRole('button', { name: /^Delete the backup/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Backup deleted.');
  await expect(backups.getByText('There are no backups yet.')).toBeVisible();
  await expect(backups.getByRole('heading', { name: 'Backups' })).toBeFocused();
});

test('the dashboard leads to every admin screen, and every one leads back', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('ADMIN'));
  await page.goto('/admin');
  const paths = await hrefs(page, 'Administration');
  expect(paths).toEqual(
    expect.arrayContaining([
      '/admin/users',
      '/admin/categories',
      '/admin/forum-categories',
      '/admin/role-display',
      '/admin/permissions',
      '/admin/role-styling',
      '/admin/roles',
      '/admin/role-codes',
    ]),
  );
  for (const path of paths) {
    await panel(page, 'Administration').locator(`a[href="${path}"]`).click();
    // The queue adds which of its items is shown, if there are some.
    await expect(page).toHaveURL((url) => url.pathname === path);
    await page.getByRole('main').getByRole('link', { name: 'Admin Dashboard' }).click();
    await expect(page).toHaveURL('/admin');
  }
  expect(await hrefs(page, 'Quick actions')).toEqual([
    '/docs/create',
    '/videos/create',
    '/admin/content',
    '/admin/reports',
  ]);
});

test('an editor sees health read-only, on a phone too', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('EDITOR'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin');
  await expect(panel(page, 'System health').getByText(/^Responds in/)).toBeVisible();
  for (const name of ['Export report', 'Upgrade to 500GB'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  expect(await hrefs(page, 'Administration')).not.toContain('/admin/users');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await findViolations(page)).toEqual([]);
  await page.getByText('Administration: Dashboard').click();
  const side = page.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await side.getByRole('link', { name: 'Categories', exact: true }).click();
  await expect(page).toHaveURL('/admin/categories');
  await expect(page.getByText('Administration: Categories')).toBeVisible();
});

test('a panel that fails says so and is retried, while the links remain', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('EDITOR'));
  let isBroken = true;
  await page.route('**/api/admin/system-health', (route) =>
    isBroken ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }) : route.continue(),
  );
  await page.goto('/admin');
  await expect(panel(page, 'Security').getByRole('heading', { name: 'Security could not be loaded.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create document' })).toBeVisible();
  isBroken = false;
  await panel(page, 'Security').getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page, 'Security').getByText('Failed sign-ins', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeFocused();
});

test('a contributor is denied with the roles that may, and a guest goes home', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('CONTRIBUTOR', { exact: true })).toBeVisible();
  await expect(page.getByText('ADMIN, EDITOR', { exact: true })).toBeVisible();
  const guest = await hub.open();
  await guest.goto('/admin');
  await expect(guest).toHaveURL('/');
});
