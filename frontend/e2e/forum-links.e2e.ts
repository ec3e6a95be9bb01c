import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { createCategory, startThread } from './support/forum.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

interface Item {
  id: string;
  slug: string;
}

const publish = (hub: Hub, author: TestUser, title: string) =>
  hub.api<Item>(author, 'POST', '/documents', { title, content: 'Words', status: 'PUBLISHED' });

const section = (page: Page) => page.getByRole('region', { name: 'Discussions' });
const discuss = (page: Page) => section(page).getByRole('button', { name: 'Discuss this' });

async function expectFits(page: Page): Promise<void> {
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** Activates by a click, or by focus and Enter. */
const activate = (page: Page, isKeyboard: boolean) => async (name: string, role: 'button' | 'menuitem' | 'link') => {
  const target = page.getByRole(role, { name }).first();
  if (!isKeyboard) return target.click();
  await target.focus();
  return page.keyboard.press('Enter');
};

for (const [input, width] of [
  ['mouse', 1280],
  ['keyboard', 360],
] as const) {
  test(`a document is discussed, and an answer becomes a document: ${input}, ${width} px`, async ({ hub }) => {
    test.setTimeout(120_000);
    await createCategory(hub, 'Talk');
    const help = await createCategory(hub, 'Help');
    const editor = await hub.createUser('EDITOR', 'Edith Editor');
    const document = await publish(hub, editor, `Backups ${Date.now()}`);
    const page = await hub.open(editor);
    await page.setViewportSize({ width, height: 800 });
    const press = activate(page, input === 'keyboard');

    await page.goto(`/docs/${document.slug}`);
    await section(page).scrollIntoViewIfNeeded();
    await expect(page.getByText('No discussions about this document yet.')).toBeVisible();
    await expectFits(page);
    await discuss(page).focus();
    await press('Discuss this', 'button');
    const select = page.getByRole('combobox', { name: 'Category' });
    await expect(select).toHaveValue('');
    await press('Continue', 'button');
    await expect(select).toHaveAccessibleDescription('Please choose a category.');
    await expect(select).toBeFocused();
    await expectFits(page);
    await select.selectOption(help.id);
    await press('Continue', 'button');
    await expect(page.getByRole('link', { name: /^About: Backups/ })).toBeVisible();
    await expectFits(page);
    await page.getByLabel('Title').fill('How often?');
    await page.getByRole('textbox', { name: 'Content' }).fill('Every night?');
    await press('Create Thread', 'button');
    await expect(page.getByRole('heading', { level: 1, name: 'How often?' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^About: Backups/ })).toBeVisible();

    await page.getByRole('textbox', { name: 'Your reply' }).fill('Yes, **every** night.');
    await press('Post Reply', 'button');
    await press('Mark as solution: post 2', 'button');
    await expectFits(page);
    const makeDocument = async () => {
      await press('More actions for post 2', 'button');
      await press('Make a document of this', 'menuitem');
    };
    await makeDocument();
    await expect(page).toHaveURL(/\/docs\/how-often[^/]*\/edit$/);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('How often?');
    await page.goBack();
    await expect(page.getByText('Became a document:').first()).toBeVisible();
    // Choosing it again leads to the same draft.
    await makeDocument();
    await expect(page).toHaveURL(/\/docs\/how-often[^/]*\/edit$/);
    await page.goto(page.url().replace(/\/edit$/, ''));
    await section(page).scrollIntoViewIfNeeded();
    await expect(section(page).getByText('This document was made from a post in')).toBeVisible();
    await expectFits(page);

    await page.goto(`/docs/${document.slug}`);
    await section(page).scrollIntoViewIfNeeded();
    await expect(section(page).getByRole('listitem')).toHaveCount(1);
    await expect(section(page).getByText('Solved')).toBeVisible();
    await section(page).getByRole('link', { name: 'How often?' }).press('Enter');
    await expect(page).toHaveURL(/\/community\/thread\//);
    await expect(page.getByRole('link', { name: /^About: Backups/ })).toBeVisible();
  });
}

test('guests are asked to sign in, and see no trace of what is not for them', async ({ hub }) => {
  const talk = await createCategory(hub);
  const editor = await hub.createUser('EDITOR');
  const document = await publish(hub, editor, `Members only later ${Date.now()}`);
  const about = { item_type: 'document', item_id: document.id };
  const thread = await startThread(hub, editor, talk, { title: 'About it', about });
  const guest = await hub.open();
  await guest.goto(`/docs/${document.slug}`);
  await section(guest).scrollIntoViewIfNeeded();
  await expect(section(guest).getByRole('link', { name: 'About it' })).toBeVisible();
  await discuss(guest).click();
  await expect(guest.getByRole('dialog')).toBeVisible();
  await hub.api(editor, 'PUT', `/admin/documents/${document.id}`, { visibility: 'LOGGED_IN' });
  await guest.goto(`/community/thread/${thread.id}`);
  await expect(guest.getByRole('heading', { level: 1, name: 'About it' })).toBeVisible();
  await expect(guest.getByText(/About: /)).toHaveCount(0);
});

test('a thread about a video opens it at the second', async ({ hub }) => {
  const talk = await createCategory(hub);
  const editor = await hub.createUser('EDITOR');
  const video = await hub.api<Item>(editor, 'POST', '/videos', {
    title: `Film ${Date.now()}`,
    source_type: 'YOUTUBE',
    source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
  await expect
    .poll(async () => (await hub.api<{ status: string }>(editor, 'GET', `/videos/${video.id}`)).status)
    .toBe('READY');
  const page = await hub.open(editor);
  await page.goto(`/community/category/${talk.id}/new-thread?video=${video.id}&t=754`);
  await expect(page.getByRole('link', { name: /at 12:34$/ })).toBeVisible();
  await page.getByLabel('Title').fill('What is said here?');
  await page.getByRole('textbox', { name: 'Content' }).fill('I cannot hear it.');
  await page.getByRole('button', { name: 'Create Thread' }).click();
  // The form has the same link.
  await expect(page.getByRole('heading', { level: 1, name: 'What is said here?' })).toBeVisible();
  await page.getByRole('link', { name: /^Play .* at 12:34$/ }).click();
  await expect(page).toHaveURL(/\/videos\/[^?]*\?t=754$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Film/ })).toBeVisible();
  // What is far below the player is rendered when it comes near.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(section(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(section(page).getByRole('link', { name: /^Play .* at 12:34$/ })).toBeVisible();
});
