import { findViolations } from './support/axe.js';
import { createCategory, reply, startThread } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

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

test('names of subcategories are indented below the name of their parent', async ({ hub }) => {
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
  await page.goto('/community');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const lefts: number[] = [];
    for (const { name } of [parent, child, grandchild])
      lefts.push((await page.getByRole('heading', { name }).boundingBox())?.x ?? Number.NaN);
    expect(lefts[1]! - lefts[0]!).toBeGreaterThanOrEqual(16);
    expect(lefts[2]! - lefts[1]!).toBeGreaterThanOrEqual(16);
  }
});
