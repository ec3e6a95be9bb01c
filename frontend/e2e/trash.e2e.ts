import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expect, test } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';

test('what is deleted by mistake comes back by Undo, and later from the trash', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR');
  const title = `Kept ${createUniqueWord()}`;
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', { title, content: 'words' });
  const page = await hub.open(author);
  await page.setViewportSize({ width: 360, height: 740 });
  const remove = async () => {
    await page.goto(`/docs/${slug}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, /Document deleted successfully!/);
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Document restored.');
  await expect.poll(() => hub.api(author, 'GET', `/documents/${slug}`)).toMatchObject({ title });

  await remove();
  await page.goto('/user/trash');
  await expect(page.getByText('You can restore it for 30 days')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete permanently/ })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: `Restore “${title}”` }).click();
  await expectToast(page, /Document restored\./);
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('editors see what others deleted, and delete it for good after a question', async ({ hub }) => {
  const [author, editor] = [await hub.createUser('CONTRIBUTOR'), await hub.createUser('EDITOR')];
  const title = `Gone ${createUniqueWord()}`;
  const { id } = await hub.api<{ id: string }>(author, 'POST', '/documents', { title, content: 'words' });
  await hub.api(author, 'DELETE', `/admin/documents/${id}`);
  const page = await hub.open(editor);
  await page.route('**/api/trash*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await page.goto('/admin/trash');
  await page.getByRole('button', { name: 'Try again' }).click();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText(author.name);
  await row.getByRole('button', { name: `Delete permanently: “${title}”` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expectToast(page, 'Deleted permanently.');
  await expect(row).toHaveCount(0);
});
