import { readFileSync } from 'node:fs';
import { expectContent, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

/** Counts compared lines that are cut off, or share a row on a phone. */
function misplaced(lines: HTMLElement[]): number {
  const visibleLines = lines.filter((line) => line.checkVisibility());
  const widest = Math.max(...visibleLines.map((line) => line.offsetWidth));
  return visibleLines.filter((line) => line.scrollHeight > line.clientHeight + 1 || line.offsetWidth < widest).length;
}

test('a returned edit appears in the revisions with both notes and can be compared', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR', `Helga ${Date.now()}`);
  const reviewer = await hub.createUser('REVIEWER');
  const unchanged = 'A line that is longer than a phone is wide. '.repeat(5);
  const { id } = await hub.api<{ id: string }>(author, 'POST', '/documents', {
    title: `Sent back ${Date.now()}`,
    content: `The first words.\n\n${unchanged}`,
  });
  await hub.api(author, 'PUT', `/documents/${id}/status`, { status: 'IN_REVIEW' });
  await hub.api(reviewer, 'POST', `/documents/${id}/review`, {
    action: 'request_changes',
    note: 'Please add an example.',
  });
  await hub.api(author, 'PUT', `/admin/documents/${id}`, {
    content: `The second words.\n\n${unchanged}`,
    note: 'An example',
  });
  const page = await hub.open(author);
  await page.goto(`/docs/${id}/revisions`);
  const sentBack = page.getByRole('listitem').filter({ hasText: 'Please add an example.' });
  await expect(sentBack.getByText(`${reviewer.name} requested changes`)).toBeVisible();
  const authorLink = sentBack.getByRole('link', { name: author.name });
  await expect(authorLink).toHaveAttribute('href', `/user/${author.id}`);
  // Avatars without an image show initials.
  await expect(authorLink.locator('[data-initials]')).toHaveAttribute('data-initials', /^H/);
  await expect(page.getByRole('heading', { level: 2 })).toContainText('from version 1 to version 2');
  await sentBack.getByRole('button', { name: 'Compare with the current text' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('beside the current text');
  const difference = page.getByRole('region', { name: 'Content' });
  await expect(difference.getByText('first')).toBeVisible();
  await expect(difference.getByText('second')).toBeVisible();
  // The selection is in the URL, so a reload keeps it.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Compare with the current text' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(difference.getByText('first')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await difference.locator('tr:has(td), td').evaluateAll(misplaced)).toBe(0);
  await page.getByRole('checkbox', { name: 'Version 1' }).check();
  await expect(page.getByRole('button', { name: 'Compare with the current text' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('authors withdraw their pending edit after confirmation', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR', `Wanda ${Date.now()}`);
  const editor = await hub.createUser('EDITOR');
  const { id } = await hub.api<{ id: string }>(author, 'POST', '/documents', {
    title: `Waits ${Date.now()}`,
    content: 'The old words.',
  });
  await hub.api(editor, 'PUT', `/documents/${id}/status`, { status: 'PUBLISHED' });
  const page = await hub.open(author);
  // The review setting is global, and other tests save in parallel; so the responses are modified instead. The server's
  // behavior is covered by the backend tests.
  await page.context().clearCookies(); // so that the page contains no preload
  let waits = true;
  const response = async () => {
    const document = await hub.api<{ abilities: object }>(author, 'GET', `/documents/${id}`);
    const pending = {
      id,
      author_id: author.id,
      author_name: author.name,
      author_avatar: null,
      note: 'Better words',
      base_version: 1,
      created_at: new Date().toISOString(),
    };
    return waits
      ? { ...document, pending_revision: pending, abilities: { ...document.abilities, withdraw_edit: true } }
      : document;
  };
  await page.route(`**/api/documents/*`, async (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: await response() }) : route.fallback(),
  );
  let taken = 0;
  await page.route(`**/api/documents/${id}/draft`, async (route) => {
    taken += Number(route.request().method() === 'DELETE');
    waits = false;
    await route.fulfill({ json: await response() });
  });
  await page.goto(`/docs/${id}`);
  const notice = page.getByRole('region', { name: 'Edit waiting for review' });
  await expect(notice).toContainText('Your edit is waiting for review');
  await notice.getByRole('button', { name: 'Withdraw' }).click();
  await page.keyboard.press('Escape');
  expect(taken).toBe(0);
  await notice.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Edit withdrawn')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(taken).toBe(1);
});

test('a returned edit can be continued, and conflicts with later saves', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR');
  const editor = await hub.createUser('EDITOR');
  const { id } = await hub.api<{ id: string }>(author, 'POST', '/documents', {
    title: `Returned ${Date.now()}`,
    content: 'The old words.',
  });
  await hub.api(editor, 'PUT', `/documents/${id}/status`, { status: 'PUBLISHED' });
  await hub.api(editor, 'PUT', `/admin/documents/${id}`, { content: 'The words of the editor.' });
  const page = await hub.open(author);
  await page.context().clearCookies(); // as above: the responses are modified
  await page.route(`**/api/documents/${id}*`, async (route) => {
    const document = await hub.api<{ abilities: object }>(author, 'GET', `/documents/${id}`);
    await route.fulfill({
      json: { ...document, review_note: 'Shorter, please.', abilities: { ...document.abilities, withdraw_edit: true } },
    });
  });
  await page.route(`**/api/documents/${id}/draft`, async (route) => {
    const document = await hub.api<object>(author, 'GET', `/documents/${id}`);
    await route.fulfill({ json: { ...document, content: 'My many words.', base_version: 1 } });
  });
  await page.goto(`/docs/${id}/edit`);
  await expectContent(page, 'My many words.');
  await writeContent(page, 'My few words.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('alertdialog', { name: `${editor.name} saved this document` });
  await expect(dialog).toContainText('The words of the editor.');
  await expect(dialog).toContainText('My few words.');
});

test('the export uses the token, shows progress, can be cancelled, and reports failures', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  await hub.api(writer, 'POST', '/documents', { title: `Mine alone ${Date.now()}`, content: 'words' });
  const page = await hub.open(writer);
  await page.context().clearCookies();
  await page.goto('/docs');
  const start = async () => {
    await page.getByRole('button', { name: 'Export and import' }).click();
    await page.getByRole('menuitem', { name: 'Export as ZIP' }).click();
  };
  const downloading = page.waitForEvent('download');
  await start();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  // File names in the archive are uncompressed.
  expect(readFileSync(await file.path()).toString('latin1')).toContain('mine-alone-');

  await page.route('**/api/documents/export*', () => undefined);
  await start();
  const dialog = page.getByRole('dialog', { name: 'Exporting documents' });
  await expect(dialog).toContainText('0 B received');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.unroute('**/api/documents/export*');
  await page.route('**/api/documents/export*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: '{"status":503,"code":"x","detail":"Not now, please."}',
    }),
  );
  await start();
  await expect(page.getByRole('alertdialog', { name: 'The documents were not exported' })).toContainText(
    'Not now, please.',
  );
});
