import { expectDrafts } from './support/drafts.js';
import { contentField, expectContent, saveDraftAndView, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { onePixelPng } from './support/images.js';

const problem = (status: number, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status, code: 'test', detail }),
});

test('a rejected sign-in or registration focuses the first invalid field', async ({ hub }) => {
  const taken = await hub.createUser();
  const page = await hub.open();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('reader@example.org');
  // Fixing one field does not move the focus to the next.
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await page.getByText('Create account', { exact: true }).first().click();
  const submit = page.getByRole('button', { name: 'Create account' });
  await page.getByLabel('Email').fill(taken.email);
  await submit.click();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.getByLabel('Full name').fill('Nora');
  await page.getByLabel('Password', { exact: true }).fill('abcdef');
  await page.getByLabel('Confirm password').fill('abcdeg');
  await submit.click();
  await expect(page.getByLabel('Confirm password')).toBeFocused();
  await page.getByLabel('Confirm password').fill('abcdef');
  let sent = 0;
  await page.route('**/api/auth/register', async (route) => {
    sent++;
    await new Promise((passed) => setTimeout(passed, 300));
    await route.continue();
  });
  for (const _press of ['first', 'second']) await submit.press('Enter');
  await expect(page.getByText(/An account with this email address already exists/)).toBeVisible();
  expect(sent).toBe(1);
});

test('a rejected document focuses the first invalid field and shows a hidden editor', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.goto('/docs/create');
  await expect(contentField(page)).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toBeFocused();
  await title.pressSequentially('Only a title');
  await expect(title).toBeFocused();
  for (const attempt of ['first', 'second']) {
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(contentField(page), attempt).toBeHidden();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(contentField(page), attempt).toBeFocused();
    await expect(page.getByText('Content is required')).toBeVisible();
  }
});

test('Enter in the title moves to the text, and no single-line field submits the form', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.goto('/docs/create');
  await writeContent(page, 'words');
  await page.getByLabel('Title', { exact: true }).fill('Entered');
  await page.getByLabel('Title', { exact: true }).press('Enter');
  await expect(contentField(page)).toBeFocused();
  await page.getByLabel('Slug').press('Enter');
  await page.getByText('Search engines').click();
  await page.getByLabel('Meta title').press('Enter');
  await page.waitForTimeout(300);
  await expect(page).toHaveURL('/docs/create');
  await expectContent(page, 'words');
});

test('Ctrl+S saves without leaving, and keeps cursor and undo of a new document', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  const title = `Stays ${Date.now()}`;
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await contentField(page).click();
  await page.keyboard.type('One two');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(contentField(page)).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit document' })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^Edit ${title}`));
  await expectDrafts(page, 0);
  await page.keyboard.type(' three');
  await expectContent(page, 'One two three');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Document updated successfully!')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await expect(page).toHaveURL(/\/docs\/create\?saved=/);
  // Without unsaved changes there is no confirmation.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/docs');
  // The URL changes first; the form is left when the list is loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/docs\/[\w-]+\/edit$/);
  await expectContent(page, 'One two three');
  await expect(page.getByLabel('Slug')).toHaveValue(/^stays-/);
});

test('text typed during a save is kept and saved with the next one', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const document = await hub.api<{ id: string }>(writer, 'POST', '/documents', {
    title: `Meanwhile ${Date.now()}`,
    content: 'first',
  });
  const page = await hub.open(writer);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/admin/documents/${document.id}`, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/docs/${document.id}/edit`);
  await writeContent(page, 'second');
  await page.keyboard.press('ControlOrMeta+s');
  await contentField(page).press('ControlOrMeta+End');
  await page.keyboard.type(' and more');
  release();
  await expect(page.getByText('Document updated successfully!')).toBeVisible();
  await expectContent(page, 'second and more');
  await expectDrafts(page, 1);
  await page.keyboard.press('ControlOrMeta+s');
  await expectDrafts(page, 0);
  const saved = await hub.api<{ content: string; version: number }>(writer, 'GET', `/documents/${document.id}`);
  expect(saved).toMatchObject({ content: 'second and more', version: 3 });
});

