import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { createCategory } from './support/forum.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

interface Item {
  id: string;
  slug: string;
}

const publish = (hub: Hub, author: TestUser, title: string) =>
  hub.api<Item>(author, 'POST', '/documents', { title, content: 'Words', status: 'PUBLISHED' });

const section = (page: Page) => page.getByRole('region', { name: 'Threads' });
const discuss = (page: Page) => section(page).getByRole('button', { name: 'Discuss this' });

/** Checks the screen with axe, and its width. */
async function expectFits(page: Page): Promise<void> {
  await waitUntilSettled(page, 100);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

test('a document is discussed, and an answer becomes a document, by keyboard on a phone', async ({ hub }) => {
  test.setTimeout(120_000);
  await createCategory(hub, 'Talk');
  const help = await createCategory(hub, 'Help');
  const editor = await hub.createUser('EDITOR', 'Edith Editor');
  const document = await publish(hub, editor, `Backups ${Date.now()}`);
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 800 });
  const press = async (name: string, role: 'button' | 'menuitem' | 'link') => {
    await page.getByRole(role, { name }).first().focus();
    await page.keyboard.press('Enter');
  };

  await page.goto(`/docs/${document.slug}`);
  await section(page).scrollIntoViewIfNeeded();
  await expect(page.getByText('No threads about this document yet.')).toBeVisible();
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
    await press('Turn into a document', 'menuitem');
  };
  await makeDocument();
  await expect(page).toHaveURL(/\/docs\/how-often[^/]*\/edit$/);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('How often?');
  await page.goBack();
  await expect(page.getByText('Document:').first()).toBeVisible();
  // Choosing it again leads to the same draft.
  await makeDocument();
  await expect(page).toHaveURL(/\/docs\/how-often[^/]*\/edit$/);
  await page.goto(page.url().replace(/\/edit$/, ''));
  await section(page).scrollIntoViewIfNeeded();
  await expect(section(page).getByText('This document was created from a post in this thread')).toBeVisible();
  await expectFits(page);

  await page.goto(`/docs/${document.slug}`);
  await section(page).scrollIntoViewIfNeeded();
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await expect(section(page).getByText('Solved')).toBeVisible();
  await section(page).getByRole('link', { name: 'How often?' }).press('Enter');
  await expect(page).toHaveURL(/\/community\/thread\//);
  await expect(page.getByRole('link', { name: /^About: Backups/ })).toBeVisible();
});
