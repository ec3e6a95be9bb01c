import type { Page } from '@playwright/test';
import { expect, test } from './support/hub.js';
import { signOut } from './support/sign-out.js';

/** Adds a virtual authenticator that can create passkeys. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { remove: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) };
}

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

test('a passkey is created, used to sign in without input, renamed and deleted', async ({ hub }) => {
  test.setTimeout(60_000);
  const person = await hub.createUser('VIEWER', `Pia ${Date.now().toString(36)}`);
  const page = await hub.open();
  await addAuthenticator(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/user/profile?tab=settings');
  await expect(passkeys(page).getByText('You have no passkey yet.')).toBeVisible();
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);
  await expect(passkeys(page).getByText('never used')).toBeVisible();
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys(page).getByText('This device already has a passkey for your account.')).toBeVisible();

  await passkeys(page)
    .getByRole('button', { name: /^Rename / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
  await dialog.getByLabel('Name').fill('  ');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(dialog.getByText('Give it a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(passkeys(page).getByText('My laptop')).toBeVisible();

  await signOut(page);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Remember me for 30 days').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Passkey' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible();
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'session_token');
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400);

  await page.goto('/user/profile?tab=settings');
  await expect(passkeys(page).getByText(/last used/)).toBeVisible();
  await passkeys(page).getByRole('button', { name: 'Delete My laptop' }).click();
  await page.getByRole('alertdialog', { name: 'Delete this passkey?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(passkeys(page).getByText('You have no passkey yet.')).toBeVisible();
  await signOut(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Passkey' }).click();
  await expect(page.getByText('Passkey authentication failed')).toBeVisible();
});

test('each passkey failure has its own message', async ({ hub }) => {
  const page = await hub.open(await hub.createUser());
  await page.goto('/user/profile?tab=settings');
  const add = passkeys(page).getByRole('button', { name: 'Add a passkey' });
  // No authenticator is available.
  await add.click();
  await expect(passkeys(page).getByText(/^This browser or device cannot create passkeys\./)).toBeVisible();

  await addAuthenticator(page);
  await page.route('**/api/auth/passkeys/registration-options', async (route) => {
    const response = await route.fetch();
    const options = (await response.json()) as { rp: { id: string } };
    await route.fulfill({ response, json: { ...options, rp: { ...options.rp, id: 'elsewhere.example' } } });
  });
  await add.click();
  await expect(passkeys(page).getByText(/^The browser refused for security reasons\./)).toBeVisible();
  await page.unroute('**/api/auth/passkeys/registration-options');

  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await add.click();
  await expect(passkeys(page).getByText(/^Nothing was added:/)).toBeVisible();

  const guest = await hub.open();
  await addAuthenticator(guest);
  await guest.goto('/login');
  await guest.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await guest.getByRole('button', { name: 'Continue with Passkey' }).click();
  await expect(guest.getByText('Passkey authentication was cancelled')).toBeVisible();
  // Switching the mode clears the error and offers passkeys too.
  await guest.getByText('Create account', { exact: true }).first().click();
  await expect(guest.getByText('Passkey authentication was cancelled')).toHaveCount(0);
  await expect(guest.getByRole('button', { name: 'Continue with Passkey' })).toBeVisible();
});
