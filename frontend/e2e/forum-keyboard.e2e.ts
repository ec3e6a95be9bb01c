import { createCategory, post, reply, replyField, send, startThread } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { chooseWithKeyboard, pressWithKeyboard, tabTo } from './support/keyboard.js';

for (const width of [1280, 360])
  test(`a member asks and marks the answer by keyboard alone, ${width} pixels wide`, async ({ hub }) => {
    test.setTimeout(60_000);
    const category = await createCategory(hub, 'Keys');
    const [anna, bert] = [await hub.createUser('VIEWER', 'Anna Asks'), await hub.createUser('VIEWER', 'Bert Replies')];
    const page = await hub.open(anna);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/community');
    await pressWithKeyboard(page, page.getByRole('link', { name: category.name, exact: true }));
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
    await expect(post(page, 2).getByText('Solution', { exact: true })).toBeVisible();
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
  const { id } = await startThread(hub, editor, category, { title: 'Rules of this forum' });
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/community/thread/${id}`);
  const choose = (item: string) => chooseWithKeyboard(page, page.getByRole('button', { name: 'Moderate' }), item);
  await choose('Pin');
  await expect(page.getByText('Pinned')).toBeVisible();
  await choose('Lock');
  await expect(page.getByText('Locked', { exact: true })).toBeVisible();
  await choose('Unlock');
  await expect(page.getByText('Locked', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Moderate' })).toBeFocused();
});
