import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expect } from './support/hub.js';
import { testWithOwnHub } from './support/own-hub.js';

const test = testWithOwnHub();

// In one worker, so that only one app is started.
test.describe.configure({ mode: 'default' });

// The hub belongs to this file, because a private hub is closed to the guests of other tests.

test('an administrator makes the hub private; a guest signs in at the address of a document and reads it', async ({
  hub,
}) => {
  const admin = await hub.createUser('ADMIN');
  const { slug, title } = await hub.api<{ slug: string; title: string }>(admin, 'POST', '/documents', {
    title: 'Plans of the winter',
    content: '## Snow\n\nShovels are in the cellar.',
    status: 'PUBLISHED',
  });
  const open = await hub.open();
  await open.goto('/docs');
  await expect(open.getByRole('link', { name: title })).toBeVisible();

  const desk = await hub.open(admin, { viewport: { width: 360, height: 800 }, colorScheme: 'dark' });
  await desk.goto('/admin/settings#registration');
  const access = desk.getByRole('region', { name: 'Access' });
  await access.getByText('Members only').click();
  await expect(access.getByRole('status').first()).toHaveText(
    'Registration is open to everyone, so anyone can create an account and read this hub.',
  );
  expect(await findViolations(desk)).toEqual([]);
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await desk.screenshot({ path: test.info().outputPath('settings-360.png'), fullPage: true });
  await access.getByRole('button', { name: 'Save Access' }).click();
  await expectToast(desk, 'Settings saved');

  // A page that was open before.
  // The router logs the preload of the hovered link, which the server refuses now.
  hub.allowComplaints(/ApiError: Please sign in/);
  await open.getByRole('link', { name: title }).click();
  await expect(open).toHaveURL(`/login?next=${encodeURIComponent(`/docs/${slug}`)}`);
  await expect(open.getByRole('heading', { level: 1 })).toHaveText('Sign in');

  const member = await hub.createUser('VIEWER');
  const page = await hub.open(undefined, { viewport: { width: 360, height: 800 }, colorScheme: 'dark' });
  await page.goto(`/docs/${slug}?from=mail#snow`);
  await expect(page.getByText('This hub is private. Sign in to read it.')).toBeVisible();
  await expect(page).toHaveTitle('Knowledge Hub');
  await expect(page.getByRole('navigation')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Language' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.screenshot({ path: test.info().outputPath('sign-in-360.png'), fullPage: true });
  await page.keyboard.type(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveURL(new RegExp(`/docs/${slug}(\\?from=mail)?#snow$`));
  await expect(page.getByText('Shovels are in the cellar.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('This hub is private. Sign in to read it.')).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('a session that ends leaves the page and its text, and the next page asks to sign in', async ({ hub }) => {
  const admin = await hub.createUser('ADMIN');
  await hub.api(admin, 'PUT', '/admin/settings', { values: { 'site.readers': 'members' } });
  const member = await hub.createUser('EDITOR');
  // By the form, because a page that is opened for a user gets the ended session again with each load.
  const page = await hub.open();
  const signIn = async () => {
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
  };
  await page.goto('/docs');
  await signIn();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents');
  const token = await page.evaluate(() => localStorage.getItem('session_token') ?? '');
  await hub.api({ ...member, token }, 'POST', '/auth/logout');
  // The pointer above the link asks for its page, and is refused.
  hub.allowComplaints(/ApiError: Please sign in/);
  const link = page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Community' });
  await link.hover();
  await expect(page.getByRole('dialog')).toContainText('You have been signed out');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/community')}`);
  await signIn();
  await expect(page).toHaveURL('/community');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community');
});
