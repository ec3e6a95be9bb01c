import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectDialog } from './support/dialogs.js';
import { expect, test } from './support/hub.js';
import { onePixelPng } from './support/images.js';
import { zip } from './support/zip.js';

test('loaded pages and the scroll position are restored on going back and on reload', async ({ hub }) => {
  test.setTimeout(90_000);
  const editor = await hub.createUser('EDITOR');
  const tag = `many-${Date.now()}`;
  for (let number = 1; number <= 60; number++) {
    await hub.api(editor, 'POST', '/documents', {
      title: `Number ${number} of ${tag}`,
      content: 'words',
      tags: [tag],
      status: 'PUBLISHED',
    });
  }
  const page = await hub.open();
  await page.goto(`/docs?tag=${tag}`);
  const cards = page.getByRole('main').getByRole('article');
  await expect(page.getByText('60 documents', { exact: true })).toBeVisible();
  for (const count of [48, 60]) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(cards).toHaveCount(count);
  }
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
  const card = page.getByRole('link', { name: `Number 4 of ${tag}`, exact: true });
  await card.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300); // the router stores the scroll position with a delay
  const before = await card.boundingBox();
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: `Number 4 of ${tag}` })).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveCount(60);
  const isBack = async () => Math.abs(((await card.boundingBox())?.y ?? 1e6) - (before?.y ?? 0)) < 4;
  await expect.poll(isBack).toBe(true);
  await page.reload();
  await expect(cards).toHaveCount(60);
  await expect(page).toHaveURL(/pages=3/);
});

test('filters and order are in the URL, and a tag filters the list', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const tag = `tag-${Date.now()}`;
  const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', { name: `Shelf of ${tag}` });
  const body = { content: 'words', status: 'PUBLISHED', tags: [tag], category_id: category.id };
  await hub.api(editor, 'POST', '/documents', { ...body, title: `Easy ${tag}`, difficulty: 'BEGINNER' });
  await hub.api(editor, 'POST', '/documents', { ...body, title: `Hard ${tag}`, difficulty: 'ADVANCED' });
  const page = await hub.open();
  await page.goto(`/docs?category_id=${category.id}`);
  await page.getByRole('link', { name: `Easy ${tag}`, exact: true }).click();
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: tag }).click();
  await expect(page).toHaveURL(`/docs?tag=${tag}`);
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: tag, exact: true }).first().click();
  await expect(page.getByText('2 documents', { exact: true })).toBeVisible();
  await page.getByLabel('Difficulty').selectOption('ADVANCED');
  await expect(page.getByText('1 document', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: `Hard ${tag}`, exact: true })).toBeVisible();
  await page.getByLabel('Sort by').selectOption('views');
  await expect(page).toHaveURL(/difficulty=ADVANCED/);
  await expect(page).toHaveURL(/sort=views/);
  await page.reload();
  await expect(page.getByLabel('Difficulty')).toHaveValue('ADVANCED');
  await page.getByRole('button', { name: `Remove the filter for the tag ${tag}` }).click();
  await expect(page).not.toHaveURL(/tag=/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/docs\?sort=views$/);
});

test('a thumbnail is changed from the card, rejected if invalid, and shown on the document', async ({
  hub,
}, testInfo) => {
  const author = await hub.createUser('CONTRIBUTOR');
  const title = `Pictured ${Date.now()}`;
  const document = await hub.api<{ slug: string }>(author, 'POST', '/documents', { title, content: 'words' });
  const page = await hub.open(author);
  await page.goto('/docs');
  // Read from disk, like a user's file: passing a large buffer takes the browser seconds.
  const choose = async (name: string, content: Buffer) => {
    const file = testInfo.outputPath(name);
    await writeFile(file, content);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: `Change the thumbnail of ${title}` }).click();
    await (await choosing).setFiles(file);
  };
  await choose('no-picture.png', Buffer.from('just words'));
  const alert = page.getByRole('alertdialog');
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'OK' }).click();
  // Rejected locally without an upload: the server's rejection would arrive only after the whole file.
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/thumbnail'))));
  await choose('large.png', Buffer.alloc(11 * 1024 ** 2));
  await expect(alert).toContainText('The file is too large: at most 10 MB are accepted.');
  expect(sent).toBe(0);
  await alert.getByRole('button', { name: 'OK' }).click();
  await choose('picture.png', onePixelPng);
  await expect(page.getByText('Thumbnail uploaded successfully!')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card.locator('img')).toHaveAttribute('src', /\/api\/files\//);
  await page.goto(`/docs/${document.slug}`);
  await expect(page.locator('article img')).toBeVisible();
});

