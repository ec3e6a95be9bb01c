import { expect, test } from './support/hub.js';

test('an administrator makes a role code, a person redeems it and may create at once; it is revoked', async ({
  hub,
}) => {
  const desk = await hub.open(await hub.createPerson('ADMIN'));
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await desk.goto('/admin/users');
  const side = desk.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await side.getByRole('link', { name: 'Role codes' }).click();
  await expect(desk).toHaveURL('/admin/role-codes');
  await desk.getByRole('button', { name: 'New role code' }).click();
  const form = desk.getByRole('dialog', { name: 'New role code' });
  await expect(form.getByLabel('Role', { exact: true }).locator('option')).not.toContainText(['Administrator']);
  await form.getByLabel('How many people may use it').fill('0');
  await form.getByRole('button', { name: 'Make code' }).click();
  await expect(form.getByText('A whole number from 1 to 10000')).toBeVisible();
  await form.getByLabel('How many people may use it').fill('2');
  await form.getByLabel('Expires on').fill('2001-01-01T10:00');
  await form.getByRole('button', { name: 'Make code' }).click();
  await expect(form.getByText('Choose a time that is still to come')).toBeVisible();
  await form.getByLabel('Expires on').fill('2099-01-01T10:00');
  await form.getByRole('button', { name: 'Make code' }).click();
  const made = desk.getByRole('dialog', { name: 'Your new role code' });
  const code = (await made.locator('code').textContent()) ?? '';
  expect(code).toMatch(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/);
  await made.getByRole('button', { name: 'Copy code' }).click();
  await expect(made.getByText('Copied')).toBeVisible();
  expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await made.getByRole('button', { name: 'Done' }).click();
  expect(await desk.content()).not.toContain(code);
  const row = desk.getByRole('row').filter({ hasText: `${code.slice(0, 4)}…` });
  await expect(row).toContainText('0 of 2');

  const page = await hub.open(await hub.createPerson('VIEWER'));
  await page.goto('/docs');
  await expect(page.getByRole('link', { name: 'New document' })).toHaveCount(0);
  await page.goto('/user/profile?tab=settings');
  const redeem = page.getByRole('button', { name: 'Redeem code' });
  await redeem.click();
  await expect(page.getByText('Please enter a role code')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Role code' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Role code' }).fill('no-such-code');
  await redeem.click();
  await expect(page.getByText(/^Failed to redeem code: \w/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Role code' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Role code' })).toHaveValue('no-such-code');
  await page.getByRole('textbox', { name: 'Role code' }).fill(code.toLowerCase());
  const sent = page.waitForRequest('**/api/role-codes/redeem');
  await redeem.click();
  expect((await sent).postDataJSON()).toEqual({ code });
  await expect(page.getByText('Your role is now Contributor')).toBeVisible();
  // Without a reload.
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Docs' }).click();
  await expect(page.getByRole('link', { name: 'New document' }).first()).toBeVisible();

  await desk.reload();
  await expect(row).toContainText('1 of 2');
  await row.getByRole('button', { name: /^Revoke/ }).click();
  const question = desk.getByRole('alertdialog', { name: 'Revoke this role code?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(desk.getByText('The role code is revoked')).toBeVisible();
  await expect(row).toHaveCount(0);
});
