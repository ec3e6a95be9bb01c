import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { createCategory, reply, startThread } from './support/forum.js';
import { expect, type Hub, test } from './support/hub.js';
import { type Language, readText } from './support/texts.js';

const modules = path.resolve(import.meta.dirname, '../../backend/src/modules');

/** The routes that the backend adds as public. */
const publicRoutes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.pages.ts'))
  .flatMap((file) => [...readFileSync(path.join(modules, file), 'utf8').matchAll(/addPublic\('([^']+)'/g)])
  .map(([, route = '']) => route);

/** An address of a public page, and words of it. */
interface Example {
  path: string;
  /** of the content, or the key of a text of the product, such as `messages.errors.notFoundTitle` */
  words: string;
  status?: number;
  /** where scripts lead, with the words in a dialog */
  leadsTo?: string;
}

const POSTS_OF_PAGE = 10;

/** Creates content for all public routes. */
async function createExamples(hub: Hub): Promise<Record<string, Example[]>> {
  const editor = await hub.createUser('EDITOR', 'Edda Rendered');
  const tag = `ssr-${Date.now()}`;
  const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', { name: `Rendered ${tag}` });
  const fields = { category_id: category.id, tags: [tag], status: 'PUBLISHED' };
  const document = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    ...fields,
    title: `Document ${tag}`,
    content:
      '## One\n\nWords of the document with [a link](/docs).\n\n```js\nconst a = 1;\n```\n\n## Two\n\n' +
      '| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n> [!NOTE]\n> A callout\n\n- [x] done\n',
  });
  const long = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    ...fields,
    title: `Long ${tag}`,
    content: `## Chapter\n\nMany words in a row.\n\n`.repeat(600) + '## The end\n\nLast words of it.',
  });
  const video = await hub.api<{ id: string; slug: string }>(editor, 'POST', '/videos', {
    title: `Video ${tag}`,
    description: 'Words of the video.',
    source_type: 'YOUTUBE',
    source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    category_id: category.id,
  });
  const forum = await createCategory(hub, 'Rendered');
  const thread = await startThread(hub, editor, forum, { title: `Thread ${tag}`, content: 'Words of the thread.' });
  for (let number = 2; number <= POSTS_OF_PAGE + 1; number++)
    await reply(hub, editor, thread, `Reply number ${number}.`);
  const missing = '/00000000-0000-4000-8000-000000000000';
  const notFound = { status: 404 };
  return {
    '/': [{ path: '/', words: `Long ${tag}` }],
    '/categories/:id': [
      { path: `/categories/${category.id}`, words: `Document ${tag}` },
      { path: `/categories${missing}`, words: 'listFilters.missingCategoryTitle', ...notFound },
    ],
    '/search': [
      { path: `/search?q=${tag}`, words: `Document ${tag}` },
      { path: '/search', words: 'searchTexts.title' },
    ],
    '/docs': [
      { path: '/docs', words: `Long ${tag}` },
      { path: `/docs?tag=${tag}&sort=views&view=list`, words: `Document ${tag}` },
      { path: '/docs?utm_source=mail', words: `Long ${tag}` },
    ],
    '/docs/:id': [
      { path: `/docs/${document.slug}`, words: 'Words of the document' },
      { path: `/docs/${long.slug}`, words: 'Last words of it.' },
      { path: '/docs/no-such-document', words: 'messages.doc.notFoundTitle', ...notFound },
    ],
    '/videos': [{ path: '/videos', words: 'videosList.title' }],
    '/videos/:id': [
      { path: `/videos/${video.slug}`, words: 'Words of the video.' },
      { path: '/videos/no-such-video', words: 'videoTexts.notFoundTitle', ...notFound },
    ],
    '/community': [{ path: '/community', words: `Thread ${tag}` }],
    '/community/category/:id': [
      { path: `/community/category/${forum.id}`, words: `Thread ${tag}` },
      { path: `/community/category${missing}`, words: 'forum.category.notFound', ...notFound },
    ],
    '/community/thread/:id': [
      { path: `/community/thread/${thread.id}`, words: 'Words of the thread.' },
      { path: `/community/thread/${thread.id}?page=2`, words: `Reply number ${POSTS_OF_PAGE + 1}.` },
      { path: `/community/thread${missing}`, words: 'forum.thread.notFound', ...notFound, leadsTo: '/community' },
    ],
    '/user/:id': [
      { path: `/user/${editor.id}`, words: `Reply number ${POSTS_OF_PAGE + 1}.` },
      { path: `/user${missing}`, words: 'userProfileTexts.notFoundTitle', ...notFound },
    ],
    '/users/:id/profile': [
      { path: `/users/${editor.id}/profile`, words: 'Edda Rendered' },
      { path: `/users${missing}/profile`, words: 'userProfileTexts.notFoundTitle', ...notFound },
    ],
  };
}

