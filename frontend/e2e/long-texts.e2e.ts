import { expect, test } from './support/hub.js';
import { pathologicalMarkdown } from './support/pathological-markdown.js';

/** On a computer at rest none takes 200 ms; tests share theirs with others, and a parser gone wild takes many seconds. */
const LIMIT_MS = 2_000;

test('100 KB of the worst markdown hold up the page for no longer than a blink', async ({ hub }) => {
  test.setTimeout(240_000);
  const author = await hub.createPerson('EDITOR');
  const page = await hub.open();
  // A parser that gives up in its worker is what the notice is for.
  hub.mayComplain(/Maximum call stack size exceeded/);
  await page.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true });
  });
  for (const [name, content] of Object.entries(pathologicalMarkdown)) {
    const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', { title: `Long: ${name} ${Date.now()}`, content, status: 'PUBLISHED' });
    await page.goto(`/docs/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.locator('article [aria-busy]')).toBeHidden({ timeout: 15_000 });
    const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { durations: number[] }).durations));
    expect.soft(longest, name).toBeLessThan(LIMIT_MS);
  }
});

test('a very long document shows its beginning, and all of it when asked', async ({ hub }) => {
  const author = await hub.createPerson('EDITOR');
  const content = Array.from({ length: 3_000 }, (_, number) => `Paragraph ${number} with **words**.`).join('\n\n');
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', { title: `Long ${Date.now()}`, content, status: 'PUBLISHED' });
  const page = await hub.open();
  await page.goto(`/docs/${slug}`);
  await expect(page.getByText('Paragraph 0 with words.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Paragraph 2999 with words.')).toBeHidden();
  await page.getByRole('button', { name: 'Show all of it' }).click();
  await expect(page.getByText('Paragraph 2999 with words.')).toBeAttached();
});
