import { writeFile } from 'node:fs/promises';
import { expect, test } from './support/hub.js';
import { pixel } from './support/pictures.js';
import { zip } from './support/zip.js';

test('what "Load more" brought stands at the same place on the way back, and after a reload', async ({ hub }) => {
  test.setTimeout(90_000);
  const editor = await hub.createPerson('EDITOR');
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
  await page.waitForTimeout(300); // the router notes where one is a moment after scrolling
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

test('filters and order stand in the address, and a tag leads to all that carries it', async ({ hub }) => {
  const editor = await hub.createPerson('EDITOR');
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

test('the thumbnail is changed from the card, refused when it is none, and shown on the document', async ({
  hub,
}, testInfo) => {
  const author = await hub.createPerson('CONTRIBUTOR');
  const title = `Pictured ${Date.now()}`;
  const document = await hub.api<{ slug: string }>(author, 'POST', '/documents', { title, content: 'words' });
  const page = await hub.open(author);
  await page.goto('/docs');
  // From the disk, as a person does: to hand a large one over takes the browser seconds.
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
  // Told at once, and not sent: the server would say the same, and be heard only after all of it.
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/thumbnail'))));
  await choose('large.png', Buffer.alloc(11 * 1024 ** 2));
  await expect(alert).toContainText('The file is too large: at most 10 MB are accepted.');
  expect(sent).toBe(0);
  await alert.getByRole('button', { name: 'OK' }).click();
  await choose('picture.png', pixel);
  await expect(page.getByText('Thumbnail uploaded successfully!')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card.locator('img')).toHaveAttribute('src', /\/api\/files\//);
  await page.goto(`/docs/${document.slug}`);
  await expect(page.locator('article img')).toBeVisible();
});

test('a thumbnail chosen in the form is saved with the document, and removed there again', async ({ hub }) => {
  const page = await hub.open(await hub.createPerson('CONTRIBUTOR'));
  const title = `With a picture ${Date.now()}`;
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByRole('textbox', { name: 'Content', exact: true }).fill('words');
  await page.getByLabel('Tags').fill('one,two,');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose picture' }).click();
  await (await choosing).setFiles({ name: 'wide.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByRole('img', { name: 'The thumbnail will be wide.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('article img')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Document' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('article img')).toBeHidden();
});

test('a ZIP of Markdown becomes documents, what cannot is named with its reason, and everything comes out again', async ({
  hub,
}) => {
  const page = await hub.open(await hub.createPerson('CONTRIBUTOR'));
  const mark = Date.now();
  await page.goto('/docs');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import Markdown…' }).click();
  const archive = zip({
    'guide/start.md': `---\ntitle: Start ${mark}\ntags: [imported]\n---\n\nSee [the next](next.md).\n\n![a picture](picture.png)\n`,
    'guide/next.md': `# Next ${mark}\n\nWords.\n`,
    'guide/picture.png': pixel,
    'guide/broken.md': Buffer.from([0x23, 0x20, 0xff, 0xfe, 0xc3, 0x28]),
  });
  await (await choosing).setFiles({ name: 'guide.zip', mimeType: 'application/zip', buffer: archive });
  const result = page.getByRole('dialog', { name: 'Import finished' });
  await expect(result.getByRole('link', { name: `Start ${mark}` })).toBeVisible();
  await expect(result.getByText('guide/broken.md')).toBeVisible();
  await result.getByRole('link', { name: `Start ${mark}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Start ${mark}` })).toBeVisible();
  await expect(page.getByRole('img', { name: 'a picture' })).toBeVisible();
  await page.getByRole('link', { name: 'the next' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Next ${mark}` })).toBeVisible();

  await page.goto('/docs');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Export as ZIP' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
});

test('an address the document had before leads to the one it has', async ({ hub }) => {
  const editor = await hub.createPerson('EDITOR');
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
  // Within the product, where no server is asked for a page.
  await page.goto('/docs');
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/docs/${slug}`);
  await expect(page).toHaveURL(`/docs/new-${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Moved' })).toBeVisible();
});
