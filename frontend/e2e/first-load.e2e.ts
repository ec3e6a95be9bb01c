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

test('a document page loads at most 170 KB of script (brotli), and 300 KiB (gzip) and 15 requests in all', async ({
  hub,
}) => {
  const editor = await hub.createUser('EDITOR');
  const { slug } = await hub.api<{ slug: string }>(editor, 'POST', '/documents', {
    title: `Light ${Date.now()}`,
    content: '## One\n\nwords\n\n## Two\n\nwords',
    status: 'PUBLISHED',
  });
  const page = await hub.open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`/docs/${slug}`);
  await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible();
  await waitUntilSettled(page);
  const getSizes = (accepted: 'br' | 'gzip') =>
    Promise.all(
      requests.map(async (url) => {
        const { 'content-length': length, 'content-encoding': encoding } = (
          await page.request.get(url, { headers: { 'accept-encoding': accepted } })
        ).headers();
        return { path: new URL(url).pathname, size: Number(length), encoding };
      }),
    );
  const scripts = (await getSizes('br')).filter(({ path }) => path.endsWith('.js'));
  expect(scripts.map(({ encoding }) => encoding)).toEqual(scripts.map(() => 'br'));
  expect(sum(scripts), JSON.stringify(scripts)).toBeLessThan(170_000);
  expect(sum(await getSizes('gzip')) / KIB).toBeLessThan(300);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(15);
});
