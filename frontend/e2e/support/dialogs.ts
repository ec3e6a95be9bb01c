import { expect, type Page } from '@playwright/test';

/** Checks and closes the dialog that confirms a role change. */
export async function expectDialog(page: Page, title: string, text: string | RegExp): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: title });
  await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toHaveCount(0);
}
