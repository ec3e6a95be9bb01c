import type { Page } from '@playwright/test';
import { expect, test } from './support/hub.js';
import { addressAtIssuer, findMail, linkIn } from './support/external-services.js';
import { expectToast } from './support/dialogs.js';
import { signOut } from './support/sign-out.js';

const DAY = 86_400;
let number = 0;
const unique = (name: string) => `${name}-${process.pid}-${Date.now().toString(36)}-${++number}`;

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const linkFrom = async (to: string, subject: string, pathname: string) => {
  await expect.poll(() => linkIn(findMail(to, subject), pathname), { timeout: 15_000 }).toBeTruthy();
  return linkIn(findMail(to, subject), pathname) ?? '';
};

test('a user registers, signs out, and signs in again for thirty days', async ({ hub }) => {
  const page = await hub.open();
  const email = `${unique('rita')}@example.org`;
  await page.goto('/login');
  await page.getByText('Create account', { exact: true }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Full name').fill('Rita Register');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('abcdef');
  await expect(page.getByText(/^Weak\./)).toBeVisible();
  await password.fill('Seven green boats at dawn');
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByLabel('Confirm password').fill('Seven green boats at dawn');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome, Rita Register')).toBeVisible();
  await signOut(page);

  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Seven green boats at dawn');
  await page.getByLabel('Remember me for 30 days').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'session_token');
  expect(cookie?.httpOnly).toBe(true);
  const lasts = (cookie?.expires ?? 0) - Date.now() / 1000;
  expect(lasts).toBeGreaterThan(29.9 * DAY);
  expect(lasts).toBeLessThan(30.1 * DAY);
});

test('a user signs in through a provider, sets up a password, and signs in with it', async ({ hub }) => {
  test.setTimeout(60_000);
  const page = await hub.open();
  const subject = unique('ivo');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Test Issuer' }).click();
  await page.locator('[name=login]').fill(subject);
  await page.locator('[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(`Welcome, ${subject} of the issuer`)).toBeVisible();

  await page.goto('/user/profile?tab=settings');
  const linked = page.getByRole('region', { name: 'Linked accounts' });
  const unlink = async (title: string) => {
    await linked.getByRole('button', { name: 'Unlink Test Issuer' }).click();
    const question = page.getByRole('alertdialog', { name: 'Unlink this account?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByText(title)).toBeVisible();
  };
  await unlink('This account is the only way you can sign in.');
  await page
    .getByRole('alertdialog', { name: 'The account was not unlinked' })
    .getByRole('button', { name: 'OK' })
    .click();
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByLabel('New password').fill('short');
  await section.getByRole('button', { name: 'Set password' }).click();
  await expect(section.getByText('Password must be at least 6 characters long')).toBeVisible();
  await section.getByLabel('New password').fill('a password of mine');
  await page.route('**/api/auth/setup-password', (route) => route.abort());
  await section.getByRole('button', { name: 'Set password' }).click();
  await expect(section.getByText('Failed to setup password: the server did not respond')).toBeVisible();
  await page.unroute('**/api/auth/setup-password');
  await section.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password setup successful!')).toBeVisible();
  await expect(section.getByLabel('Current password')).toBeVisible();
  await unlink('Account unlinked');
  await expect(linked).toHaveCount(0);
  await signOut(page);
  await signIn(page, addressAtIssuer(subject), 'a password of mine');
  await expect(page.getByText(`Welcome, ${subject} of the issuer`)).toBeVisible();
});

test('cancelled and invalid provider sign-ins show a message', async ({ hub }) => {
  const page = await hub.open();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Test Issuer' }).click();
  await page.getByRole('link', { name: /Cancel/ }).click();
  const alert = page.getByRole('alertdialog', { name: 'You are not signed in' });
  await expect(alert).toContainText('You canceled the sign-in.');
  await expect(page).toHaveURL('/');
  await page.goto('/profile#session_id=made-up');
  await expect(alert).toBeVisible();
  await expect(page).toHaveURL('/');
  for (const path of ['/auth/callback', '/profile']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(alert).toHaveCount(0);
  }
  const member = await hub.open(await hub.createUser());
  await member.goto('/profile');
  await expect(member).toHaveURL('/user/profile');
  // A forged link does not end the session.
  await member.goto('/docs');
  await member.goto('/auth/callback#session_id=made-up');
  await member.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(member.getByRole('button', { name: /Account of/ })).toBeVisible();
  await member.reload();
  await expect(member.getByRole('button', { name: /Account of/ })).toBeVisible();
});

test('a forgotten password is reset once by the emailed link', async ({ hub }) => {
  test.setTimeout(60_000);
  const person = await hub.createUser();
  const page = await hub.open();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/^If there is an account with this email address/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeFocused();
  const link = await linkFrom(person.email, 'Reset your password', '/reset-password');
  const response = await page.goto(link);
  expect(response?.status()).toBe(200);
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  await page.getByLabel('New password').fill('better remembered');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeFocused();
  await signIn(page, person.email, 'better remembered');
  await expect(page).toHaveURL('/');

  const again = await hub.open();
  await again.goto(link);
  await again.getByLabel('New password').fill('another one');
  await again.getByRole('button', { name: 'Save password' }).click();
  await expect(again.getByRole('alert')).toBeVisible();
  await again.getByRole('link', { name: 'Request a new link' }).click();
  await expect(again).toHaveURL('/forgot-password');
  await again.goto('/reset-password');
  await expect(again.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  // Pastes the full link over the same page's URL.
  await again.goto(link);
  await expect(again.getByLabel('New password')).toBeVisible();
  await expect(again).toHaveURL('/reset-password');
});

test('the email address is confirmed by the emailed link, which can be resent', async ({ hub }) => {
  test.setTimeout(60_000);
  const person = await hub.createUser();
  const page = await hub.open(person);
  await page.goto('/user/profile?tab=settings');
  const section = page.getByRole('region', { name: 'Email address' });
  await expect(section.getByText('Not confirmed')).toBeVisible();
  await section.getByRole('button', { name: 'Resend email' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await page.goto(await linkFrom(person.email, 'Confirm', '/verify-email'));
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeFocused();
  await page.goto('/user/profile?tab=settings');
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible();
  await page.goto('/verify-email#token=made-up');
  await expect(page.getByRole('heading', { name: 'The address is not confirmed' })).toBeVisible();
  // A retry with the same link cannot succeed.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Open settings' }).click();
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('changing the password requires the current one, and ends the other sessions and API tokens', async ({ hub }) => {
  const person = await hub.createUser();
  await hub.api(person, 'POST', '/auth/api-tokens', { name: 'Export', scopes: ['read'] });
  const other = await hub.api<{ session_token: string }>(null, 'POST', '/auth/login-manual', person);
  const page = await hub.open(person);
  await page.goto('/user/profile?tab=settings');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByLabel('Current password').fill('not it');
  await section.getByLabel('New password').fill('the next password');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await expect(section.getByLabel('New password')).toHaveValue('the next password');
  await expect(section.getByRole('checkbox', { name: 'Also revoke my API tokens' })).toBeChecked();
  await section.getByLabel('Current password').fill(person.password);
  await section.getByRole('button', { name: 'Change password' }).click();
  await expectToast(page, 'Password changed. Your other sessions have ended, and your API tokens are revoked.');
  expect(await hub.api(person, 'GET', '/auth/api-tokens')).toEqual([]);
  await expect(hub.api({ ...person, token: other.session_token }, 'GET', '/auth/me')).rejects.toThrow('401');
  await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0);
});
