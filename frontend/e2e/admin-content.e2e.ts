import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectDialog, expectToast } from './support/dialogs.js';
import { expect, type Hub, test, type TestUser } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

interface Item {
  id: string;
  title: string;
}

const createDocument = (hub: Hub, author: TestUser, fields: object) =>
  hub.api<Item>(author, 'POST', '/documents', { content: 'Text', ...fields });
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const openContent = async (page: Page, search = '') => {
  await page.goto(`/admin/content${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible();
};

test('an editor finds, edits, publishes and deletes documents', async ({ hub }) => {
  const word = createUniqueWord();
  const author = await hub.createUser('CONTRIBUTOR', `Author ${word}`);
  const [first, second] = [
    await createDocument(hub, author, { title: `First ${word}` }),
    await createDocument(hub, author, { title: `Second ${word}`, visibility: 'LOGGED_IN' }),
  ];
  const page = await hub.open(await hub.createUser('EDITOR'));
  await openContent(page);
  await expect(page.getByRole('tab', { name: /^Documents \(\d+\)$/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: /^Videos \(\d+\)$/ })).toBeVisible();

  await page.getByLabel('Search documents by title').fill(word.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`q=${word}`, 'i'));
  await expect(page.getByText('2 documents', { exact: true })).toBeVisible();
  await page.getByLabel('Visibility', { exact: true }).selectOption('LOGGED_IN');
  await expect(rowOf(page, first.title)).toHaveCount(0);
  await page.getByLabel('Visibility', { exact: true }).selectOption('');
  await page.getByRole('combobox', { name: 'Author' }).fill(`Author ${word}`);
  await page.getByRole('option', { name: author.name }).click();
  await expect(page).toHaveURL(new RegExp(author.id));
  await page.reload();
  await expect(rowOf(page, first.title)).toContainText(author.name);
  await expect(rowOf(page, first.title)).toContainText(
    new Intl.DateTimeFormat('de-DE', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }).format(new Date()),
  );

  // Of the statuses passed with the arrow keys, only the last one is saved.
  const status = page.getByLabel(`Status of ${first.title}`);
  const statuses: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') statuses.push((request.postDataJSON() as { status: string }).status);
  });
  await status.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Tab']) await page.keyboard.press(key);
  await expect(status).toHaveValue('PUBLISHED');
  await expectToast(page, 'Status saved');
  await expect
    .poll(async () => (await hub.api<{ status: string }>(author, 'GET', `/documents/${first.id}`)).status)
    .toBe('PUBLISHED');
  expect(statuses).toEqual(['PUBLISHED']);

  // A refusal restores the former status.
  await page.route(`**/api/documents/${first.id}/status`, (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', json: { detail: 'Not today.', code: 'x' } }),
  );
  await status.selectOption('ARCHIVED');
  await expectDialog(page, 'Error updating content status', 'Not today.');
  await expect(status).toHaveValue('PUBLISHED');
  await page.unroute(`**/api/documents/${first.id}/status`);

  await page.getByRole('button', { name: `Edit ${first.title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit document' });
  await expect(dialog.getByLabel('Title', { exact: true })).toBeFocused();
  await dialog.getByLabel('Title', { exact: true }).fill(`First ${word}, better`);
  await dialog.getByLabel('Difficulty').selectOption('ADVANCED');
  await dialog.getByLabel('Status', { exact: true }).selectOption('ARCHIVED');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Document updated successfully!');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel(`Status of First ${word}, better`)).toHaveValue('ARCHIVED');
  expect(await hub.api(author, 'GET', `/documents/${first.id}`)).toMatchObject({
    difficulty: 'ADVANCED',
    status: 'ARCHIVED',
  });

  await page.getByRole('button', { name: `Delete ${second.title}` }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText(
    `Are you sure you want to delete "${second.title}"? This action cannot be undone.`,
  );
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Document deleted successfully!');
  await expect(rowOf(page, second.title)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Delete First ${word}, better` })).toBeFocused();
});

test('an edit that meets another one shows both texts, and errors name their reason', async ({ hub }) => {
  const word = createUniqueWord();
  const author = await hub.createUser('CONTRIBUTOR');
  const { id, title } = await createDocument(hub, author, { title: `Contested ${word}` });
  const page = await hub.open(await hub.createUser('ADMIN'));
  await openContent(page, `?q=${word}`);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit document' });
  await dialog.getByLabel('Summary').fill('Mine');
  await hub.api(author, 'PUT', `/admin/documents/${id}`, { title: `Theirs ${word}` });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page.getByRole('alertdialog', { name: /saved this document/ });
  await conflict.getByRole('button', { name: 'Show them' }).click();
  await expect(conflict).toContainText('Theirs');
  await conflict.getByRole('button', { name: 'Use my text' }).click();
  await expectToast(page, 'Document updated successfully!');
  expect(await hub.api(author, 'GET', `/documents/${id}`)).toMatchObject({ title: `Theirs ${word}`, summary: 'Mine' });

  await page.getByRole('button', { name: `Edit Theirs ${word}` }).click();
  await page.route(`**/api/admin/documents/${id}`, (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', json: { detail: 'Not today.', code: 'x' } }),
  );
  await dialog.getByLabel('Summary').fill('Again');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectDialog(page, 'The document was not saved', 'Error updating content: Not today.');
  await expect(dialog.getByLabel('Summary')).toHaveValue('Again');
});

test('selected documents are changed and deleted together on a phone, after a failed list was tried again', async ({
  hub,
}) => {
  hub.allowComplaints(/HTTP 500/);
  const word = createUniqueWord();
  const editor = await hub.createUser('EDITOR');
  for (const name of ['One', 'Two', 'Three']) await createDocument(hub, editor, { title: `${name} ${word}` });
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.route('**/api/documents?*', (route) => route.fulfill({ status: 500, json: {} }));
  await openContent(page, `?q=${word}&visibility=INTERNAL`);
  await expect(page.getByRole('alert')).toContainText('The documents could not be loaded.');
  await page.unroute('**/api/documents?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/admin/content');
  await openContent(page, `?q=${word}`);
  const bar = page.getByRole('group', { name: 'Actions for the selected items' });
  const row = page.getByLabel(`Select Two ${word}`);
  const before = await row.boundingBox();
  await page.getByLabel('Select all on this page').check();
  await expect(bar).toContainText('3 selected');
  expect(await row.boundingBox(), 'the row stays under the pointer').toEqual(before);
  await waitUntilSettled(page, 100);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await bar.getByRole('button', { name: 'Set status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set the status of 3 documents' });
  await expect(dialog.getByRole('button', { name: 'Change 3 documents' })).toBeDisabled();
  await dialog.getByLabel('New status').selectOption('PUBLISHED');
  await dialog.getByRole('button', { name: 'Change 3 documents' }).click();
  await expectToast(page, '3 documents updated.');
  await expect(page.getByLabel(`Status of Two ${word}`)).toHaveValue('PUBLISHED');

  // The selection stays.
  await expect(bar).toContainText('3 selected');
  await page.getByLabel(`Select Three ${word}`).uncheck();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 documents?' });
  await expect(question).toContainText(`One ${word}`);
  await question.getByRole('button', { name: 'Delete 2 documents' }).click();
  await expectToast(page, '2 documents deleted.');
  await expect(page.getByText('1 document', { exact: true })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, '2 documents restored.');
  await expect(page.getByText('3 documents', { exact: true })).toBeVisible();
});

test('all documents that match are selected, also those of other pages', async ({ hub }) => {
  const word = createUniqueWord();
  const editor = await hub.createUser('EDITOR');
  for (let number = 1; number <= 27; number++) await createDocument(hub, editor, { title: `Page ${number} ${word}` });
  const page = await hub.open(editor);
  await openContent(page, `?q=${word}`);
  const bar = page.getByRole('group', { name: 'Actions for the selected items' });
  await page.getByLabel('Select all on this page').check();
  await expect(bar).toContainText('25 selected');
  await page.getByRole('button', { name: 'Select all 27' }).click();
  await expect(bar).toContainText('27 selected');
  await bar.getByRole('button', { name: 'Set visibility' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set the visibility of 27 documents' });
  await dialog.getByLabel('New visibility').selectOption({ label: 'Public' });
  await dialog.getByRole('button', { name: 'Change 27 documents' }).click();
  await expectToast(page, '27 documents updated.');
  await expect(bar).toContainText('27 selected');
  await openContent(page, `?q=${word}&visibility=PUBLIC`);
  await expect(page.getByText('27 documents', { exact: true })).toBeVisible();
});

test('videos have a tab of their own, with their statuses and their form', async ({ hub }) => {
  const word = createUniqueWord();
  const editor = await hub.createUser('EDITOR');
  const { title } = await hub.api<Item>(editor, 'POST', '/videos', {
    title: `Video ${word}`,
    source_type: 'YOUTUBE',
    source_url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  });
  const page = await hub.open(editor);
  await openContent(page, `?tab=videos&q=${word}&status=ARCHIVED`);
  const status = page.getByLabel(`Status of ${title}`);
  await expect(status.locator('option')).toHaveText(['Processing', 'Ready', 'Error']);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit video' });
  await dialog.getByLabel('Source', { exact: true }).selectOption('UPLOAD');
  await expect(dialog.getByText(/MP4/)).toContainText(/WebM/);
  await dialog.getByLabel('Source', { exact: true }).selectOption('YOUTUBE');
  await expect(dialog.getByText('Thumbnail', { exact: true })).toBeVisible();
  await dialog.getByLabel('Title', { exact: true }).fill(`Video ${word}, better`);
  await dialog.getByLabel('Status', { exact: true }).selectOption('ERROR');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Video updated successfully!');
  await expect(page.getByLabel(`Status of Video ${word}, better`)).toHaveValue('ERROR');
  await page.getByRole('button', { name: `Delete Video ${word}, better` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Video deleted successfully!');
  await expect(page.getByText('No videos match')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeFocused();
});
