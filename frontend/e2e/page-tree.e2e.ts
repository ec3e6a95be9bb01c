import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { createHandbook, steps } from './support/pages.js';
import { expect, test } from './support/hub.js';
import { chooseWithKeyboard } from './support/keyboard.js';

const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Moves the open page by the dialog, without a mouse. */
async function moveBelowOperations(page: Page): Promise<void> {
  await chooseWithKeyboard(page, page.getByRole('button', { name: 'More actions' }).first(), 'Move…');
  const dialog = page.getByRole('dialog', { name: /^Move / });
  await expect(dialog.getByLabel('Category')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Operations');
  await expect(dialog.getByRole('listbox').getByRole('option', { name: 'Operations' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await findViolations(page)).toEqual([]);
  expect(await getOverflow(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Move' }).press('Enter');
  await expect(page.getByText('Moved', { exact: true })).toBeVisible();
}

test('a member moves a page with five children by the dialog, by keys and by dragging', async ({ hub }) => {
  test.setTimeout(90_000);
  const editor = await hub.createUser('EDITOR');
  const { id, title, slugs } = await createHandbook(hub, editor);
  const page = await hub.open(editor, { viewport: { width: 1440, height: 900 } });

  // Beside the text, with what is below the page.
  await page.goto(`/docs/${slugs.setup}`);
  const tree = page.getByRole('tree', { name: title });
  await expect(tree.getByRole('treeitem', { name: 'Setup' })).toHaveAttribute('aria-current', 'page');
  await expect(tree.getByRole('treeitem')).toHaveText(['Welcome', 'Setup', ...steps, 'Operations']);
  expect(await findViolations(page)).toEqual([]);
  await page
    .getByRole('navigation', { name: 'Previous and next page' })
    .getByRole('link', { name: /Step 1/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Step 1' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveText([
    'All documents',
    title,
    'Setup',
  ]);

  // The dialog, without a mouse.
  await page.goto(`/docs/${slugs.setup}`);
  await moveBelowOperations(page);
  await expect(tree.getByRole('treeitem')).toHaveText(['Welcome', 'Operations', 'Setup', ...steps]);

  const desk = { name: `Desk ${Date.now()}`, parent_category_id: id, read_group_ids: [] };
  await hub.api(await hub.createUser('ADMIN'), 'POST', '/categories', desk);

  // The tree of the category, by keys: out of Operations, and before it.
  await page.goto(`/docs?view=tree&category_id=${id}&difficulty=BEGINNER`);
  await expect(page.getByText('The tree shows all pages, whatever the other filters say.')).toBeVisible();
  const all = page.getByRole('tree', { name: 'Categories and pages' });
  await expect(all.getByRole('treeitem', { level: 1 })).toHaveText([title]);
  const setup = all.getByRole('treeitem', { name: 'Setup', exact: true });
  await setup.focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(setup).toHaveAttribute('aria-level', '2');
  await expect(setup).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(all.getByRole('treeitem')).toContainText(['Welcome', 'Setup', ...steps, 'Operations']);
  expect(await findViolations(page)).toEqual([]);

  // By dragging, to the upper edge of the first page.
  await setup.dragTo(all.getByRole('treeitem', { name: 'Welcome' }), { targetPosition: { x: 60, y: 2 } });
  await expect(all.getByRole('treeitem')).toContainText(['Setup', ...steps, 'Welcome', 'Operations']);

  // To a category that others may not read only after a question.
  await setup.dragTo(all.getByRole('treeitem', { name: desk.name }));
  const question = page.getByRole('alertdialog', { name: 'Change who can read?' });
  await expect(question).toContainText(/only administrators and editors can read\. Guests .*lose access\./);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(setup).toHaveAttribute('aria-level', '2');

  // On a phone, dark: in a drawer, and by the dialog.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/docs/${slugs.setup}`);
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: title });
  await expect(drawer.getByRole('treeitem')).toHaveText(['Setup', ...steps, 'Welcome', 'Operations']);
  expect(await findViolations(page)).toEqual([]);
  await drawer.getByRole('treeitem', { name: 'Step 5' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Step 5' })).toBeVisible();
  await expect(drawer).toBeHidden();
  await moveBelowOperations(page);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Operations');
});

test('deleting a page asks what happens to the pages below', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const { title, slugs } = await createHandbook(hub, editor);
  const page = await hub.open(editor, { viewport: { width: 1440, height: 900 } });
  await page.goto(`/docs/${slugs.setup}`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this document?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: 'Keep them; they move up one level' })).toBeChecked();
  await expect(dialog).toContainText('You can restore it from the trash.');
  await expect(dialog.getByRole('radiogroup', { name: '5 pages below' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/docs');
  await page.goto(`/docs/${slugs.welcome}`);
  await expect(page.getByRole('tree', { name: title }).getByRole('treeitem')).toHaveText([
    'Welcome',
    ...steps,
    'Operations',
  ]);
});
