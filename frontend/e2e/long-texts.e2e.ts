import { expect, test } from './support/hub.js';
import { watchMainThread } from './support/main-thread.js';
import { pathologicalMarkdown } from './support/pathological-markdown.js';

/**
 * Of processor time. On an ordinary computer none takes 150 ms, and 200 ms would be felt; the machine that runs the tests
 * may be less than half as fast. Where the page itself works on such a text, it is seconds.
 */
const LIMIT_MS = 400;

/** Those with the most to draw, one that the parser gives up, and one that it works on for seconds. */
const worst = {
  ...pick(
    ['plain paragraphs', 'references', 'many code spans', 'one huge table', 'headings', 'code fences', 'footnotes'],
    100_000,
  ),
  ...pick(['deep quotes'], 100_000),
  ...pick(['closed emphasis'], 30_000),
};

function pick(names: readonly string[], size: number): Record<string, string> {
  return Object.fromEntries(Object.entries(pathologicalMarkdown(size)).filter(([name]) => names.includes(name)));
}

test('100 KB of the worst markdown hold up the page for no longer than a blink', async ({ hub, browser }) => {
  test.setTimeout(120_000);
  const author = await hub.createPerson('EDITOR');
  const page = await hub.open();
  // A parser that gives up in its worker is what the notice is for.
  hub.mayComplain(/Maximum call stack size exceeded/);
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
    // As a link would lead there, so that the page is not loaded anew for each.
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

test('a very long document shows its beginning, and all of it when asked', async ({ hub }) => {
  const author = await hub.createPerson('EDITOR');
  const content = Array.from({ length: 3_000 }, (_, number) => `Paragraph ${number} with **words**.`).join('\n\n');
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title: `Long ${Date.now()}`,
    content,
    status: 'PUBLISHED',
  });
  const page = await hub.open();
  await page.goto(`/docs/${slug}`);
  await expect(page.getByText('Paragraph 0 with words.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Paragraph 2999 with words.')).toBeHidden();
  await page.getByRole('button', { name: 'Show all of it' }).click();
  await expect(page.getByText('Paragraph 2999 with words.')).toBeAttached();
});
