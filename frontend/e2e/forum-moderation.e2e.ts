import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { choosePostAction, createCategory, post, postMenu, reply, startThread } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const menu = (page: Page) => page.getByRole('button', { name: 'Moderate', exact: true });

/** The vertical middle of an element. */
async function getMiddle(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? Math.round(box.y + box.height / 2) : NaN;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Move posts to a new thread' });

test('a moderator splits posts off two pages by keyboard; readers follow the placeholders', async ({ hub }) => {
  test.setTimeout(90_000);
  const editor = await hub.createUser('EDITOR', 'Mona Moderates');
  const thread = await startThread(hub, editor, await createCategory(hub, 'Moderated'), { title: 'Backups' });
  for (let number = 2; number <= 12; number++) await reply(hub, editor, thread, `Answer ${number}`);
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/community/thread/${thread.id}`);
  await menu(page).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Move posts to a new thread…' });
  await item.focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Select post/ })).toHaveCount(9);
  await page.getByRole('checkbox', { name: 'Select post 3' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Next' }).click();
  await page.getByRole('checkbox', { name: 'Select post 12' }).check();
  await expect(bar(page).getByRole('status')).toHaveText('2 posts selected');
  await expect(bar(page)).toBeInViewport();
  expect(await findViolations(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Move…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move posts to a new thread' });
  await expect(dialog.getByLabel('Title of the new thread')).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type('Schedules');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible();
  await expectToast(page, '2 posts moved');
  await expect(bar(page)).toHaveCount(0);
  await expect(post(page, 1)).toContainText('Answer 3');
  await expect(post(page, 2)).toContainText('Answer 12');

  const reader = await hub.open();
  await reader.goto(`/community/thread/${thread.id}#post-12`);
  await expect(reader.locator('#post-12')).toBeFocused();
  await expect(reader.locator('#post-12')).toContainText('This post was moved to Schedules');
  expect(await findViolations(reader)).toEqual([]);
  await reader.locator('#post-12').getByRole('link', { name: 'Schedules' }).click();
  await expect(post(reader, 2)).toBeFocused();
});

test('a moderator merges a thread into one found by its title; old addresses lead to the posts', async ({ hub }) => {
  test.setTimeout(90_000);
  const editor = await hub.createUser('EDITOR', 'Mona Moderates');
  const category = await createCategory(hub, 'Moderated');
  const word = `Zebra${Date.now().toString(36)}`;
  const target = await startThread(hub, editor, category, { title: `${word} question` });
  const source = await startThread(hub, editor, category, { title: 'Duplicate', content: 'About Duplicate' });
  await reply(hub, editor, source, 'An answer to the duplicate');
  for (const n of [3, 4, 5]) await reply(hub, editor, source, `Post ${n} of the duplicate`);
  const page = await hub.open(editor);
  await page.goto(`/community/thread/${source.id}`);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Merge with another thread…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge thread' });
  await dialog.getByRole('searchbox').fill(word);
  await dialog.getByRole('radio', { name: `${word} question` }).check();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge threads' }).click();

  await expectToast(page, 'Threads merged');
  await expect(page).toHaveURL(`/community/thread/${target.id}#post-2`);
  await expect(post(page, 2)).toContainText('About Duplicate');
  await expect(post(page, 3)).toContainText('An answer to the duplicate');

  const reader = await hub.open();
  await reader.goto(`/community/thread/${source.id}#post-2`);
  await expect(reader).toHaveURL(`/community/thread/${target.id}#post-3`);
  await expect(post(reader, 3)).toContainText('An answer to the duplicate');
  await reader.goto('/community');
  await reader.goto(`/community/thread/${source.id}#post-4`);
  await expect(post(reader, 5)).toBeFocused();
  await waitUntilSettled(reader, 300);
  await expect(reader).toHaveURL(`/community/thread/${target.id}#post-5`);
});

test('the menu of a post fits on a phone, and starts to split with the post', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR', 'Mona Moderates');
  const member = await hub.createUser('EDITOR', 'Anna Answers');
  const thread = await startThread(hub, member, await createCategory(hub, 'Moderated'));
  await reply(hub, member, thread, 'Answer 2');
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/community/thread/${thread.id}`);
  const button = postMenu(page, 2);
  await expect(button).toBeVisible();
  for (const name of ['Reply to post 2', 'Quote post 2'])
    expect(await getMiddle(page.getByRole('button', { name })), name).toBe(await getMiddle(button));
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit',
    'Copy link',
    'Mark as solution',
    'Turn into a document',
    'Move posts to a new thread…',
    'Report',
    'Delete',
  ]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await choosePostAction(page, 2, 'Move posts to a new thread…');
  await expect(page.getByRole('checkbox', { name: 'Select post 2' })).toBeChecked();
  await expect(bar(page).getByRole('status')).toHaveText('1 post selected');
});
