import { expect, type Locator, type Page } from '@playwright/test';
import type { TestUser } from './hub.js';

/** The dialog that opens when the session has ended. */
export const signedOutDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'You have been signed out' });

/** Signs in on the page that is open. */
export async function signInAgain(page: Page, { email, password }: TestUser, dialog = signedOutDialog(page)) {
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
