import { expectDialog } from './support/dialogs.js';
import { createCategory, startThread } from './support/forum.js';
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

test('a category has a page with what is in it; an empty one offers to write', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const mark = Date.now();
  const create = (name: string, fields: object = {}) =>
    hub.api<{ id: string }>(editor, 'POST', '/categories', { name: `${name} ${mark}`, ...fields });
  const fleet = await create('Fleet', { description: 'All that floats' });
  const boats = await create('Boats', { parent_category_id: fleet.id });
  const write = (title: string, fields: object = {}) =>
    hub.api<{ id: string }>(editor, 'POST', '/documents', {
      title: `${title} ${mark}`,
      content: 'words',
      category_id: fleet.id,
      ...fields,
    });
  const sailing = await write('Sailing', { status: 'PUBLISHED' });
  const secret = await write('Smuggling', { status: 'PUBLISHED', visibility: 'LOGGED_IN' });
  const talk = await createCategory(hub);
  for (const { id } of [sailing, secret])
    await startThread(hub, editor, talk, {
      title: `About ${id}`,
      about: { item_type: 'document', item_id: id },
    });

  const guest = await hub.open();
  await guest.goto(`/categories/${fleet.id}`);
  const main = guest.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Fleet ${mark}`);
  await expect(main).toContainText('All that floats');
  await expect(main.getByRole('article')).toHaveCount(1);
  await expect(main.getByRole('link', { name: `Sailing ${mark}`, exact: true })).toBeVisible();
  const threads = main.getByRole('region', { name: 'Threads about these documents and videos' });
  await expect(threads.getByRole('link', { name: `About ${sailing.id}` })).toBeVisible();
  await expect(threads.getByText(`About ${secret.id}`)).toHaveCount(0);
  await main.getByRole('link', { name: 'All documents (1)' }).click();
  await expect(guest).toHaveURL(new RegExp(`/docs\\?category_id=${fleet.id}`));
  // Only categories with documents are offered.
  const offered = guest.getByLabel('Category').locator('option', { hasText: `${mark}` });
  await expect(offered).toHaveText([`Fleet ${mark}`]);
  await expect(guest.getByLabel('Status')).toHaveCount(0);
  await guest.goBack();
  await main.getByRole('link', { name: `Boats ${mark}` }).click();
  await expect(main.getByRole('heading', { name: 'Nothing in this category yet' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Sign in to check' })).toBeVisible();
  await main
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: `Fleet ${mark}` })
    .click();
  await expect(guest).toHaveURL(`/categories/${fleet.id}`);
  expect((await guest.goto('/categories/01900000-0000-7000-8000-0000000000aa'))?.status()).toBe(404);
  await expect(main.getByRole('heading', { name: 'This category no longer exists' })).toBeVisible();

  const page = await hub.open(editor);
  await page.goto(`/categories/${boats.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Write a document' }).click();
  await expect(page.getByLabel('Category').locator('option:checked')).toHaveText(new RegExp(`Boats ${mark}$`));
});
