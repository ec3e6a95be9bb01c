import { expectDrafts } from './support/drafts.js';
import { contentField, expectContent, saveDraftAndView, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

const away = 'The server cannot be reached. Check your connection and try again.';

test('while offline the editor keeps the text, confirms leaving, and saves after reconnecting', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const title = `Offline ${Date.now()}`;
  const page = await hub.open(writer);
  hub.allowComplaints(/net::ERR|Network error|Failed to fetch/);
  await page.goto('/docs/create');
  await writeContent(page, '## Written on a train\n\nwords');
  await page.context().setOffline(true);
  // Last, because a form with a title and a text saves by itself.
  await page.getByLabel('Title', { exact: true }).fill(title);

  await page.getByRole('button', { name: 'Save draft' }).click();
  const alert = page.getByRole('alertdialog', { name: 'The document was not created' });
  await expect(alert).toContainText('Error creating document. Please try again.');
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await contentField(page).press('ControlOrMeta+End');
  await page.keyboard.type(' and more words');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Written on a train' })).toBeVisible();
  await page.getByRole('tab', { name: 'Write' }).click();
  await expectDrafts(page, 1);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep writing' })
    .click();
  await expectContent(page, '## Written on a train\n\nwords and more words');

  await page.context().setOffline(false);
  await saveDraftAndView(page);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('words and more words')).toBeVisible();
  await expectDrafts(page, 0);
});

test('a chunk that failed to load shows an error, and "Try again" loads it', async ({ hub }) => {
  const page = await hub.open();
  hub.allowComplaints(/./);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A hovered link preloads the screen.
  for (const chunk of ['sign-in-dialog', 'login'])
    await page.route(`**/assets/${chunk}-*.js`, (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await page.evaluate(() => history.pushState(null, '', '/login'));
  await expect(page.getByRole('alert')).toContainText(away);
  await page.unroute('**/assets/login-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('signing out while offline shows that the user is still signed in', async ({ hub }) => {
  const page = await hub.open(await hub.createUser());
  hub.allowComplaints(/net::ERR|Failed to fetch/);
  await page.goto('/');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.context().setOffline(true);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const alert = page.getByRole('alertdialog', { name: 'You are still signed in' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible();
});

test('content that fails to load later does not replace the text being read', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const { slug } = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    title: `Read on a train ${Date.now()}`,
    content: `${'A long way down.\n\n'.repeat(150)}The end of the text.`,
    status: 'PUBLISHED',
  });
  const page = await hub.open(await hub.createUser());
  hub.allowComplaints(/./);
  await page.goto(`/docs/${slug}`);
  const like = page.getByRole('button', { name: 'Like' });
  await expect(like).toBeEnabled();
  await page.context().setOffline(true);
  await like.scrollIntoViewIfNeeded();

  const failed = page.getByRole('alert').filter({ hasText: 'The comments could not be loaded.' });
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await expect(page.getByText('The end of the text.')).toBeVisible();
  await expect(like).toBeVisible();
  // Neither a failing bell nor an offline reload replaces the page.
  await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('alert')).toContainText(away);
  await page.keyboard.press('Escape');
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await again.first().click();
  await expect(failed).toBeVisible();
  await expect(page.getByText('The end of the text.')).toBeVisible();

  await page.context().setOffline(false);
  await again.first().click();
  await expect(page.getByLabel('Write a comment')).toBeVisible();
});
