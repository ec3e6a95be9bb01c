import { expect, test } from './support/hub.js';

const away = 'The server cannot be reached. Check your connection and try again.';

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
