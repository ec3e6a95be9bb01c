import { expectText } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { misspell, createUniqueWord } from './support/unique-words.js';

test('a reader reacts, comments, mentions a user and bookmarks, and finds everything again', async ({ hub }) => {
  test.setTimeout(60_000);
  const editor = await hub.createUser('EDITOR');
  const [word, family] = [createUniqueWord(), createUniqueWord()];
  const title = `On keeping ${word}`;
  const { slug } = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    title,
    content: `Nothing yet.\n\n## Feeding them\n\nA ${word} eats leaves.`,
    status: 'PUBLISHED',
  });
  const mona = await hub.createUser('VIEWER', `Mona ${family}`);
  const page = await hub.open(await hub.createUser());
  await page.goto(`/docs/${slug}`);

  const reactions = page.getByRole('group', { name: 'Reactions' });
  await reactions.getByRole('button', { name: 'Like' }).click();
  await expect(reactions.getByRole('button', { name: 'Like 1' })).toHaveAttribute('aria-pressed', 'true');

  const field = page.getByLabel('Write a comment');
  // What is typed while the editor loads has suggestions, too.
  const typing = Promise.withResolvers<void>();
  await page.route('**/assets/code-editor-*.js', async (route) => {
    await typing.promise;
    await route.continue();
  });
  await field.pressSequentially(`Look, @${family.slice(0, 6)}`);
  typing.resolve();
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toContainText(mona.name);
  // The editor ignores keys in the moment in which the list opens.
  await page.waitForTimeout(200);
  await field.press('Enter');
  await expectText(field, /^Look, @mona-\S+ $/);
  await field.pressSequentially('at this.');
  await field.press('ControlOrMeta+Enter');
  const comment = page.getByRole('region', { name: 'Comments' }).getByRole('article');
  await expect(comment).toContainText(/Look, @mona-\S+ at this\./);
  await expect(comment.getByRole('link', { name: /^@mona/ })).toHaveAttribute('href', `/user/${mona.id}`);
  const hers = await hub.open(mona);
  await hers.goto('/');
  const bell = hers.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');

  await reactions.getByRole('button', { name: 'Bookmark' }).click();
  await expect(reactions.getByRole('button', { name: 'Bookmark 1' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('option', { name: 'Search', exact: true }).click();
  const box = page.getByRole('combobox', { name: 'Search the hub' });
  await expect(box).toBeFocused();
  await page.keyboard.type(misspell(word));
  await page.keyboard.press('Enter');
  const results = page.getByRole('main').getByRole('article');
  await expect(results).toHaveCount(1);
  await expect(page.getByText('Nothing matches')).toContainText(word);
  await expect(results.getByRole('link', { name: title })).toBeVisible();
  await expect(results.locator('mark').first()).toHaveText(word);

  // Types without waiting for the palette to load, like an experienced user.
  const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/palette-*.js', async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`keeping ${word.slice(0, -2)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(reactions.getByRole('button', { name: 'Like 1' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('region', { name: 'Your bookmarks' }).getByRole('heading', { level: 3 })).toHaveText([
    title,
  ]);
});
