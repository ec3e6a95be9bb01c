import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { createCategory, reply, startThread } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

test("another member's new thread is unread until it is read or marked as read", async ({ hub }) => {
  test.setTimeout(60_000);
  const category = await createCategory(hub);
  // Not limited like new members.
  const [reader, author] = [await hub.createUser('EDITOR', 'Rita Reads'), await hub.createUser('EDITOR', 'Anna Asks')];
  const page = await hub.open(reader);
  const row = page.getByRole('listitem').filter({ hasText: category.name });
  await page.goto('/community');
  await expect(row).toContainText('No posts yet');
  await expect(row).not.toContainText('unread');

  await startThread(hub, author, category, { title: 'A first question' });
  await page.reload();
  await expect(row).toContainText('1 unread thread');
  expect(await findViolations(page)).toEqual([]);
  await row.getByRole('link', { name: category.name }).click();
  await page.getByRole('link', { name: 'A first question', exact: true }).click();
  const reading = page.waitForResponse((response) => response.url().endsWith('/read'));
  await expect(page.getByRole('heading', { level: 1, name: 'A first question' })).toBeVisible();
  await reading;
  await page.getByRole('link', { name: 'Community' }).first().click();
  await expect(row).toContainText('1 thread');
  await expect(row).not.toContainText('unread');

  for (const title of ['A second question', 'A third question']) await startThread(hub, author, category, { title });
  await page.reload();
  await expect(row).toContainText('2 unread threads');
  await row.getByRole('link', { name: category.name }).click();
  await expect(page.getByRole('link', { name: 'First unread post of “A third question”' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expectToast(page, 'All threads are marked as read');
  await expect(page.getByRole('link', { name: /^First unread post of/ })).toHaveCount(0);
  await page.goto('/community');
  await expect(row).toContainText('3 threads');
  await expect(row).not.toContainText('unread');
});

test('the whole forum is marked as read on a phone; guests have no markers', async ({ hub }) => {
  const category = await createCategory(hub);
  const [reader, author] = [await hub.createUser('VIEWER', 'Rita Reads'), await hub.createUser('EDITOR', 'Anna Asks')];
  await startThread(hub, author, category, { title: 'A question' });
  const guest = await hub.open();
  await guest.goto('/community');
  await expect(guest.getByRole('listitem').filter({ hasText: category.name })).toContainText('1 thread');
  await expect(guest.getByText(/unread thread/)).toHaveCount(0);
  await expect(guest.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);

  const page = await hub.open(reader);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/community');
  const row = page.getByRole('listitem').filter({ hasText: category.name });
  await expect(row).toContainText('1 unread thread');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expectToast(page, 'All threads are marked as read');
  await expect(page.getByText(/unread thread/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
});

test('similar threads are listed while typing, reached by keyboard, and open beside the form', async ({ hub }) => {
  const category = await createCategory(hub);
  const author = await hub.createUser('EDITOR', 'Anna Asks');
  const word = `Quokka${Date.now()}`;
  const thread = await startThread(hub, author, category, { title: `Feeding a ${word} at noon` });
  await reply(hub, author, thread, 'An answer');
  await hub.api(author, 'PUT', `/forum/threads/${thread.id}`, { is_solved: true });

  const page = await hub.open(author);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/community/category/${category.id}/new-thread`);
  const title = page.getByLabel('Title');
  await title.focus();
  await page.keyboard.type(`What does my ${word} eat?`);
  const list = page.getByRole('region', { name: 'Does one of these answer your question?' });
  const link = list.getByRole('link', { name: `Feeding a ${word} at noon (opens in a new tab)` });
  await expect(link).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveText(/1 reply.*Solved/);
  await expect(page.getByRole('status').filter({ hasText: '1 similar page found' })).toBeAttached();
  await expect(title).toBeFocused();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const tab = await opened;
  await expect(tab.getByRole('heading', { level: 1, name: `Feeding a ${word} at noon` })).toBeVisible();
  await expect(title).toHaveValue(`What does my ${word} eat?`);
  await title.fill('Short');
  await expect(list).toHaveCount(0);
});

for (const width of [1440, 360])
  test(`names of subcategories are indented below the name of their parent at ${width} px`, async ({ hub }) => {
    const admin = await hub.createUser('ADMIN');
    const parent = await createCategory(hub, 'Parent', admin);
    const create = (name: string, parentId: string) =>
      hub.api<{ id: string; name: string }>(admin, 'POST', '/forum/categories', {
        name: `${name} ${createUniqueWord()}`,
        description: 'Below',
        icon: 'users',
        parent_category_id: parentId,
      });
    const child = await create('Child', parent.id);
    const grandchild = await create('Grandchild', child.id);
    const page = await hub.open();
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/community');
    const lefts: number[] = [];
    for (const { name } of [parent, child, grandchild])
      lefts.push((await page.getByRole('heading', { name }).boundingBox())?.x ?? Number.NaN);
    expect(lefts[1]! - lefts[0]!).toBeGreaterThanOrEqual(16);
    expect(lefts[2]! - lefts[1]!).toBeGreaterThanOrEqual(16);
  });
