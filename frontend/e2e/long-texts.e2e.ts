import { expect, type Hub, test } from './support/hub.js';
import { watchMainThread } from './support/main-thread.js';
import { generateMarkdown } from '../../backend/test/support/markdown-families.js';

/**
 * Processor time in ms. An ordinary computer needs less than 150, and 200 would be noticeable; the test machine may be
 * half as fast. Parsing such texts on the page takes seconds.
 */
const LIMIT_MS = 400;

/** The texts with the most nodes, one of deep nesting, and some that are expensive to parse. */
const worst = {
  ...pick(['references', 'one huge table', 'headings', 'deep quotes', 'emoji'], 100_000),
  ...pick(['closed emphasis'], 30_000),
  // Below the length limit of the page, but expensive to parse.
  ...pick(['setext headings'], 9_000),
};

function pick(names: readonly string[], size: number): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, generateMarkdown(name, size)]));
}

test('100 KB of pathological markdown do not block the main thread noticeably', async ({ hub, browser }) => {
  test.setTimeout(120_000);
  const author = await hub.createUser('EDITOR');
  const page = await hub.open();
  await page.goto('/');
  const thread = await watchMainThread(browser, page);
  for (const [name, markdown] of Object.entries(worst)) {
    const body = {
      title: `Long: ${name} ${Date.now()}`,
      content: `The ${name} begin here.\n\n${markdown}`,
      status: 'PUBLISHED',
    };
    const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', body);
    await thread.begin(name);
    // Client-side navigation, so that the page is not loaded for each text.
    await page.evaluate((url) => history.pushState(null, '', url), `/docs/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByText(`The ${name} begin here.`)).toBeVisible({ timeout: 15_000 });
  }
  const longest = await thread.longestTasks();
  expect([...longest.keys()]).toEqual(Object.keys(worst));
  for (const [name, ms] of longest) {
    expect.soft(ms, name).toBeGreaterThan(0);
    expect.soft(ms, name).toBeLessThan(LIMIT_MS);
  }
});

test('a text that is too large to format is shown as plain text without blocking', async ({ hub, browser }) => {
  const author = await hub.createUser('EDITOR');
  const page = await hub.open();
  await page.goto('/');
  // Each has more elements than a page can show.
  const texts = {
    document: generateMarkdown('many code spans', 200_000),
    comment: generateMarkdown('a wide table with empty rows', 9_900),
  };
  const { slug, id } = await hub.api<{ slug: string; id: string }>(author, 'POST', '/documents', {
    title: `Intricate ${Date.now()}`,
    content: `It begins here.\n\n${texts.document}`,
    status: 'PUBLISHED',
  });
  await hub.api(author, 'POST', '/comments', { content_type: 'document', content_id: id, content: texts.comment });
  const thread = await watchMainThread(browser, page);
  await thread.begin('intricate');
  await page.evaluate((url) => history.pushState(null, '', url), `/docs/${slug}`);
  await expect(page.getByText('too large to format')).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByText('It begins here.')).toBeVisible();
  const longest = await thread.longestTasks();
  expect(longest.get('intricate')).toBeGreaterThan(0);
  expect(longest.get('intricate')).toBeLessThan(LIMIT_MS);
});

test('a worker that does not end is given up after a minute, and started again on request', async ({ hub }) => {
  const path = await publish(hub, 'A line with **words**.\n\n'.repeat(1_000));
  // Guests get the text from the server.
  const page = await hub.open(await hub.createUser());
  await page.clock.install();
  // The first message to the worker is dropped, as if the device were too busy.
  await page.addInitScript(() => {
    const send = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage') ?? {};
    Worker.prototype.postMessage = () => {
      Object.defineProperty(Worker.prototype, 'postMessage', send);
      document.documentElement.dataset['sent'] = 'yes';
    };
  });
  await page.goto(path);
  await expect(page.locator('html[data-sent]')).toBeAttached({ timeout: 15_000 });
  await page.clock.fastForward(10_000);
  await expect(page.getByText('could not be formatted')).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await expect(page.getByText('A line with **words**.')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('A line with words.').first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('could not be formatted')).toHaveCount(0);
});

const sections = (count: number) =>
  Array.from({ length: count }, (_, n) => `## Section ${n}\n\nWords of section ${n} with **emphasis**.`).join('\n\n');

async function publish(hub: Hub, content: string): Promise<string> {
  const author = await hub.createUser('EDITOR');
  const body = { title: `Long ${Date.now()}`, content, status: 'PUBLISHED' };
  return `/docs/${(await hub.api<{ slug: string }>(author, 'POST', '/documents', body)).slug}`;
}

test('a very long document appears at once, and to its end for the search of the browser', async ({ hub, browser }) => {
  const path = await publish(hub, sections(600));
  const page = await hub.open();
  await page.goto('/');
  const thread = await watchMainThread(browser, page);
  await thread.begin('long');
  await page.evaluate((url) => history.pushState(null, '', url), path);
  await expect(page.getByRole('heading', { name: 'Section 0', exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'Section 599' })).toBeAttached({ timeout: 15_000 });
  expect((await thread.longestTasks()).get('long')).toBeLessThan(LIMIT_MS);
  await expect(page.getByText('Not all of it is shown')).toBeHidden();
  expect(
    await page.evaluate(() => (window as unknown as { find: (text: string) => boolean }).find('of section 598')),
  ).toBe(true);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Section 590' }).click();
  await expect(page.getByRole('heading', { name: 'Section 590' })).toBeInViewport();
  // A link leads to a late heading at once.
  await page.goto('/');
  await page.goto(`${path}#section-560`);
  await expect(page.getByRole('heading', { name: 'Section 560' })).toBeInViewport({ timeout: 15_000 });
});

test('a very long document is printed to its end, however soon', async ({ hub }) => {
  const path = await publish(hub, sections(1500));
  const page = await hub.open(await hub.createUser());
  // The page is never idle, so that only the beginning is rendered before.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Section 0', exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'Section 1499' })).toHaveCount(0);
  // The worker has sent all parts a moment later.
  await expect(async () => {
    await page.pdf();
    await expect(page.getByRole('heading', { name: 'Section 1499' })).toBeAttached({ timeout: 100 });
  }).toPass({ timeout: 15_000 });
});

test('a huge table is shown to its end, in steps', async ({ hub, browser }) => {
  const page = await hub.open();
  // Several steps of rendering. The layout of a table is one task of the browser, and grows with its rows.
  const table = `| A | B |\n|---|---|\n${Array.from({ length: 2_000 }, (_, n) => `| row ${n} | b |\n`).join('')}`;
  const path = await publish(hub, `First\n\n${table}\nLast`);
  await page.goto('/');
  const thread = await watchMainThread(browser, page);
  await thread.begin('table');
  await page.evaluate((url) => history.pushState(null, '', url), path);
  await expect(page.getByText('row 0', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('row 1999')).toBeAttached({ timeout: 15_000 });
  await expect(page.getByText('Last', { exact: true })).toBeAttached({ timeout: 15_000 });
  await expect(page.getByText('Not all of it is shown')).toHaveCount(0);
  expect((await thread.longestTasks()).get('table')).toBeLessThan(LIMIT_MS);
});
