import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expect, test } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';

test('a document becomes a template, and another begins with it, by keyboard on a phone', async ({ hub }) => {
  const [editor, author] = [await hub.createUser('EDITOR'), await hub.createUser('CONTRIBUTOR')];
  const word = createUniqueWord();
  const admin = await hub.createUser('ADMIN');
  const category = await hub.api<{ id: string }>(admin, 'POST', '/categories', { name: `Notes ${word}` });
  const { slug } = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    title: `Meeting ${word}`,
    content: '# {{title}}\n\nWritten by {{author}} for {{nobody}}.',
    category_id: category.id,
    status: 'PUBLISHED',
  });

  const editing = await hub.open(editor);
  await editing.goto(`/docs/${slug}`);
  await editing.getByRole('button', { name: 'More actions' }).click();
  await editing.getByRole('menuitem', { name: 'Make a template' }).click();
  await expectToast(editing, 'It is a template now');
  await expect(editing.getByRole('region', { name: 'Template' })).toContainText(`A template of “Notes ${word}”`);
  expect(await findViolations(editing)).toEqual([]);
  await editing.goto('/admin/content?type=template');
  await expect(editing.getByRole('row').filter({ hasText: word })).toContainText('Template');

  const page = await hub.open(author);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/docs/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(word);
  await page.goto(`/docs/create?category=${category.id}`);
  const choice = page.getByRole('radiogroup', { name: 'Begin with' });
  await choice.getByRole('radio', { name: 'An empty document' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio', { name: `Meeting ${word}` })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Written by');
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Begin writing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`Meeting ${word}`);
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText(
    `Written by ${author.name} for {{nobody}}.`,
  );
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expectToast(page, 'Draft saved');
  const own = await hub.api<{ title: string; content: string }[]>(author, 'GET', `/documents?author_id=${author.id}`);
  expect(own).toMatchObject([{ title: `Meeting ${word}` }]);
});
