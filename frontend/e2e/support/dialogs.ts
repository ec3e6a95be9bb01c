import { expect, type Page } from '@playwright/test';

/** Acts on roles are answered by a dialog; says what it says and closes it. */
export async function expectDialog(page: Page, title: string, text: string | RegExp): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: title });
  await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toHaveCount(0);
}
