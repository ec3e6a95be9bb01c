import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { signedOutDialog, signInAgain } from './support/sign-in-again.js';

/** Checks both widths and schemes without reloading, which would reset the screen. */
async function expectClean(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      expect.soft(await findViolations(page), `${colorScheme} at ${width}`).toEqual([]);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
}

test('a missing API URL shows Configuration Error', async ({ hub }) => {
  // The server renders pages of guests.
  const page = await hub.open(await hub.createUser());
  await page.route('**/docs', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<meta name="hub-api-url" content="[^"]*">/,
      '<meta name="hub-api-url" content="">',
    );
    await route.fulfill({ response, body: html });
  });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'Configuration Error' })).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expectClean(page);
});

test('a crash shows Application Error with both actions', async ({ hub }) => {
  const page = await hub.open();
  hub.allowComplaints(/./);
  // An invalid response body.
  await page.route('**/api/dashboard/home', (route) => route.fulfill({ json: { not: 'a home' } }));
  await page.goto('/docs');
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Application Error' })).toBeVisible();
  await expect(page.getByText('Something went wrong. Please refresh the page or contact support.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  await expectClean(page);
  // Hovered buttons have different colors.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Refresh Page' }).hover();
  await expectClean(page);
  await page.unroute('**/api/dashboard/home');
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Everything your team/ })).toBeVisible();
});

/** Types into the form of a new document and ends the session. */
async function loseSessionInForm(page: Page, endSession: () => Promise<unknown>): Promise<void> {
  await page.goto('/docs/create');
  await writeContent(page, 'Words that stay');
  await endSession();
}

const keptText = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your text is still here.' });

test('a session that ends during writing shows a notice and keeps the text', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const page = await hub.open(writer);
  // Without the live connection, saving finds out first.
  await page.route('**/notifications/stream*', (route) => route.abort());
  await loseSessionInForm(page, () => hub.api(writer, 'POST', '/auth/logout'));
  // After the session, because a form with a title and a text saves by itself.
  await page.getByLabel('Title', { exact: true }).fill('Still here');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(keptText(page)).toBeVisible();
  await expect(signedOutDialog(page)).toContainText('Your text is still here.');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expectClean(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Still here');
  await expectClean(page);
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await signInAgain(page, writer);
  await expect(page).toHaveURL('/docs/create');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Still here');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible();
});

test('the other windows of an ended session show a notice until the user signs in again', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const page = await hub.open(writer);
  const idle = await hub.openTab(page);
  await idle.goto('/notifications');
  await expect(idle.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await loseSessionInForm(page, () => hub.api(writer, 'POST', '/auth/logout'));
  await expect(keptText(page)).toBeVisible();
  // Without unsaved input the notice promises nothing.
  const notice = idle.getByRole('alert').filter({ hasText: 'You have been signed out' });
  await expect(notice).toContainText('Sign in again');
  await expect(idle.getByText('Your text')).toBeHidden();
  await signInAgain(page, writer);
  await expect(notice).toHaveCount(0);
});

test('a guest finds nothing at a members-only address, signs in and reads it there', async ({ hub }) => {
  const [editor, reader] = [await hub.createUser('EDITOR'), await hub.createUser()];
  const title = `For members ${Date.now()}`;
  const { slug } = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    title,
    content: 'words',
    status: 'PUBLISHED',
    visibility: 'LOGGED_IN',
  });
  const page = await hub.open();
  const offer = page.getByRole('button', { name: 'Sign in to check' });
  const texts: string[] = [];
  for (const path of ['/docs/there-is-no-such-document', `/docs/${slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Document Not Found' })).toBeVisible();
    await expect(offer).toBeVisible();
    texts.push(await page.getByRole('main').innerText());
  }
  // Nothing tells the two apart.
  expect(texts[0]).toBe(texts[1]);
  await offer.click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await expect(dialog).toBeVisible();
  await expectClean(page);
  await signInAgain(page, reader, dialog);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(`/docs/${slug}`);
  await page.goto('/docs/there-is-no-such-document');
  await expect(page.getByRole('heading', { level: 1, name: 'Document Not Found' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});
