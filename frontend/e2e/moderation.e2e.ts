import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { type Created } from './support/forum.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';

const list = (page: Page) => page.getByRole('list', { name: 'Queue' });
const entry = (page: Page, title: string) => list(page).getByRole('link', { name: title });
const detail = (page: Page) => page.getByRole('article');
const button = (page: Page, name: string) => detail(page).getByRole('button', { name, exact: true });

let number = 0;
const unique = (word: string) => `${word} ${Date.now()} ${++number}`;

async function submitDocument(hub: Hub, author: TestUser, title: string): Promise<Created> {
  const document = await hub.api<Created>(author, 'POST', '/documents', { title, content: 'The **first** text' });
  await hub.api(author, 'PUT', `/documents/${document.id}/status`, { status: 'IN_REVIEW' });
  return document;
}

async function reportComment(hub: Hub, title: string) {
  const author = await hub.createUser('EDITOR', 'Anna Advertises');
  const about = await hub.api<Created>(author, 'POST', '/documents', { title, content: 'words', status: 'PUBLISHED' });
  const body = { content_type: 'document', content_id: about.id, content: 'Buy **watches**.' };
  const comment = await hub.api<Created>(author, 'POST', '/comments', body);
  const reporter = await hub.createUser('VIEWER', 'Bert Reports');
  await hub.api(reporter, 'POST', '/reports', { item_type: 'comment', item_id: comment.id, reason: 'Spam: a shop' });
  return { author, comment, about };
}

test('an editor decides on a review and a report on a phone', async ({ hub }) => {
  test.setTimeout(90_000);
  const titles = { review: unique('Submitted'), returned: unique('Returned'), report: unique('Reported') };
  const author = await hub.createUser('CONTRIBUTOR', 'Clara Contributes');
  const returned = await submitDocument(hub, author, titles.returned);
  await submitDocument(hub, author, titles.review);
  const { comment, about } = await reportComment(hub, titles.report);
  const page = await hub.open(await hub.createUser('EDITOR', 'Edda Editor'));
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/admin/moderation');
  const back = () => page.getByRole('link', { name: 'Back to the queue' }).click();

  // A rejection with a note goes back to the author.
  await entry(page, titles.returned).click();
  await expect(detail(page).getByRole('heading', { level: 2 })).toHaveText(titles.returned);
  await expect(detail(page).getByText('The first text')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await button(page, 'Reject').click();
  const dialog = page.getByRole('dialog', { name: `Reject “${titles.returned}”` });
  await expect(dialog.getByRole('textbox', { name: 'Note to the author' })).toBeFocused();
  await page.keyboard.type('Add an example.');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Item rejected successfully!');
  await expect(detail(page).getByRole('heading', { level: 2, name: titles.returned })).toHaveCount(0);
  const draft = await hub.api<object>(author, 'GET', `/documents/${returned.id}`);
  expect(draft).toMatchObject({ status: 'DRAFT', review_note: 'Add an example.' });
  await back();
  await expect(entry(page, titles.returned)).toHaveCount(0);

  // Assigned, then approved.
  await entry(page, titles.review).click();
  await button(page, 'Assign to me').click();
  await expect(detail(page).getByText('You are working on this')).toBeVisible();
  await button(page, 'Approve').click();
  await expectToast(page, 'Item approved successfully!');
  await back();
  await expect(entry(page, titles.review)).toHaveCount(0);

  // Reports name their reporters, and the comment is hidden.
  await entry(page, `Comment on ${titles.report}`).click();
  await expect(detail(page).getByText('Spam: a shop')).toBeVisible();
  await expect(detail(page).getByRole('link', { name: 'Bert Reports' })).toBeVisible();
  await expect(detail(page).getByText('Buy watches.')).toBeVisible();
  await button(page, 'Hide comment').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hide comment' }).click();
  await expectToast(page, 'Item rejected successfully!');
  const guest = await hub.open();
  await guest.goto(`/docs/${about.id}`);
  await expect(guest.getByText('words', { exact: true })).toBeVisible();
  await expect(guest.getByText('Buy watches.')).toHaveCount(0);

  // It is found among the hidden items, and restored.
  await page.goto('/admin/reports?type=comment');
  await expect(page.getByRole('tab', { name: 'Reports', selected: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Hidden items');
  const row = page.getByRole('row').filter({ hasText: titles.report });
  await expect(row).toContainText('Buy watches.');
  expect(await findViolations(page)).toEqual([]);
  await row.getByRole('button', { name: `Restore “${titles.report}”` }).click();
  const question = page.getByRole('alertdialog', { name: 'Restore this comment?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, 'Item restored successfully!');
  await expect(row).toHaveCount(0);
  await guest.goto(`/docs/${about.id}#comment-${comment.id}`);
  await expect(guest.getByText('Buy watches.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Hidden or removed');
  await expect(page.getByRole('row').filter({ hasText: titles.report })).toContainText('by Edda Editor');
});

test('the queue works by keyboard, shows the changes since the last review, and counts in the menu', async ({
  hub,
}) => {
  test.setTimeout(60_000);
  const author = await hub.createUser('CONTRIBUTOR');
  const [first, second] = [unique('Keyboard'), unique('Keyboard')];
  const { id } = await submitDocument(hub, author, first);
  const admin = await hub.createUser('ADMIN');
  await hub.api(admin, 'POST', `/documents/${id}/review`, { action: 'request_changes', note: 'Add an example.' });
  await hub.api(author, 'PUT', `/admin/documents/${id}`, { content: 'The **second** text' });
  await hub.api(author, 'PUT', `/documents/${id}/status`, { status: 'IN_REVIEW' });
  await submitDocument(hub, author, second);
  const page = await hub.open(admin);
  await page.goto(`/admin/moderation?item=review-${id}`);
  const heading = detail(page).getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(first);
  await expect(detail(page).getByRole('radio', { name: 'Changes since your last review' })).toBeChecked();
  await expect(detail(page).getByText('Add an example.')).toBeVisible();
  await expect(detail(page).getByRole('group', { name: 'Content' })).toContainText('second');
  // Beside each other, as on phones the queue and the item are not.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  const menu = page.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await expect(menu.getByRole('link', { name: /^Moderation\s*, \d+\+? waiting$/ })).toBeVisible();
  await entry(page, first).focus();
  await page.keyboard.press('j');
  await expect(heading).not.toHaveText(first);
  await expect(entry(page, first)).not.toBeFocused();
  await expect(list(page).locator('[aria-current]')).toBeFocused();
  await page.keyboard.press('k');
  await expect(heading).toHaveText(first);
  await expect(entry(page, first)).toBeFocused();
  await expect(entry(page, first)).toBeInViewport();
  await expect(detail(page).getByRole('group', { name: 'Content' })).toContainText('second');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: `Reject “${first}”` });
  await page.keyboard.type('a note with j, k, a and r');
  await expect(dialog.getByRole('textbox')).toHaveValue('a note with j, k, a and r');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(entry(page, first)).toBeFocused();
  await page.keyboard.press('a');
  await expectToast(page, 'Item approved successfully!');
  await expect(entry(page, first)).toHaveCount(0);
  await expect(heading).toBeFocused();
  expect(await hub.api<object>(author, 'GET', `/documents/${id}`)).toMatchObject({ status: 'PUBLISHED' });
});
