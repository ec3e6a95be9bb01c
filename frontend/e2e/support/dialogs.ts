import { expect, type Page } from '@playwright/test';

/** Checks the message of a successful action. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text }).last()).toBeVisible();
}

/** Checks and closes the dialog of a failed action. */
export async function expectDialog(page: Page, title: string, text: string | RegExp): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: title });
  await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toHaveCount(0);
}
