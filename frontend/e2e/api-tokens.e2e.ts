import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expect, test } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

test('an API token is created, shown once, used by a program and revoked', async ({ hub, playwright, address }) => {
  const name = `Token ${createUniqueWord()}`;
  const page = await hub.open(await hub.createUser('EDITOR'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/user/profile');
  await page.getByRole('tab', { name: 'API tokens' }).click();
  await expect(page.getByRole('heading', { name: 'No API tokens' })).toBeVisible();
  await page.getByRole('button', { name: 'New API token' }).click();
  const form = page.getByRole('dialog', { name: 'New API token' });
  await form.getByRole('checkbox', { name: 'Read' }).uncheck();
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('Choose at least one scope')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('checkbox', { name: 'Read' }).check();
  await expect(form.getByLabel('Expires')).toHaveValue('90');
  await form.getByLabel('Expires').selectOption('none');
  await form.getByRole('button', { name: 'Create token' }).click();
  const created = page.getByRole('dialog', { name: 'Your new API token' });
  const token = (await created.locator('code').textContent()) ?? '';
  expect(token).toMatch(/^khub_[\w-]{43}$/);
  await created.getByRole('button', { name: 'Copy token' }).click();
  await expect(created.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await created.getByRole('button', { name: 'Done' }).click();
  const item = page.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText('never expires · never used');
  expect(await page.content()).not.toContain(token.slice(9));

  const program = await playwright.request.newContext({
    baseURL: address,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get('/api/auth/me')).status()).toBe(200);
  expect((await program.put('/api/profile', { data: { bio: 'x' } })).status()).toBe(403);
  await page.reload();
  await expect(item).toContainText('last used');

  const desk = await hub.open(await hub.createUser('ADMIN'));
  await desk.goto('/admin/api-tokens');
  const row = desk.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('EDITOR');
  for (const width of [1280, 360]) {
    await desk.setViewportSize({ width, height: 800 });
    await waitUntilSettled(desk, 100);
    expect(await findViolations(desk)).toEqual([]);
    const overflow = await desk.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  const question = desk.getByRole('alertdialog', { name: 'Revoke this API token?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expectToast(desk, 'API token revoked');
  await expect(row).toHaveCount(0);
  expect((await program.get('/api/auth/me')).status()).toBe(401);
  await program.dispose();
});
