import { readFileSync } from 'node:fs';
import { expect, test } from './support/hub.js';

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
  await expect(page.getByRole('heading', { level: 2 })).toContainText('compared with the current text');
  const difference = page.getByRole('group', { name: 'Content' });
  await expect(difference.locator('.cm-changedText').getByText('first')).toBeVisible();
  await expect(difference.locator('.cm-changedText').getByText('second')).toBeVisible();
  // The selection is in the URL, so a reload keeps it.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Compare with the current text' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(difference.locator('.cm-changedText').getByText('first')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  // One column: the old line above the new one, and nothing is cut off.
  await expect(difference.locator('.cm-deletedText').getByText('second')).toBeVisible();
  const lines = difference.locator('.cm-line, .cm-deletedLine');
  expect(await lines.evaluateAll((all) => all.filter((line) => line.scrollWidth > line.clientWidth + 1).length)).toBe(
    0,
  );
  await page.getByRole('checkbox', { name: 'Version 1' }).check();
  await expect(page.getByRole('button', { name: 'Compare with the current text' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
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
