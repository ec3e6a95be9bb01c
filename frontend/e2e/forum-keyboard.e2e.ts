import { createCategory, post, reply, replyField, send } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { pressWithKeyboard, tabTo } from './support/keyboard.js';

for (const width of [1280, 360])
  test(`a member asks and marks the answer by keyboard alone, ${width} pixels wide`, async ({ hub }) => {
    test.setTimeout(60_000);
    const category = await createCategory(hub, 'Keys');
    const { name } = await hub.api<{ name: string }>(null, 'GET', `/categories/${category.id}`);
    const [anna, bert] = [await hub.createUser('VIEWER', 'Anna Asks'), await hub.createUser('VIEWER', 'Bert Replies')];
    const page = await hub.open(anna);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/community');
    await pressWithKeyboard(page, page.getByRole('link', { name, exact: true }));
    await pressWithKeyboard(page, page.getByRole('link', { name: 'New Thread' }));
    await tabTo(page, page.getByLabel('Title'));
    await page.keyboard.type('Is a mouse needed here?');
    await tabTo(page, page.getByRole('textbox', { name: 'Content' }));
    await page.keyboard.type('I have **none**.');
    await pressWithKeyboard(page, page.getByRole('button', { name: 'Create Thread' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Is a mouse needed here?' })).toBeVisible();

    await expect(page).toHaveURL(/\/community\/thread\//);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await reply(hub, bert, { id }, 'No, it is not.');
    await page.reload();
    await pressWithKeyboard(page, page.getByRole('button', { name: 'Mark as solution: post 2' }));
    await expect(page.getByRole('region', { name: 'Solution' })).toContainText('Solved by Bert Replies in post #2');
    await tabTo(page, post(page, 2).getByRole('button', { name: /^Helpful/ }));
    await page.keyboard.press('Space');
    await expect(post(page, 2).getByRole('button', { name: /^Helpful/, pressed: true })).toBeVisible();
    await tabTo(page, replyField(page));
    await page.keyboard.type('Thank you');
    await pressWithKeyboard(page, send(page));
    await expect(post(page, 3)).toContainText('Thank you');
  });

test('a moderator pins and unlocks by keyboard alone, 360 pixels wide', async ({ hub }) => {
  const category = await createCategory(hub, 'Keys');
  const editor = await hub.createUser('EDITOR', 'Edda Editor');
  const { id } = await hub.api<{ id: string }>(editor, 'POST', `/forum/categories/${category.id}/threads`, {
    title: 'Rules of this forum',
    content: 'Be kind.',
  });
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/community/thread/${id}`);
  const choose = async (item: string) => {
    await pressWithKeyboard(page, page.getByRole('button', { name: 'Moderate' }));
    const entry = page.getByRole('menuitem', { name: item });
    await expect(entry).toBeVisible();
    for (let step = 0; step < 12 && !(await entry.evaluate((element) => element === document.activeElement)); step++)
      await page.keyboard.press('ArrowDown');
    await expect(entry).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await choose('Pin');
  await expect(page.getByText('Pinned')).toBeVisible();
  await choose('Lock');
  await expect(page.getByText('Locked', { exact: true })).toBeVisible();
  await choose('Unlock');
  await expect(page.getByText('Locked', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Moderate' })).toBeFocused();
});
