import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { findMail, linkIn } from './support/external-services.js';
import { expect, test, type TestUser } from './support/hub.js';

const unique = () => Date.now().toString(36);

const row = (page: Page, { email }: { email: string }): Locator => page.getByRole('row').filter({ hasText: email });

/** Chooses an entry of the menu of a user. */
async function choose(page: Page, user: TestUser, entry: string): Promise<void> {
  await row(page, user)
    .getByRole('button', { name: `More actions for ${user.name}` })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test('administrators find, filter and sort users, and change roles one by one and together', async ({ hub }) => {
  const mark = unique();
  const [one, two] = [await hub.createUser('VIEWER', `Una ${mark}`), await hub.createUser('EDITOR', `Duo ${mark}`)];
  const page = await hub.open(await hub.createUser('ADMIN', `Boss ${mark}`));
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(mark);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Sort by').selectOption('Name');
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('row').nth(1)).toContainText('Boss');
  await page.getByLabel('Filter by role').selectOption('EDITOR');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, two)).toBeVisible();
  await page.getByLabel('Filter by role').selectOption('');
  await page.goto(`/admin/users?q=${mark}&sort=name&page=99&role=NOPE`);
  await expect(page).toHaveURL(`/admin/users?q=${mark}&sort=name`);
  await expect(page.getByRole('row')).toHaveCount(4);
  expect(await findViolations(page)).toEqual([]);

  await row(page, one)
    .getByRole('button', { name: `Change Role of ${one.name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Change Role' });
  await dialog.getByLabel('New role').selectOption('REVIEWER');
  await page.route('**/api/users/*/role', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save role' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Error updating user role');
  await expect(dialog.getByLabel('New role')).toHaveValue('REVIEWER');
  await page.unroute('**/api/users/*/role');
  await dialog.getByRole('button', { name: 'Save role' }).click();
  await expectToast(page, 'User role updated successfully');
  await expect(row(page, one)).toContainText('Reviewer');

  // One's own row cannot be selected.
  await expect(page.getByRole('checkbox', { name: `Select Boss ${mark}` })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all users on this page' }).check();
  await expect(page.getByText('2 users selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change role of selected' }).click();
  const bulk = page.getByRole('dialog', { name: 'Change the role of 2 users' });
  await expect(bulk.getByLabel('New role')).toBeFocused();
  await expect(bulk.getByRole('button', { name: 'Save role' })).toBeDisabled();
  await bulk.getByLabel('New role').selectOption('CONTRIBUTOR');
  expect(await findViolations(page)).toEqual([]);
  await bulk.getByRole('button', { name: 'Save role' }).click();
  await expectToast(page, '2 users have the new role');
  for (const user of [one, two]) await expect(row(page, user)).toContainText('Contributor');
  await expect(page.getByText('2 users selected')).toBeVisible();
});

test('an account is deactivated, which signs the user out at once, and reactivated', async ({ hub }) => {
  const user = await hub.createUser('VIEWER');
  const other = await hub.open(user);
  await other.goto('/user/profile?tab=settings');
  await expect(other.getByRole('heading', { name: 'Your data' })).toBeVisible();
  const page = await hub.open(await hub.createUser('ADMIN'));
  await page.goto(`/admin/users?q=${user.email}`);
  await choose(page, user, 'Deactivate');
  const question = page.getByRole('alertdialog', { name: 'Deactivate this account?' });
  await expect(question).toContainText(user.name);
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expectToast(page, 'Account deactivated');
  await expect(row(page, user)).toContainText('Deactivated');
  await expect(other.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible();
  await page.getByLabel('Filter by state').selectOption('Active');
  await expect(page.getByText('No users match')).toBeVisible();
  await page.getByLabel('Filter by state').selectOption('Deactivated');
  await choose(page, user, 'Reactivate');
  await expectToast(page, 'Account reactivated');
  await page.getByLabel('Filter by state').selectOption('');
  await expect(row(page, user)).not.toContainText('Deactivated');
});

test('administrators send a reset link, sign a user out, export the data and erase the user', async ({ hub }) => {
  const user = await hub.createUser('VIEWER', `Erasmus ${unique()}`);
  const page = await hub.open(await hub.createUser('ADMIN'));
  await page.goto(`/admin/users?q=${user.email}`);
  await choose(page, user, 'Send reset link');
  await expectToast(page, `${user.name} gets a link by email`);
  await expect.poll(() => linkIn(findMail(user.email, 'Reset your password'), '/reset-password')).toBeTruthy();

  await choose(page, user, 'Sign out everywhere');
  const signOut = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
  await expect(signOut.getByRole('checkbox', { name: 'Revoke all API tokens too' })).not.toBeChecked();
  await signOut.getByRole('checkbox').check();
  await signOut.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expectToast(page, 'All sessions have ended, and the API tokens are revoked');
  await expect(hub.api(user, 'GET', '/auth/me')).rejects.toThrow('401');

  const downloading = page.waitForEvent('download');
  await choose(page, user, 'Export data');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/);
  const exported = JSON.parse(readFileSync(await download.path(), 'utf8')) as { user_id: string };
  expect(exported.user_id).toBe(user.id);

  await choose(page, user, 'Erase…');
  const dialog = page.getByRole('alertdialog', { name: 'Erase this user?' });
  const field = dialog.getByLabel('Type the email address to confirm');
  await expect(field).toBeFocused();
  await field.fill('someone@example.org');
  await dialog.getByRole('button', { name: 'Erase user' }).click();
  await expect(dialog.getByText('This is not the email address of the user.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await field.fill(user.email.toUpperCase());
  await dialog.getByRole('button', { name: 'Erase user' }).click();
  await expectToast(page, 'User erased');
  await expect(page.getByText('No users match')).toBeVisible();
});

test('an invitation is sent, revoked, sent again and accepted', async ({ hub }) => {
  test.setTimeout(60_000);
  const email = `invited-${unique()}@example.org`;
  const page = await hub.open(await hub.createUser('ADMIN', 'Ingrid Inviter'));
  await page.goto('/admin/users');
  const invite = async () => {
    await page.getByRole('button', { name: 'Invite people' }).click();
    const form = page.getByRole('dialog', { name: 'Invite people' });
    await expect(form.getByLabel('Role').locator('option')).not.toContainText(['ADMIN']);
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await expect(form.getByText('Enter an email address.')).toBeVisible();
    await form.getByLabel('Email addresses').fill(email);
    await form.getByLabel('Role').selectOption('CONTRIBUTOR');
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await expectToast(page, `Invitation sent to ${email}`);
  };
  await invite();
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await expect(page).toHaveURL('/admin/users?tab=invitations');
  const invitation = row(page, { email });
  await expect(invitation).toContainText('Contributor');
  await expect(invitation).toContainText('Ingrid Inviter');
  expect(await findViolations(page)).toEqual([]);
  await invitation.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Invitation revoked');
  await expect(invitation).toHaveCount(0);
  const linkOf = () => linkIn(findMail(email, 'You’re invited'), '/invitation');
  await expect.poll(linkOf).toBeTruthy();
  const revoked = linkOf() ?? '';
  await invite();
  await expect.poll(linkOf).not.toBe(revoked);

  const guest = await hub.open();
  await guest.goto(revoked);
  await expect(guest.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  await guest.goto(linkOf() ?? '');
  await expect(guest.getByText('Ingrid Inviter invited you with the role Contributor.')).toBeVisible();
  await expect(guest).toHaveURL('/invitation');
  await expect(guest.getByLabel('Email')).toHaveValue(email);
  expect(await findViolations(guest)).toEqual([]);
  await guest.getByLabel('Full name').fill('Gus Guest');
  await guest.getByLabel('Password', { exact: true }).fill('secret-of-gus');
  await guest.getByLabel('Confirm password').fill('secret-of-gus');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest).toHaveURL('/');
  await guest.goto('/docs/create');
  await expect(guest.getByLabel('Title', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Invitations' })).toBeVisible();
  await expect(invitation).toHaveCount(0);
});

test('a pasted list of people is invited from the home page, and what is refused stays in the field', async ({
  hub,
}) => {
  const member = await hub.createUser();
  const page = await hub.open(await hub.createUser('ADMIN'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Invite people' }).first().click();
  await expect(page).toHaveURL('/admin/users?dialog=invite');
  const form = page.getByRole('dialog', { name: 'Invite people' });
  const field = form.getByLabel('Email addresses');
  await expect(field).toBeFocused();
  const emails = ['one', 'two', 'three', 'four'].map((name) => `${name}-${unique()}@example.org`);
  await field.fill(`Ada <${emails[0]}>, ${emails[1]}; ${emails[2]} ${member.email}\nnobody ${emails[3]}`);
  await form.getByRole('button', { name: 'Send 5 invitations' }).click();
  const results = form.getByRole('region', { name: 'Results' });
  for (const email of emails) await expect(results.getByRole('listitem').filter({ hasText: email })).toBeVisible();
  await expect(field).toHaveValue(`${member.email}\nnobody`);
  await expect(field).toHaveAccessibleDescription(/2 addresses were not invited/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Done' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close without these invitations?' });
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/admin/users');
  await page.getByRole('tab', { name: 'Invitations' }).click();
  for (const email of emails) await expect(row(page, { email })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('the user administration is usable at 360 px', async ({ hub }) => {
  const user = await hub.createUser('VIEWER', `Long Name That Needs Several Words ${unique()}`);
  const page = await hub.open(await hub.createUser('ADMIN'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/users?q=${user.email}`);
  const card = row(page, user);
  await expect(card).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const selectAll = page.getByRole('checkbox', { name: 'Select all users on this page' });
  await expect(selectAll).toHaveCount(1);
  await expect(selectAll).toBeInViewport();
  await selectAll.check();
  await expect(card.getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: 'Change role of selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(page, user, 'Erase…');
  await expect(page.getByRole('alertdialog', { name: 'Erase this user?' })).toBeInViewport();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Invitations' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
