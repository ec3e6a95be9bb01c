import { expect, test } from './support/hub.js';
import { watchMainThread } from './support/main-thread.js';
import { generateMarkdown } from '../../backend/test/support/markdown-families.js';

/**
 * Processor time in ms. An ordinary computer needs less than 150, and 200 would be noticeable; the test machine may be
 * half as fast. Parsing such texts on the page takes seconds.
 */
const LIMIT_MS = 400;

/** The texts with the most nodes, one that exceeds the parser's nesting limit, and some that take seconds. */
const worst = {
  ...pick(
    ['plain paragraphs', 'references', 'many code spans', 'one huge table', 'headings', 'code fences', 'footnotes'],
    100_000,
  ),
  ...pick(['deep quotes', 'one long line', 'emoji'], 100_000),
  ...pick(['closed emphasis'], 30_000),
  // Below the length limit of the page, but expensive to parse.
  ...pick(['a wide table with empty rows', 'nested emphasis', 'setext headings'], 9_000),
};

function pick(names: readonly string[], size: number): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, generateMarkdown(name, size)]));
}

test('100 KB of pathological markdown do not block the main thread noticeably', async ({ hub, browser }) => {
  test.setTimeout(120_000);
  const author = await hub.createUser('EDITOR');
  const page = await hub.open();
  // The notice covers parser failures in the worker.
  hub.allowComplaints(/Maximum call stack size exceeded/);
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

test('a text that takes longer than two seconds to format is shown as plain text without blocking', async ({
  hub,
  browser,
}) => {
  const author = await hub.createUser('EDITOR');
  const page = await hub.open();
  await page.goto('/');
  // Each takes the parser more than ten seconds.
  const texts = {
    document: generateMarkdown('nested emphasis', 100_000),
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
  const began = Date.now();
  await page.evaluate((url) => history.pushState(null, '', url), `/docs/${slug}`);
  await expect(page.getByText('takes too long to format')).toHaveCount(2, { timeout: 30_000 });
  // The parser's time limit is 2 s; the rest is tolerance for a busy machine.
  expect(Date.now() - began).toBeLessThan(8_000);
  await expect(page.getByText('It begins here.')).toBeVisible();
  const longest = await thread.longestTasks();
  expect(longest.get('intricate')).toBeGreaterThan(0);
  expect(longest.get('intricate')).toBeLessThan(LIMIT_MS);
});

test('a text that timed out is formatted on request', async ({ hub }) => {
  const author = await hub.createUser('EDITOR');
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title: `Slow ${Date.now()}`,
    content: 'A line with **words**.\n\n'.repeat(1_000),
    status: 'PUBLISHED',
  });
  const page = await hub.open();
  // The first message to the worker is dropped, as if the device were too busy.
  await page.addInitScript(() => {
    const send = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage') ?? {};
    Worker.prototype.postMessage = () => {
      Object.defineProperty(Worker.prototype, 'postMessage', send);
    };
  });
  await page.goto(`/docs/${slug}`);
  await expect(page.getByText('A line with **words**.')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Format it anyway' }).click();
  await expect(page.getByText('A line with words.').first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('takes too long to format')).toHaveCount(0);
});

test('a very long document shows its beginning, and everything on request', async ({ hub }) => {
  const author = await hub.createUser('EDITOR');
  const content = Array.from({ length: 1_000 }, (_, number) => `Paragraph ${number} with **words**.`).join('\n\n');
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title: `Long ${Date.now()}`,
    content,
    status: 'PUBLISHED',
  });
  const page = await hub.open();
  await page.goto(`/docs/${slug}`);
  await expect(page.getByText('Paragraph 0 with words.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Paragraph 999 with words.')).toBeHidden();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByText('Paragraph 999 with words.')).toBeAttached();
});