async function startImport(page: Page, archive: { name: string; buffer: Buffer }, choices: string[] = []) {
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import Markdown…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Markdown' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose ZIP' }).click();
  await (await choosing).setFiles({ ...archive, mimeType: 'application/zip' });
  await expect(dialog.getByText(archive.name)).toBeVisible();
  for (const name of choices) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
}

test('a Markdown ZIP is imported; skipped files and a refusal show a reason, and a running import is canceled', async ({
  hub,
}) => {
  const editor = await hub.createUser('EDITOR');
  const page = await hub.open(editor);
  const mark = Date.now();
  await page.goto('/docs');
  const archive = zip({
    [`Area ${mark}/start.md`]:
      `---\ntitle: Start ${mark}\ntags: [imported]\n---\n\n` +
      'See [the next](next.md).\n\n![a picture](picture.png)\n',
    [`Area ${mark}/next.md`]: `# Next ${mark}\n\nWords.\n`,
    [`Area ${mark}/picture.png`]: onePixelPng,
    [`Area ${mark}/broken.md`]: Buffer.from([0x23, 0x20, 0xff, 0xfe, 0xc3, 0x28]),
  });
  await page.route('**/api/documents/import', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      headers: { 'Retry-After': '10' },
      body: JSON.stringify({ status: 429, code: 'x', detail: 'You already have an import running.' }),
    }),
  );
  await startImport(page, { name: 'guide.zip', buffer: archive });
  await expectDialog(page, 'Nothing was imported', 'You already have an import running.');
  await page.unroute('**/api/documents/import');

  await startImport(page, { name: 'guide.zip', buffer: archive }, ['Publish immediately']);
  const result = page.getByRole('dialog', { name: 'Import finished' });
  await expect(result).toContainText('2 documents, 1 image and 1 category were added.');
  await expect(result.getByText(`Area ${mark}/broken.md`)).toBeVisible();
  await result.getByRole('link', { name: `Start ${mark}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Start ${mark}` })).toBeVisible();
  await expect(page.getByText(`Area ${mark}`).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'a picture' })).toBeVisible();
  await page.getByRole('link', { name: 'the next' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Next ${mark}` })).toBeVisible();
  await expect(page.getByRole('main').getByText('Published', { exact: true }).first()).toBeVisible();

  await page.goto('/docs');
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${i}.md`, `# Many ${mark} ${i}\n`]));
  await startImport(page, { name: 'many.zip', buffer: zip(many) });
  const running = page.getByRole('dialog', { name: 'Importing Markdown' });
  await expect(running).toContainText(/[1-9]\d* of 400 documents/);
  await running.getByRole('button', { name: 'Cancel' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Import canceled.' });
  await expect(toast).toBeVisible();
  const left = await hub.api<unknown[]>(editor, 'GET', `/documents?author_id=${editor.id}&limit=200`);
  // Two are of the first import.
  await expect(toast).toContainText(`${left.length - 2} documents were already added.`);
  await expect(running).toBeHidden();
});

test('a former slug redirects to the current one', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const slug = `old-${Date.now()}`;
  const document = await hub.api<{ id: string }>(editor, 'POST', '/documents', {
    title: 'Moved',
    slug,
    content: '## A part\n\nwords',
    status: 'PUBLISHED',
  });
  await hub.api(editor, 'PUT', `/admin/documents/${document.id}`, { slug: `new-${slug}` });
  const page = await hub.open();
  await page.goto(`/docs/${slug}`);
  await expect(page).toHaveURL(`/docs/new-${slug}`);
  // Client-side navigation, which requests no page from the server.
  await page.goto('/docs');
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/docs/${slug}`);
  await expect(page).toHaveURL(`/docs/new-${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Moved' })).toBeVisible();
});
