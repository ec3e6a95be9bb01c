import { expect, test } from './support/hub.js';

test('protected screens redirect guests and show Access Denied with the required roles to others', async ({ hub }) => {
  const guest = await hub.open();
  for (const path of ['/docs/create', '/admin/users', '/admin/categories']) {
    await guest.goto(path);
    await expect(guest).toHaveURL('/');
  }
  const viewer = await hub.open(await hub.createUser('VIEWER'));
  await viewer.goto('/docs/create');
  await expect(viewer.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(viewer.getByText('VIEWER', { exact: true })).toBeVisible();
  await expect(viewer.getByText(/ADMIN.*EDITOR.*REVIEWER.*CONTRIBUTOR/s).first()).toBeVisible();
  await viewer.goto('/admin/categories');
  await expect(viewer.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(viewer.getByText('ADMIN, EDITOR', { exact: true })).toBeVisible();
});

test('/admin redirects to the first screen the user may open', async ({ hub }) => {
  const editor = await hub.open(await hub.createUser('EDITOR'));
  await editor.goto('/');
  await editor.getByRole('button', { name: /Account of/ }).click();
  await editor.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
  const side = editor.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await expect(side.locator('[aria-current=page]')).toHaveText(
    (await side.getByRole('link').first().textContent()) ?? '',
  );
  await expect(editor.getByRole('heading', { name: 'Access Denied' })).toHaveCount(0);

  const viewer = await hub.open(await hub.createUser('VIEWER'));
  await viewer.goto('/admin');
  await expect(viewer.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(viewer.getByText('ADMIN, EDITOR', { exact: true })).toBeVisible();
  await viewer.getByRole('button', { name: /Account of/ }).click();
  await expect(viewer.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(viewer.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(0);

  const guest = await hub.open();
  await guest.goto('/admin');
  await expect(guest).toHaveURL('/');
});

test('unknown paths return 404 and show Page not found', async ({ hub }) => {
  const page = await hub.open();
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a missing API URL shows only the configuration error', async ({ hub }) => {
  const page = await hub.open();
  await page.route('**/docs', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<meta name="hub-api-url" content="[^"]*">/,
      '<meta name="hub-api-url" content="">',
    );
    await route.fulfill({ response, body: html });
  });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Configuration Error' })).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
});

test('a list that fails to load shows an error and retries', async ({ hub }) => {
  const page = await hub.open();
  hub.allowComplaints(/ApiError: The service is not available/);
  let broken = true;
  await page.route('**/api/documents?*', (route) =>
    broken
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: '{"status":503,"code":"database_away","detail":"The service is not available for a moment."}',
        })
      : route.continue(),
  );
  await page.goto('/docs');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 20_000 });
  broken = false;
  await again.click();
  await expect(page.getByText(/\d+ documents?$/).first()).toBeVisible();
});