/** A guest's page whose errors, among them those of hydration and of blocked content, are collected. */
async function openWith(browser: Browser, options: BrowserContextOptions, errors: string[]): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const missing = new Set<string>();
  page.on('response', (response) => {
    if (response.status() === 404 && response.request().isNavigationRequest()) missing.add(response.url());
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    // Chromium logs the status of a missing page itself; nothing that the page requests may be missing.
    const isOfPage = missing.has(url) && message.text().startsWith('Failed to load resource');
    if (!isOfPage) errors.push(`${page.url()}: ${message.text()} (${url})`);
  });
  return page;
}

/** Marks the screen of the server, to see later whether it is still the same element. */
const markScreen = () => {
  document.addEventListener('DOMContentLoaded', () => {
    const main = document.querySelector('main');
    if (main) Object.assign(main, { isFromServer: true });
  });
};

const languages = [
  { locale: 'en-US', language: 'en' },
  { locale: 'de-DE', language: 'de' },
] as const;

/**
 * All combinations of scheme, time zone and language. Each page is opened in one of the four pairs that have nothing in
 * common, so it is seen with every value without being opened eight times.
 */
const readings = languages.flatMap((reader, isGerman) =>
  (['light', 'dark'] as const).flatMap((colorScheme, isDark) =>
    (['UTC', 'Europe/Berlin'] as const).map((timezoneId, isBerlin) => ({
      ...reader,
      colorScheme,
      timezoneId,
      pair: (isGerman ^ isDark) * 2 + (isGerman ^ isBerlin),
    })),
  ),
);
const PAIRS = 4;

const findWords = ({ words }: Example, language: Language): string => readText(words, language) ?? words;

test('every public page is in the HTML, and the browser takes it over without an error', async ({
  hub,
  browser,
  address,
}) => {
  test.setTimeout(240_000);
  const examples = await createExamples(hub);
  expect(Object.keys(examples).toSorted()).toEqual(publicRoutes.toSorted());
  const all = [
    ...Object.values(examples).flat(),
    { path: '/nowhere', words: 'messages.errors.notFoundTitle', status: 404 },
  ];

  const errors: string[] = [];
  for (const { locale, language } of languages) {
    const plain = await openWith(browser, { baseURL: address, javaScriptEnabled: false, locale }, errors);
    for (const example of all) {
      const { path: url, status = 200 } = example;
      const response = await plain.goto(url);
      expect(response?.status(), url).toBe(status);
      await expect.soft(plain.locator('html')).toHaveAttribute('lang', language);
      await expect.soft(plain.getByRole('main'), url).toContainText(findWords(example, language));
    }
    await plain.context().close();
  }

  for (const { language, pair, ...options } of readings) {
    const page = await openWith(browser, { baseURL: address, ...options }, errors);
    await page.addInitScript(markScreen);
    for (const example of all.filter((_, index) => index % PAIRS === pair)) {
      const { path: url, leadsTo } = example;
      await page.goto(url);
      await expect.soft(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', options.colorScheme);
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')),
      );
      await page.waitForLoadState('networkidle');
      if (leadsTo !== undefined) {
        await expect.soft(page.getByRole('alertdialog'), url).toContainText(findWords(example, language));
        await expect.soft(page, url).toHaveURL(leadsTo);
        continue;
      }
      await expect.soft(page.getByRole('main'), url).toContainText(findWords(example, language));
      const isKept = await page.evaluate(() => Object.hasOwn(document.querySelector('main') ?? {}, 'isFromServer'));
      expect.soft(isKept, `${url} keeps its elements`).toBe(true);
    }
    await page.context().close();
  }
  expect(errors).toEqual([]);
});

test('members get the shell, and a browser with a token only renders for its user', async ({ hub }) => {
  const user = await hub.createUser('VIEWER', 'Mia Member');
  const page = await hub.open(user);
  const response = await page.goto('/docs');
  expect(await response?.text()).toContain('<div id="root"></div>');
  await expect(page.getByRole('button', { name: 'Account of Mia Member' })).toBeVisible();

  await page.context().clearCookies();
  const rendered = await page.goto('/docs');
  expect(await rendered?.text()).not.toContain('<div id="root"></div>');
  await expect(page.getByRole('button', { name: 'Account of Mia Member' })).toBeVisible();
});

test('the browser replaces the notice of a hub that was unavailable', async ({ browser, address }) => {
  const errors: string[] = [];
  const page = await openWith(browser, { baseURL: address }, errors);
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      '<div id="root"></div>',
      '<div id="root" data-notice><main><h1>Not available</h1></main></div>',
    );
    expect(html).toContain('data-notice');
    await route.fulfill({ response, body: html, status: 503 });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Not available');
  // Of the response itself.
  expect(errors).toEqual([expect.stringContaining('the server responded with a status of 503')]);
  await page.context().close();
});
