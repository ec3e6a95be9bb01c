import type { Locator, Page } from '@playwright/test';
import { expect } from './hub.js';

/** The editor's text. A plain field precedes the editor while that loads; tests wait for the editor. */
export function contentField(page: Page): Locator {
  return page.locator('.cm-content').and(page.getByRole('textbox', { name: 'Content', exact: true }));
}

export async function writeContent(page: Page, text: string): Promise<void> {
  await contentField(page).fill(text);
}

/** Saves the draft, which keeps the form open, and opens the document. */
export async function saveDraftAndView(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('link', { name: 'View document' }).click();
}

/** Checks the content line by line. */
export async function expectContent(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await contentField(page).locator('.cm-line').allTextContents()).join('\n')).toBe(text);
}
