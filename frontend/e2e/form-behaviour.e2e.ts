import { expectDrafts, withholdFirstSave } from './support/drafts.js';
import { contentField, expectContent, saveDraftAndView, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { onePixelPng } from './support/images.js';

/** Whether an element is visible to the user, with nothing on top of it. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test('a rejected document focuses the first invalid field; Ctrl+S saves, and keeps cursor and undo', async ({
  hub,
}) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const title = `Stays ${Date.now()}`;
  const { slug } = await hub.api<{ slug: string }>(writer, 'POST', '/documents', { title, content: 'first' });
  const page = await hub.open(writer);
  await page.goto('/docs/create');
  await expect(contentField(page)).toBeVisible();
  const field = page.getByLabel('Title', { exact: true });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(field).toBeFocused();
  await field.pressSequentially('Only');
  await expect(field).toBeFocused();
  // The preview hides the editor that has the error.
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(contentField(page)).toBeHidden();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Content is required')).toBeVisible();
  await expect(contentField(page)).toBeFocused();

  // Enter does not submit the form.
  await field.fill(title);
  await field.press('Enter');
  await expect(contentField(page)).toBeFocused();
  await page.keyboard.type('One two');
  await page.getByLabel('Slug').fill(slug);
  await page.getByLabel('Slug').press('Enter');
  await expect(page).toHaveURL('/docs/create');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const offer = page.getByRole('button', { name: new RegExp(`Use “${slug}-2”`) });
  await expect(offer).toBeVisible();
  expect(await offer.evaluate(isUncovered)).toBe(true);
  await offer.click();

  await contentField(page).press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(contentField(page)).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit document' })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^Edit ${title}`));
  await expectDrafts(page, 0);
  await page.keyboard.type(' three');
  await expectContent(page, 'One two three');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Document updated successfully!')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await expect(page).toHaveURL(/\/docs\/[\da-f-]{36}\/edit$/);
  // Without unsaved changes there is no confirmation.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/docs');
  // The URL changes first; the form is left when the list is loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/docs\/[\w-]+\/edit$/);
  await expectContent(page, 'One two three');
  await expect(page.getByLabel('Slug')).toHaveValue(/^stays-/);
});

test('a selected thumbnail survives a crash with the text, is saved, and can be removed', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  const title = `Pictured and lost ${Date.now()}`;
  await withholdFirstSave(page);
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await writeContent(page, 'words');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose image' }).click();
  await (await choosing).setFiles({ name: 'kept.png', mimeType: 'image/png', buffer: onePixelPng });
  await expectDrafts(page, 1);
  const again = await hub.openTab(page);
  await page.close({ runBeforeUnload: false });
  await again.goto('/docs/create');
  await expect(again.getByText(/Restored your unsaved text from/)).toBeVisible();
  await expect(again.getByRole('img', { name: 'The thumbnail will be kept.png' })).toBeVisible();
  await saveDraftAndView(again);
  await expect(again.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(again.locator('article img')).toBeVisible();
  await expectDrafts(again, 0);
  await again.getByRole('link', { name: 'Edit Document' }).click();
  await again.getByRole('button', { name: 'Remove', exact: true }).click();
  await saveDraftAndView(again);
  await expect(again.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(again.locator('article img')).toBeHidden();
});