test('a draft whose submission failed is reported as saved and continues in its own form', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const page = await hub.open(writer);
  const title = `Half ${Date.now()}`;
  await page.route('**/api/documents/*/status', (route) =>
    route.fulfill(problem(503, 'The service is not available for a moment.')),
  );
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await writeContent(page, 'words');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Saved as a draft only' });
  await expect(alert).toContainText('The service is not available for a moment.');
  await expect(alert).toContainText('Your text is safe');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit document' })).toBeVisible();
  const [only] = await hub.api<{ id: string; title: string; status: string }[]>(
    writer,
    'GET',
    '/documents?status=DRAFT&limit=1',
  );
  expect(only).toMatchObject({ title, status: 'DRAFT' });

  await page.unroute('**/api/documents/*/status');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // The same document was submitted, and no second one created.
  expect(await hub.api<{ status: string }>(writer, 'GET', `/documents/${only?.id ?? ''}`)).toMatchObject({
    status: 'IN_REVIEW',
  });
});

test('a failed thumbnail removal is reported while the text is saved', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const document = await hub.api<{ id: string }>(writer, 'POST', '/documents', {
    title: `Picture stays ${Date.now()}`,
    content: 'words',
    thumbnail_data: onePixelPng.toString('base64'),
  });
  const page = await hub.open(writer);
  await page.route('**/api/documents/*/thumbnail', (route) =>
    route.fulfill(problem(503, 'The service is not available for a moment.')),
  );
  await page.goto(`/docs/${document.id}/edit`);
  await writeContent(page, 'other words');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page
    .getByRole('alertdialog', { name: 'Saved, but the thumbnail was not removed' })
    .getByRole('button', { name: 'OK' })
    .click();
  await expectContent(page, 'other words');
  expect(await hub.api(writer, 'GET', `/documents/${document.id}`)).toMatchObject({
    content: 'other words',
    version: 2,
  });
});

test('the conflict dialog shows every field that differs', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const document = await hub.api<{ id: string }>(writer, 'POST', '/documents', {
    title: `All fields ${Date.now()}`,
    content: 'same',
    tags: ['one'],
  });
  const page = await hub.open(writer);
  await page.goto(`/docs/${document.id}/edit`);
  await page.getByLabel('Summary').fill('My summary');
  await page.getByLabel('Difficulty').selectOption('ADVANCED');
  await hub.api(writer, 'PUT', `/admin/documents/${document.id}`, {
    title: 'Their title',
    tags: ['two'],
    visibility: 'LOGGED_IN',
    meta_title: 'Their meta',
  });
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'You saved this document in another window' });
  for (const field of ['Title', 'Difficulty', 'Visibility', 'Summary', 'Tags', 'Meta title']) {
    await expect(dialog.getByRole('region', { name: field, exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole('region', { name: 'Content', exact: true })).toBeHidden();
  await expect(dialog.getByRole('region', { name: 'Visibility' })).toContainText('Members only');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Changed only in the saved version' })).toContainText(
    'Meta title',
  );
});

test('the selected thumbnail survives a crash with the text', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  const title = `Pictured and lost ${Date.now()}`;
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await writeContent(page, 'words');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose image' }).click();
  await (await choosing).setFiles({ name: 'kept.png', mimeType: 'image/png', buffer: onePixelPng });
  await expectDrafts(page, 1);
  const again = await hub.openTab(page);
  await page.close({ runBeforeUnload: false });
  await again.goto('/docs/create');
  await expect(again.getByText(/Restored your unsaved text from/)).toBeVisible();
  await expect(again.getByRole('img', { name: 'The thumbnail will be kept.png' })).toBeVisible();
  await saveDraftAndView(again);
  await expect(again.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(again.locator('article img')).toBeVisible();
  await expectDrafts(again, 0);
});
