import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expectContent } from './support/editor.js';
import { expect } from './support/hub.js';
import { pressWithKeyboard } from './support/keyboard.js';
import { testWithOwnHub } from './support/own-hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

// One of the tests changes a setting.
const test = testWithOwnHub();
test.describe.configure({ mode: 'default' });

interface Item {
  id: string;
  slug: string;
}

const paragraphs = Array.from({ length: 12 }, (_, index) => `Step ${index + 1}: turn the key.`);
/** The text with some of its steps changed. */
const change = (...steps: number[]) =>
  paragraphs
    .map((paragraph, index) => (steps.includes(index + 1) ? paragraph.replace('key', 'red key') : paragraph))
    .join('\n\n');

const phone = { viewport: { width: 360, height: 740 } };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const comparison = (page: Page) => page.getByRole('group', { name: 'Content' });

async function expectFits(page: Page): Promise<void> {
  await waitUntilSettled(page, 100);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
}

test('a reviewer rejects one change of an edit and approves the others, by keyboard on a phone', async ({ hub }) => {
  const admin = await hub.createUser('ADMIN');
  await hub.api(admin, 'PUT', '/admin/settings', { values: { 'content.review_edits': true } });
  const [author, reviewer] = [await hub.createUser('CONTRIBUTOR'), await hub.createUser('REVIEWER')];
  const { id, slug } = await hub.api<Item>(author, 'POST', '/documents', {
    title: `Reviewed by change ${Date.now()}`,
    content: change(),
  });
  await hub.api(author, 'PUT', `/documents/${id}/status`, { status: 'IN_REVIEW' });
  await hub.api(reviewer, 'POST', `/documents/${id}/review`, { action: 'approve' });
  await hub.api(author, 'PUT', `/admin/documents/${id}`, { content: change(1, 6, 12), note: 'It is red' });

  const page = await hub.open(reviewer, { ...phone, colorScheme: 'dark' });
  await page.goto(`/docs/${slug}`);
  await pressWithKeyboard(page, button(page, 'Show the difference'));
  const status = comparison(page).getByRole('status');
  await expect(status).toContainText('Change 1 of 3');
  await expectFits(page);
  await pressWithKeyboard(page, button(page, 'Next change'));
  await expect(status).toContainText('Change 2 of 3');
  await expect(status).toContainText('Step 6: turn the red key.');
  await pressWithKeyboard(page, button(page, 'Reject change'));
  await expect(status).toContainText('Change 2 of 2');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(status).toContainText('Change 1 of 2');
  await expectFits(page);
  await pressWithKeyboard(page, button(page, 'Approve with my changes'));
  await expectToast(page, 'Approved and published');
  expect(await hub.api(author, 'GET', `/documents/${id}`)).toMatchObject({ content: change(1, 12) });
});

test('one change of a former version is brought back, by keyboard on a phone', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const { id } = await hub.api<Item>(editor, 'POST', '/documents', {
    title: `Partly brought back ${Date.now()}`,
    content: change(),
  });
  await hub.api(editor, 'PUT', `/admin/documents/${id}`, { content: change(2, 9), note: 'It is red' });

  const page = await hub.open(editor, phone);
  await page.goto(`/docs/${id}/revisions`);
  const status = comparison(page).getByRole('status');
  await expect(status).toContainText('Change 1 of 2');
  await expect(button(page, 'Continue in the editor')).toBeDisabled();
  await pressWithKeyboard(page, button(page, 'Next change'));
  await pressWithKeyboard(page, button(page, 'Bring back the old text'));
  await expect(status).toContainText('Change 1 of 1');
  await expectFits(page);
  await pressWithKeyboard(page, button(page, 'Continue in the editor'));
  await expect(page).toHaveURL(/\/edit$/);
  await expectContent(page, change(2));
  // Nothing is saved before the user does.
  expect(await hub.api(editor, 'GET', `/documents/${id}`)).toMatchObject({ content: change(2, 9) });
  await page.keyboard.press('Control+s');
  await expect.poll(() => hub.api(editor, 'GET', `/documents/${id}`)).toMatchObject({ content: change(2) });
});
