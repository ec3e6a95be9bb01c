import type { Page } from '@playwright/test';
import { findBarriers } from './support/adaptation.js';
import { findViolations } from './support/axe.js';
import { expectDialog } from './support/dialogs.js';
import { createCategory, post, reply, replyField, send, startThread } from './support/forum.js';
import { expectText } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { signInAgain } from './support/sign-in-again.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

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
  await expectText(replyField(page), 'Half a sen');

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

const aboutColors = ['color-contrast', 'link-in-text-block'];

/** Checks a screen with axe in both color schemes, its width, and what breaks when readers adapt it. */
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
  expect.soft(await findBarriers(page), `${path}, adapted`).toEqual([]);
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
  for (const path of [threadPath, `${categoryPath}/new-thread`]) await check(guest, path);
  const page = await hub.open(admin);
  for (const path of ['/community', categoryPath, threadPath, `${categoryPath}/new-thread`, '/admin/forum-categories'])
    await check(page, path);
});
