import { createCategory, startThread } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const titleIn = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

test("a preload for the cookie's user is not shown to the token's user", async ({ hub }) => {
  const [anna, bert] = [
    await hub.createUser('CONTRIBUTOR', 'Anna Cookie'),
    await hub.createUser('VIEWER', 'Bert Token'),
  ];
  const editor = await hub.createUser('EDITOR');
  const document = await hub.api<{ id: string; slug: string }>(anna, 'POST', '/documents', {
    title: `By Anna ${Date.now()}`,
    content: 'words',
  });
  await hub.api(editor, 'PUT', `/documents/${document.id}/status`, { status: 'PUBLISHED' });
  const page = await hub.open(anna);
  await page.addInitScript((token) => localStorage.setItem('session_token', token), bert.token);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));

  await page.goto(`/docs/${document.slug}`);
  await expect(page.getByRole('button', { name: 'Account of Bert Token' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('By Anna');
  // Anna may edit the document, Bert may not.
  await expect(page.getByRole('link', { name: 'Edit Document' })).toBeHidden();
  expect(requests).toEqual(expect.arrayContaining(['/api/auth/me', `/api/documents/${document.slug}`]));
});

test("a preload for the token's user replaces the first requests", async ({ hub }) => {
  const anna = await hub.createUser('CONTRIBUTOR', 'Anna Both');
  const document = await hub.api<{ id: string; slug: string }>(anna, 'POST', '/documents', {
    title: `Known ${Date.now()}`,
    content: 'words\n\n'.repeat(100),
  });
  const page = await hub.open(anna);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`/docs/${document.slug}`);
  await expect(page.getByRole('link', { name: 'Edit Document' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Like' })).toBeEnabled();
  // The notification stream opens later.
  const calls = () => requests.filter((path) => path.startsWith('/api/') && path !== '/api/notifications/stream');
  expect(calls()).toEqual([]);
  // Content below the fold is loaded on scrolling.
  await page.getByRole('button', { name: 'Like' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('No comments yet')).toBeVisible();
  await expect(page.getByText('No threads about this document yet.')).toBeVisible();
  expect(calls().toSorted()).toEqual([
    `/api/comments/document/${document.id}/threads`,
    `/api/forum/items/document/${document.id}/threads`,
  ]);
});

test('the cookie alone signs in, and signing out clears the preload', async ({ hub }) => {
  const anna = await hub.createUser('CONTRIBUTOR', 'Anna Only');
  const page = await hub.open(anna);
  await page.addInitScript(() => localStorage.removeItem('session_token'));
  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Account of Anna Only' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});

test('the selected color scheme applies before any script runs', async ({ hub }) => {
  const page = await hub.open(await hub.createUser());
  for (const [chosen, system, background] of [
    ['Dark', 'light', 'rgb(20, 27, 34)'],
    ['Light', 'dark', 'rgb(251, 252, 253)'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: chosen }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', chosen.toLowerCase());
    await page.route('**/*.js', (route) => route.abort());
    await page.reload();
    await expect(page.locator('html')).toHaveCSS('background-color', background);
    await page.unroute('**/*.js');
    await page.reload();
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'System' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', system);
    await page.route('**/*.js', (route) => route.abort());
    await page.reload();
    await expect(page.locator('html')).not.toHaveCSS('background-color', background);
    await page.unroute('**/*.js');
  }
});

test("page titles match the server's HTML and contain the configured site name", async ({ hub }) => {
  test.setTimeout(60_000);
  const editor = await hub.createUser('ADMIN');
  const body = {
    title: `Plain ${Date.now()}`,
    meta_title: `For search engines ${Date.now()}`,
    content: 'words',
    status: 'PUBLISHED',
  };
  const { id, slug } = await hub.api<{ id: string; slug: string }>(editor, 'POST', '/documents', body);
  const page = await hub.open(editor);
  await page.route(/^https?:\/\/[^/]+\/$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('Knowledge Hub', 'Our Shelf') });
  });
  await page.goto('/');
  await expect(page.getByRole('banner').getByText('Our Shelf')).toBeVisible();
  expect(await page.title()).toMatch(/Our Shelf$/);
  for (const path of [
    '/docs',
    `/docs/${slug}`,
    `/docs/${id}/edit`,
    `/docs/${id}/revisions`,
    '/docs/create',
    '/search?q=words',
    '/admin/categories',
    '/admin/analytics',
    '/admin/users',
    '/admin/groups',
    '/admin/role-codes',
    '/user/profile',
    '/user/bookmarks',
    '/notifications',
    '/docs/no-such-document',
    '/nowhere',
  ]) {
    const written = titleIn(await (await page.request.get(path, { headers: { accept: 'text/html' } })).text());
    expect(written, path).toMatch(/Knowledge Hub$/);
    // Client-side navigation, so that the title is the app's.
    await page.evaluate((url) => history.pushState(null, '', url), path);
    await expect.poll(() => page.title(), path).toBe(written?.replace('Knowledge Hub', 'Our Shelf'));
  }
  const guest = await hub.open();
  for (const path of ['/login', '/forgot-password', '/reset-password', '/verify-email']) {
    const response = await guest.goto(path);
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await guest.title(), path).toBe(titleIn((await response?.text()) ?? ''));
  }
});

const KIB = 1024;
const sum = (sizes: { size: number }[]) => sizes.reduce((all, { size }) => all + size, 0);

/**
 * What a guest's first page may load, in thousands of bytes as they are sent to browsers: its HTML and the files of the
 * build. Images are the users'. docs/known-gaps.md says why scripts are above their goal.
 */
const budgets = {
  home: { all: 200, script: 148 },
  document: { all: 240, script: 145 },
  thread: { all: 220, script: 157 },
  // Full: the HTML of 24 cards has 14 KB.
  list: { all: 210, script: 155 },
  community: { all: 225, script: 165 },
};

for (const locale of ['en-US', 'de-DE'])
  test(`first pages of guests in ${locale} stay within their budgets`, async ({ hub }) => {
    test.setTimeout(90_000);
    const editor = await hub.createUser('EDITOR');
    const { slug } = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
      title: `Light ${Date.now()}`,
      content: '## One\n\nwords\n\n```js\nconst a = 1;\n```\n\n## Two\n\nwords',
      status: 'PUBLISHED',
    });
    const thread = await startThread(hub, editor, await createCategory(hub, 'Light'));
    const paths = {
      home: '/',
      document: `/docs/${slug}`,
      thread: `/community/thread/${thread.id}`,
      list: '/docs',
      community: '/community',
    };
    for (const [name, budget] of Object.entries(budgets)) {
      const page = await hub.open(undefined, { locale });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(paths[name as keyof typeof paths]);
      await waitUntilSettled(page);
      if (name === 'document') {
        await expect(page.locator('pre .hljs-keyword')).toHaveText('const');
        expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(15);
      }
      // Neither what texts are parsed with, nor forms, menus and administration.
      expect.soft(requests.join('\n'), name).not.toMatch(/markdown|highlighting|menus-|admin-/);
      const files = requests.filter((url, index) => index === 0 || url.includes('/assets/'));
      const getSizes = (accepted: 'br, gzip' | 'gzip') =>
        Promise.all(
          files.map(async (url) => {
            const headers = { 'accept-encoding': accepted };
            const { 'content-length': length } = (await page.request.get(url, { headers })).headers();
            return { path: new URL(url).pathname, size: Number(length) };
          }),
        );
      const sizes = await getSizes('br, gzip');
      const text = `${name}: ${JSON.stringify(sizes)}`;
      expect.soft(sum(sizes) / 1000, text).toBeLessThanOrEqual(budget.all);
      const scripts = sizes.filter(({ path }) => path.endsWith('.js'));
      expect.soft(sum(scripts) / 1000, text).toBeLessThanOrEqual(budget.script);
      expect.soft(sum(await getSizes('gzip')) / KIB, name).toBeLessThan(300);
      await page.context().close();
    }
  });
