import { expectDialog } from './support/dialogs.js';
import { expect, test } from './support/hub.js';

test('a category is created, edited, kept while in use, and deleted after its content has moved', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const mark = Date.now();
  await hub.api(editor, 'POST', '/categories', { name: `Harbour ${mark}` });
  const page = await hub.open(editor);
  await page.goto('/admin/categories');
  await page.getByRole('button', { name: 'Create Category' }).click();
  const form = page.getByRole('dialog', { name: 'Create Category' });
  await form.getByRole('button', { name: 'Create Category' }).click();
  await expect(form.getByText('Please enter a name.')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await form.getByLabel('Name', { exact: true }).fill(`harbour ${mark}`);
  await form.getByLabel('Description').fill('What is under way');
  await form.getByRole('radio', { name: '🚀' }).check();
  await form.getByLabel('Color', { exact: true }).fill('#0EA5E9');
  await form.getByRole('button', { name: 'Create Category' }).click();
  await expectDialog(page, 'Error creating category', /A category named .* already exists/);
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    /^A category named .* already exists/,
  );
  // Pasted text is refused with its limit, never cut.
  await form.getByLabel('Name', { exact: true }).fill('x'.repeat(81));
  await form.getByRole('button', { name: 'Create Category' }).click();
  await expect(form.getByText('At most 80 characters are allowed; this has 81.')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('x'.repeat(81));
  await form.getByLabel('Name', { exact: true }).fill(`Ships ${mark}`);
  await form.getByRole('button', { name: 'Create Category' }).click();
  await expect(page.getByText('Category created successfully!')).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: `Ships ${mark}` });
  await expect(card).toContainText('What is under way');
  await expect(card).toContainText('🚀');
  await expect(card).toContainText('0 items');

  await card.getByRole('button', { name: `Edit Ships ${mark}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Category' });
  await expect(edit.getByRole('radio', { name: '🚀' })).toBeChecked();
  await expect(edit.getByLabel('Parent Category').locator('option')).not.toContainText([`Ships ${mark}`]);
  await edit.getByLabel('Parent Category').selectOption({ label: `Harbour ${mark}` });
  await edit.getByLabel('Order Index').fill('3');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category updated successfully!')).toBeVisible();
  await expect(card).toContainText(`In Harbour ${mark}`);
  const reader = await hub.open();
  for (const address of ['/search', '/docs']) {
    await reader.goto(address);
    const chosen = reader.getByLabel('Category').locator('option', { hasText: mark.toString() });
    await expect(chosen).toHaveText([`Harbour ${mark}`, `Ships ${mark}`]);
  }

  const [ships] = (
    await hub.api<{ id: string; name: string; order_index: number }[]>(null, 'GET', '/categories')
  ).filter(({ name }) => name === `Ships ${mark}`);
  expect(ships?.order_index).toBe(3);
  const document = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    title: `Sailing ${mark}`,
    content: 'words',
    category_id: ships?.id,
    status: 'PUBLISHED',
  });
  await page.reload();
  await expect(card).toContainText('1 item');
  await card.getByRole('button', { name: `Delete Ships ${mark}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete category' });
  await expect(question).toContainText(
    `Are you sure you want to delete "Ships ${mark}"? This action cannot be undone.`,
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  const move = page.getByRole('dialog', { name: `“Ships ${mark}” is not empty` });
  await expect(move).toContainText('1 document');
  await move.getByRole('button', { name: 'Move and delete' }).click();
  await expect(move.getByText('Please choose where to move its content.')).toBeVisible();
  await move.getByLabel('Move its content to').selectOption({ label: `Harbour ${mark}` });
  await move.getByRole('button', { name: 'Move and delete' }).click();
  await expect(page.getByText('Category deleted successfully!')).toBeVisible();
  await expect(card).toHaveCount(0);
  const harbour = page.getByRole('listitem').filter({ hasText: `Harbour ${mark}` });
  await expect(harbour).toContainText('1 item');
  // The focus stays at the position of the deleted category.
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^Delete / })
      .and(page.locator(':focus')),
  ).toHaveCount(1);
  await page.goto(`/docs/${document.slug}`);
  await expect(page.getByRole('main')).toContainText(`Harbour ${mark}`);
});
