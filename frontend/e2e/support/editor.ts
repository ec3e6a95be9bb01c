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

/** The text of a field, with the marks that the editor hides. */
const readText = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value;
    const { cmTile } = element as HTMLElement & { cmTile: { view: { state: { doc: { toString: () => string } } } } };
    return cmTile.view.state.doc.toString();
  });

/** Checks the text of a field, whether or not the editor is loaded in it. */
export async function expectText(field: Locator, text: string | RegExp): Promise<void> {
  const polled = expect.poll(() => readText(field));
  await (typeof text === 'string' ? polled.toBe(text) : polled.toMatch(text));
}

/** Checks the text of a document's content. */
export const expectContent = (page: Page, text: string | RegExp): Promise<void> => expectText(contentField(page), text);

/** Switches a field to Source, in which all characters of its text are shown, unless it is. */
export async function showSource(page: Page): Promise<void> {
  const source = page.getByRole('button', { name: 'Markdown source' });
  await source.click();
  await expect(source).toHaveAttribute('aria-pressed', 'true');
}
