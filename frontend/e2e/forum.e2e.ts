import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectDialog } from './support/dialogs.js';
import {
  choosePostAction,
  createCategory,
  post,
  postMenu,
  reply,
  replyField,
  send,
  startThread,
} from './support/forum.js';
import { expect, test } from './support/hub.js';
import { signInAgain } from './support/sign-in-again.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

test('a member starts a thread, replies, quotes, edits and deletes', async ({ hub }) => {
  test.setTimeout(60_000);
  const category = await createCategory(hub);
  const anna = await hub.createUser('VIEWER', 'Anna Asks');
  const page = await hub.open(anna);
  await page.goto(`/community/category/${category.id}`);
  await page.getByRole('link', { name: 'New Thread' }).click();
  await page.getByRole('button', { name: 'Create Thread' }).click();
  const incomplete = page.getByRole('alertdialog', { name: 'Please fill in both title and content' });
  await incomplete.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('A title that is kept');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('A title that is kept');
  await page.getByRole('combobox', { name: 'Tags' }).fill('setup,');
  await page.getByRole('textbox', { name: 'Content' }).fill('The **first** text');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('form strong')).toHaveText('first');
  await page.getByRole('button', { name: 'Create Thread' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'A title that is kept' })).toBeVisible();
  await expect(post(page, 1)).toContainText('Original Post');
  await send(page).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Quote post 1' }).click();
  await expect(replyField(page)).toHaveValue('> **Anna Asks** (#1):\n>\n> The **first** text\n\n');
  await page.keyboard.type('An answer');
  // The server creates the post, but the response is lost.
  await page.route('**/api/forum/threads/*/posts', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await send(page).click();
  await expectDialog(page, 'Error posting reply. Please try again.', '');
  await expect(send(page)).toBeFocused();
  await page.unroute('**/api/forum/threads/*/posts');
  await send(page).click();
  await expect(post(page, 2).locator('blockquote')).toContainText('The first text');
  await expect(page).toHaveURL(/#post-2$/);
  await expect(replyField(page)).toHaveValue('');
  await expect(page.getByRole('listitem', { name: /^Post \d+ by/ })).toHaveCount(2);

  await choosePostAction(page, 2, 'Edit');
  await page.getByRole('textbox', { name: 'Edit post 2' }).fill('A better answer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(post(page, 2)).toContainText('A better answer');
  await expect(postMenu(page, 2)).toBeFocused();
  await choosePostAction(page, 2, 'History');
  const history = page.getByRole('dialog', { name: 'Former texts of post 2' });
  await expect(history.getByText('An answer')).toBeVisible();
  await history.getByRole('button', { name: 'Close' }).click();
  await post(page, 2).getByRole('button', { name: 'edited' }).click();
  await history.getByRole('button', { name: 'Close' }).click();
  await choosePostAction(page, 2, 'Delete');
  await page.getByRole('alertdialog', { name: 'Delete post' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This post was deleted.')).toBeVisible();
  await expect(page.locator('#post-2')).toContainText('#2');
});

test('guests read, and continue where they were after signing in', async ({ hub }) => {
  const category = await createCategory(hub);
  // Not limited like new members.
  const anna = await hub.createUser('EDITOR', 'Anna Asks');
  const thread = await startThread(hub, anna, category);
  for (let number = 2; number <= 12; number++) await reply(hub, anna, thread, `Answer ${number}`);
  const page = await hub.open();
  await page.goto('/community');
  await expect(page.getByText('Online')).toBeVisible();
  await page.goto(`/community/category/${category.id}`);
  await expect(page.getByRole('link', { name: 'New Thread' })).toHaveCount(0);
  await page.getByRole('link', { name: 'How is it done?' }).click();
  await expect(post(page, 10)).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Next' }).click();
  await expect(post(page, 12)).toBeVisible();
  await expect(page).toHaveURL(/\?page=2$/);
  // A link without its page still finds the post.
  await page.goto(`/community/thread/${thread.id}#post-11`);
  await expect(post(page, 11)).toBeFocused();
  await post(page, 11).getByRole('link', { name: 'Anna Asks' }).click();
  await expect(page).toHaveURL(`/users/${anna.id}/profile`);

  const bert = await hub.createUser('VIEWER', 'Bert Replies');
  await page.goto(`/community/thread/${thread.id}?page=2`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signInAgain(page, bert, page.getByRole('dialog', { name: 'Sign in' }));
  await replyField(page).fill('Now I can');
  await send(page).click();
  await expect(post(page, 13)).toContainText('Now I can');

  await page.goto('/community/thread/01900000-0000-7000-8000-000000000000');
  await expect(page).toHaveURL('/community');
  await expectDialog(page, 'Thread not found', 'It may have been deleted or moved.');
  await page.goto('/community/category/01900000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1, name: 'Category not found' })).toBeVisible();
});

test('new posts are announced, unread posts found, and the author marks the solution', async ({ hub }) => {
  test.setTimeout(60_000);
  const category = await createCategory(hub);
  const [anna, bert] = [await hub.createUser('VIEWER', 'Anna Asks'), await hub.createUser('EDITOR', 'Bert Replies')];
  const thread = await startThread(hub, anna, category);
  const page = await hub.open(anna);
  await page.goto(`/community/thread/${thread.id}`);
  await replyField(page).fill('Half a sen');
  await reply(hub, bert, thread, 'Like this');
  const announced = page.getByRole('button', { name: '1 new post' });
  await expect(announced).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Like this')).toHaveCount(0);
  await announced.click();
  await expect(post(page, 2)).toContainText('Like this');
  await expect(replyField(page)).toHaveValue('Half a sen');

  await page.getByRole('button', { name: 'Mark as solution: post 2' }).click();
  // Its mark is enough, because it follows the question.
  await expect(post(page, 2).getByText('Solution', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Solution' })).toHaveCount(0);
  await waitUntilSettled(page, 1500);
  await page.goto(`/community/category/${category.id}?solved=true`);
  await expect(page.getByRole('listitem').filter({ hasText: 'How is it done?' })).toContainText('Solved');
  await expect(page.getByRole('link', { name: /^First unread/ })).toHaveCount(0);
  for (let number = 3; number <= 11; number++) await reply(hub, bert, thread, `More ${number}`);
  await page.reload();
  await page.getByRole('link', { name: /^First unread post of/ }).click();
  await expect(post(page, 3)).toBeFocused();
  await page.getByRole('button', { name: 'Mark as solution: post 3' }).click();
  await expect(page.getByRole('region', { name: 'Solution' })).toContainText('Solved by Bert Replies in post #3');
});

test('a moderator pins, locks, moves and deletes a thread', async ({ hub }) => {
  const category = await createCategory(hub);
  const target = await createCategory(hub, 'Elsewhere');
  const anna = await hub.createUser('VIEWER', 'Anna Asks');
  const thread = await startThread(hub, anna, category);
  const page = await hub.open(await hub.createUser('EDITOR', 'Edda Editor'));
  await page.goto(`/community/thread/${thread.id}`);
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Moderate' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Pin');
  await expect(page.getByText('Pinned')).toBeVisible();
  await choose('Lock');
  await expect(page.getByText('Locked', { exact: true })).toBeVisible();
  const member = await hub.open(anna);
  await member.goto(`/community/thread/${thread.id}`);
  await expect(member.getByText('This thread is locked. New replies are not possible.')).toBeVisible();
  await expect(replyField(member)).toHaveCount(0);
  await expect(page.getByText('To reply, open “Moderate” and choose “Unlock”.')).toBeVisible();
  await expect(replyField(page)).toHaveCount(0);

  await choose('Move to category');
  const dialog = page.getByRole('dialog', { name: 'Move thread' });
  await dialog.getByRole('combobox', { name: 'Category' }).selectOption({ label: target.name });
  await dialog.getByRole('button', { name: 'Move to category' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(target.name);
  await choose('Delete thread');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete thread' }).click();
  await expect(page).toHaveURL(`/community/category/${target.id}`);
  await expect(page.getByText('No threads yet')).toBeVisible();
});

test('an admin creates, edits and deletes categories; others are denied', async ({ hub }) => {
  const admin = await hub.createUser('ADMIN');
  const page = await hub.open(admin);
  const used = await createCategory(hub, 'Used', admin);
  await startThread(hub, admin, used);
  await page.goto('/admin/forum-categories');
  await page.getByRole('button', { name: 'Setup Default Categories' }).click();
  await expectDialog(page, 'Default categories already exist', 'none were created');

  const name = `Made here ${Date.now()}`;
  await page.getByRole('button', { name: 'Create Category' }).click();
  const creating = page.getByRole('dialog', { name: 'Create Category' });
  await creating.getByLabel('Name').fill(name);
  await creating.getByLabel('Description').fill('For the test');
  await creating.getByRole('button', { name: 'Create Category' }).click();
  await expectDialog(page, 'Category created', 'Forum category created successfully');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Category' });
  await editing.getByLabel('Order Index').fill('7');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expectDialog(page, 'Category updated', 'Forum category updated successfully');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectDialog(page, 'Category deleted', 'Forum category deleted successfully');
  await expect(page.getByRole('link', { name })).toHaveCount(0);

  await page
    .getByRole('button', { name: /^Delete Used/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectDialog(page, 'Failed to delete forum category', 'contains threads');

  const editor = await hub.open(await hub.createUser('EDITOR'));
  await editor.goto('/admin/forum-categories');
  await expect(editor.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
});

const aboutColors = ['color-contrast', 'link-in-text-block'];

/** Checks a screen with axe in both color schemes, and its width. */
async function check(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await waitUntilSettled(page, 100);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await findViolations(page, colorScheme === 'light' ? undefined : aboutColors);
      expect.soft(found, `${path} at ${width} (${colorScheme})`).toEqual([]);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
}

test('the screens of the forum have no axe violations in both schemes, wide and narrow', async ({ hub }) => {
  test.setTimeout(120_000);
  const admin = await hub.createUser('ADMIN', 'Ada Admin');
  const category = await createCategory(hub, 'Axe', admin);
  const thread = await startThread(hub, admin, category, { tags: ['one', 'two'] });
  const ids = [];
  for (let number = 2; number <= 12; number++)
    ids.push((await reply(hub, admin, thread, `Answer ${number}\n\n# Title\n\n> quoted`)).id);
  await hub.api(admin, 'PUT', `/forum/posts/${ids[1]}`, { content: 'Edited' });
  await hub.api(admin, 'DELETE', `/forum/posts/${ids[2]}`);
  await hub.api(admin, 'PUT', `/forum/threads/${thread.id}/solution`, { post_id: ids[3] });
  await hub.api(admin, 'PUT', `/forum/threads/${thread.id}`, { is_pinned: true, is_locked: true });
  await startThread(hub, await hub.createUser(), category);
  const categoryPath = `/community/category/${category.id}`;
  const threadPath = `/community/thread/${thread.id}`;
  const guest = await hub.open();
  for (const path of ['/community', categoryPath, threadPath, `${categoryPath}/new-thread`]) await check(guest, path);
  const page = await hub.open(admin);
  for (const path of ['/community', categoryPath, threadPath, `${categoryPath}/new-thread`, '/admin/forum-categories'])
    await check(page, path);
});
