import { rmSync } from 'node:fs';
import { expect, type Hub, type TestUser } from './support/hub.js';
import { testWithOwnHub } from './support/own-hub.js';
import { admin } from './support/product-under-test.js';
import { buildPseudoLanguage, listForeignTexts, showPseudoLanguage } from './support/pseudo-language.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const test = testWithOwnHub();

/** Words that no language translates: names, keys, codes, units and examples. */
const NAMES = [
  /^(Knowledge Hub|Administrator|English|Deutsch)$/,
  // Ids, an address, the browser of a session, and a label of a library for an element that is not shown.
  /^(title: )?[\da-f-]{8,}$/,
  /admin@example\.org$/,
  /^Playwright/,
  /^aria-label: autosize measurement$/,
  // Codes of roles, and CSS.
  /^(ADMIN|EDITOR|REVIEWER|CONTRIBUTOR|VIEWER)( ⟦[^⟧]*⟧)?$/,
  /^\.role-/,
  // Keys with the same name in all languages.
  /\(⟦[^⟧]*⟧\+.*\)$/,
];

/** Content without letters, so that every letter on a page is a text of the product. */
async function createContent(hub: Hub, author: TestUser): Promise<string[]> {
  const category = await hub.api<{ id: string }>(author, 'POST', '/categories', { name: '100' });
  const fields = { title: '200', category_id: category.id, status: 'PUBLISHED', content: '## 201\n\n202\n' };
  const document = await hub.api<{ slug: string }>(author, 'POST', '/documents', fields);
  const forum = await hub.api<{ id: string }>(author, 'POST', '/forum/categories', { name: '300', description: '301' });
  const thread = await hub.api<{ id: string }>(author, 'POST', `/forum/categories/${forum.id}/threads`, {
    title: '302 303',
    content: '304',
  });
  return [`/docs/${document.slug}`, `/community/thread/${thread.id}`, `/community/category/${forum.id}`];
}

const guestPages = ['/', '/docs', '/videos', '/community', '/search?q=200', '/login', '/nowhere', '/s/unknown'];
const adminPages = [
  '/',
  '/docs/create',
  '/user/profile?tab=settings',
  '/notifications',
  '/admin',
  '/admin/users',
  '/admin/permissions',
  '/admin/settings',
  '/admin/share-links',
  '/admin/audit-log',
  '/admin/analytics',
  '/admin/api-tokens',
  '/admin/categories',
  '/admin/content',
  '/admin/forum-categories',
  '/admin/moderation',
  '/admin/groups',
  '/admin/role-codes',
  '/admin/role-display',
  '/admin/role-styling',
  '/admin/roles',
  '/admin/trash',
  '/user/bookmarks',
  '/user/trash',
  '/videos/create',
];

test('every text is in the catalogue, and texts of more than usual length fit', async ({ hub }) => {
  test.setTimeout(120_000);
  const folder = await buildPseudoLanguage();
  const { user, session_token: token } = await hub.api<{ user: { id: string }; session_token: string }>(
    null,
    'POST',
    '/auth/login-manual',
    admin,
  );
  const owner = { ...admin, id: user.id, name: '1', token };
  await hub.api(owner, 'PUT', '/profile', { name: '1' });
  const pages = await createContent(hub, owner);
  for (const [reader, paths] of [
    [undefined, [...guestPages, ...pages]],
    [owner, [...adminPages, ...pages.slice(0, 2)]],
  ] as const) {
    const page = await hub.open(reader);
    await showPseudoLanguage(page, folder);
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await waitUntilSettled(page, 50);
      const foreign = (await listForeignTexts(page)).filter((text) => !NAMES.some((name) => name.test(text)));
      expect.soft(foreign, path).toEqual([]);
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(overflow, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  }
  rmSync(folder, { recursive: true });
});
