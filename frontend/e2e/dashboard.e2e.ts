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

test('an administrator opens the dashboard from the menu, reads and exports what was measured', async ({ hub }) => {
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

  // Offered only while storage is running out.
  await expect(page.getByRole('button', { name: 'Upgrade to 500GB' })).toHaveCount(0);

  for (const [format, item, content] of [
    ['json', 'As JSON', '"users_by_role"'],
    ['csv', 'As CSV, for spreadsheets', 'section,figure,value'],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export report' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^knowledge-hub-report-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
    expect(await readFile(await download.path(), 'utf8')).toContain(content);
    await expectToast(page, 'Report exported successfully!');
  }
  expect(await hrefs(page, 'Quick actions')).toEqual([
    '/docs/create',
    '/videos/create',
    '/admin/content',
    '/admin/reports',
    '/admin/users?dialog=invite',
  ]);
  await panel(page, 'Administration').locator('a[href="/admin/role-codes"]').click();
  await expect(page).toHaveURL('/admin/role-codes');
  await page.getByRole('main').getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(page).toHaveURL('/admin');
});

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
