import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { onePixelPng } from './support/images.js';

interface Document {
  id: string;
  slug: string;
}

let number = 0;
const createDocument = (hub: Hub, author: TestUser, fields: object) =>
  hub.api<Document>(author, 'POST', '/documents', {
    title: `Reading ${Date.now()} ${++number}`,
    content: 'words',
    status: 'PUBLISHED',
    ...fields,
  });

const WIDE_TABLE = `| ${'A long column | '.repeat(9)}\n|${'---|'.repeat(9)}\n| ${'some words | '.repeat(9)}\n`;
const everything = `
A claim.[^1]

## Lists

- [x] Done
- [ ] Open

## Tables

${WIDE_TABLE}

## Code

\`\`\`sql
select ${'a_long_column, '.repeat(40)} 1
\`\`\`

## Callouts

> [!WARNING]
> Take care with \`this\`.

:::tip A title
Words
:::

![A map](/api/files/map)

[^1]: The note.
`;

const noSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);

test('all of Markdown is readable at every width, light and dark', async ({ hub }) => {
  const { slug } = await createDocument(hub, await hub.createUser('EDITOR'), { content: everything });
  const page = await hub.open();
  const map =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="800" height="900"/></svg>';
  await page.route('**/api/files/map', (route) => route.fulfill({ contentType: 'image/svg+xml', body: map }));
  await page.goto(`/docs/${slug}`);
  await expect(page.getByRole('note', { name: 'Warning' })).toContainText('Take care with this.');
  await expect(page.getByRole('note', { name: 'Tip' })).toContainText(/A title\s*Words/);
  const table = page.getByRole('group', { name: 'Table' });
  const image = page.getByRole('button', { name: 'Enlarge image: A map' });
  const enlarged = page.getByRole('dialog', { name: 'A map' });
  const edges = () => table.evaluate((frame) => [frame.scrollWidth > frame.clientWidth, frame.scrollLeft > 0]);
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1100, 'dark'],
    [360, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await noSidewaysScroll(page);
    await table.evaluate((frame) => (frame.scrollLeft = 0));
    await expect.poll(edges).toEqual([true, false]);
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(edges).toEqual([true, true]);
    expect(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
    await image.press('Enter');
    await expect(enlarged.getByRole('img')).toHaveJSProperty('clientWidth', Math.min(Math.max(width - 32, 768), 1365));
    expect(await findViolations(page), `${width} ${colorScheme}, enlarged`).toEqual([]);
    const frame = enlarged.getByRole('group', { name: 'A map' });
    await frame.press('ArrowRight');
    await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft > 0)).toBe(width === 360);
    await page.keyboard.press('Escape');
    await expect(enlarged).toHaveCount(0);
    await expect(image).toBeFocused();
  }
});

test('the contents of a long document are beside the text on wide screens and above it on narrow ones', async ({
  hub,
}) => {
  const content = ['One', 'Two', 'Three']
    .map((title) => `## ${title}\n\n${'words\n\n'.repeat(40)}${'word '.repeat(1000)}\n\n`)
    .join('');
  const { slug } = await createDocument(hub, await hub.createUser('EDITOR'), { content });
  const page = await hub.open();
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`/docs/${slug}`);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link')).toHaveText(['One', 'Two', 'Three']);
  for (const width of [1100, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(contents).toBeHidden();
    await page.getByText('On this page').filter({ visible: true }).click();
    await contents.getByRole('link', { name: 'Three' }).click();
    await expect(page.getByRole('heading', { name: 'Three' })).toBeInViewport();
    await page.getByText('On this page').filter({ visible: true }).click();
  }
});

test('a thumbnail is at most 200 pixels high above the text, and each document decides where it is shown', async ({
  hub,
}) => {
  const editor = await hub.createUser('EDITOR');
  const title = `Illustrated ${Date.now()}`;
  const thumbnail_data = onePixelPng.toString('base64');
  const { id, slug } = await createDocument(hub, editor, { title, thumbnail_data });
  const page = await hub.open();
  const image = page.locator('main article img[srcset]').first();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/docs/${slug}`);
    const getHeight = async () => (await image.boundingBox())?.height;
    // It has its size when it is loaded.
    await expect.poll(getHeight).toBeGreaterThan(100);
    expect(await getHeight()).toBeLessThanOrEqual(200);
  }
  const cardImage = page.getByRole('article').filter({ hasText: title }).locator('img[srcset]');
  for (const [thumbnail_placement, onPage, onCard] of [
    ['CARD', 0, 1],
    ['NONE', 0, 0],
  ] as const) {
    await hub.api(editor, 'PUT', `/admin/documents/${id}`, { thumbnail_placement });
    await page.goto(`/docs/${slug}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(image).toHaveCount(onPage);
    await page.goto('/docs');
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
    await expect(cardImage).toHaveCount(onCard);
  }
});

test('actions of cards appear on hover and focus, and always on touch screens', async ({ hub, browser }) => {
  const author = await hub.createUser('CONTRIBUTOR');
  const title = `Hover ${Date.now()}`;
  await hub.api(author, 'POST', '/documents', { title, content: 'words' });
  const page = await hub.open(author);
  await page.goto('/docs');
  const edit = page.getByRole('link', { name: `Edit ${title}` });
  const actions = edit.locator('..');
  await expect(actions).toHaveCSS('opacity', '0');
  await page.getByRole('link', { name: title, exact: true }).hover();
  await expect(actions).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(actions).toHaveCSS('opacity', '0');
  await edit.focus();
  await expect(actions).toHaveCSS('opacity', '1');

  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  await phone.addInitScript((token) => {
    localStorage.setItem('session_token', token);
  }, author.token);
  const touch = await phone.newPage();
  await touch.goto('/docs');
  await expect(touch.getByRole('link', { name: `Edit ${title}` }).locator('..')).toHaveCSS('opacity', '1');
  await phone.close();
});

test('print has the document alone, in light colors', async ({ hub }) => {
  const { slug } = await createDocument(hub, await hub.createUser('EDITOR'), { content: everything });
  const page = await hub.open();
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  await page.goto(`/docs/${slug}`);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('group', { name: 'Reactions' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 38, 48)');
  const isCut = await page.locator('pre').evaluate((code) => code.scrollWidth > code.clientWidth);
  expect(isCut).toBe(false);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('details open by keyboard and by links to their headings, and are printed as a whole', async ({ hub }) => {
  const content =
    'words\n\n'.repeat(30) +
    '<details>\n<summary>More of it</summary>\n\n## Inside\n\nOnly for **some**.\n\n</details>\n\n' +
    '<details open>\n\nAt once\n\n</details>\n\n## After\n\nwords';
  const { slug } = await createDocument(hub, await hub.createUser('EDITOR'), { content });
  const page = await hub.open();
  await page.goto(`/docs/${slug}`);
  const summary = page.getByText('More of it');
  const hidden = page.getByText('Only for some.');
  await expect(page.getByText('At once')).toBeVisible();
  await expect(page.locator('summary').getByText('Details', { exact: true })).toBeVisible();
  await expect(hidden).toBeHidden();
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(hidden).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(hidden).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  const isRendered = () => hidden.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isRendered()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  expect(await isRendered()).toBe(false);
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Inside' }).click();
  await expect(hidden).toBeInViewport();

  const linked = await hub.open();
  await linked.goto(`/docs/${slug}#inside`);
  await expect(linked.getByRole('heading', { name: 'Inside' })).toBeInViewport();
});
