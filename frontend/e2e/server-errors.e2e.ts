import type { Page } from '@playwright/test';
import { expect, test } from './support/hub.js';

/** Paths of protected screens, and the roles that their permission needs. */
const PROTECTED: Record<string, string> = {
  '/docs/create': 'ADMIN, EDITOR, REVIEWER, CONTRIBUTOR',
  '/videos/create': 'ADMIN, EDITOR, REVIEWER, CONTRIBUTOR',
  '/admin': 'ADMIN, EDITOR',
  '/admin/analytics': 'ADMIN, EDITOR',
  '/admin/categories': 'ADMIN, EDITOR',
  '/admin/content': 'ADMIN, EDITOR',
  '/admin/moderation': 'ADMIN, EDITOR, REVIEWER',
  '/admin/reports': 'ADMIN, EDITOR',
  '/admin/api-tokens': 'ADMIN',
  '/admin/audit-log': 'ADMIN',
  '/admin/forum-categories': 'ADMIN',
  '/admin/permissions': 'ADMIN',
  '/admin/groups': 'ADMIN',
  '/admin/role-codes': 'ADMIN',
  '/admin/role-display': 'ADMIN',
  '/admin/role-styling': 'ADMIN',
  '/admin/roles': 'ADMIN',
  '/admin/settings': 'ADMIN',
  '/admin/share-links': 'ADMIN, EDITOR',
  '/admin/users': 'ADMIN',
};

/** Client-side navigation, so that the app is not loaded for each path. */
const navigate = (page: Page, path: string) => page.evaluate((url) => history.pushState(null, '', url), path);

test('protected screens ask guests to sign in, and show Access Denied with the required roles to others', async ({
  hub,
}) => {
  test.setTimeout(60_000);
  const guest = await hub.open();
  await guest.goto('/docs');
  for (const path of [...Object.keys(PROTECTED), '/user/profile', '/user/bookmarks', '/notifications']) {
    await navigate(guest, path);
    const dialog = guest.getByRole('dialog', { name: 'Sign in' });
    await expect(dialog, path).toHaveAccessibleDescription('This page is for members.');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(guest, path).toHaveURL('/');
    await expect(guest.getByRole('heading', { name: 'Access Denied' })).toHaveCount(0);
  }
  await expect(guest.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toHaveCount(0);
  const member = await hub.createUser();
  await guest.goto('/docs');
  await navigate(guest, '/user/bookmarks');
  const dialog = guest.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email').fill(member.email);
  await dialog.getByLabel('Password', { exact: true }).fill(member.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'My Bookmarks' })).toBeVisible();
  await expect(guest).toHaveURL('/user/bookmarks');
  await guest.goBack();
  await expect(guest).toHaveURL('/docs');

  const viewer = await hub.open(await hub.createUser('VIEWER'));
  // Administrators' screens are denied to editors, the others to viewers.
  const editor = await hub.open(await hub.createUser('EDITOR'));
  await viewer.goto('/docs');
  await editor.goto('/docs');
  for (const [path, roles] of Object.entries(PROTECTED)) {
    const page = roles === 'ADMIN' ? editor : viewer;
    await navigate(page, '/docs');
    await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
    await navigate(page, path);
    await expect(page.getByRole('heading', { name: 'Access Denied' }), path).toBeVisible();
    await expect(page.getByText(page === editor ? 'EDITOR' : 'VIEWER', { exact: true })).toBeVisible();
    // Other tests make roles of their own, which may come after these.
    await expect(page.locator('dd').last(), path).toHaveText(new RegExp(`^${roles}(, (?!EDITOR|REVIEWER)|$)`));
  }
  await viewer.getByRole('button', { name: /Account of/ }).click();
  await expect(viewer.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(viewer.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(0);
});

test('unknown paths return 404 and show Page not found', async ({ hub }) => {
  const page = await hub.open();
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
