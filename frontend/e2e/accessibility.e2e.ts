import type { Page } from '@playwright/test';
import { findBarriers } from './support/adaptation.js';
import { findViolations } from './support/axe.js';
import { writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const text =
  '## A chapter\n\nWords with `code` and [a link](/docs).\n\n- [x] done\n- a point\n\n```js\nconst a = 1;\n```\n\n' +
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n### A section\n\n> quoted\n';
const widths = [1280, 360];
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];
/** Axe rules about colors. The second scheme changes only colors, so the other rules run once. */
const aboutColors = ['color-contrast', 'link-in-text-block'];

/** Checks the current page with axe in both color schemes. The first is checked with all rules. */
async function expectClean(page: Page, what: string, checked: readonly Scheme[] = schemes): Promise<void> {
  for (const colorScheme of checked) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const found = await findViolations(page, colorScheme === checked[0] ? undefined : aboutColors);
    expect.soft(found, `${what} (${colorScheme})`).toEqual([]);
  }
}

/**
 * Loads each screen once and changes color scheme and width in place, as users can. What is only on narrow screens has
 * the colors of the rest, so it is checked in one scheme.
 */
async function check(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await waitUntilSettled(page, 100);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectClean(page, `${path} at ${width}`, width === widths[0] ? schemes : ['dark']);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
  expect.soft(await findBarriers(page), `${path}, adapted`).toEqual([]);
}

const screens = {
  'without a session': [
    '/forgot-password',
    '/reset-password',
    '/reset-password#token=made-up',
    '/verify-email#token=made-up',
    '/invitation#token=made-up',
    '/login',
  ],
  guest: [
    '/',
    '/docs?tag=:tag',
    '/docs?tag=:tag&view=list',
    '/categories/:category',
    '/docs?status=ARCHIVED',
    '/docs/:slug',
    '/docs/no-such-document',
    '/nowhere',
    '/search',
    '/search?q=a+document',
    '/search?q=nosuchwordanywhere',
  ],
  EDITOR: [
    '/',
    '/docs?tag=:tag&sort=views',
    '/docs/:slug',
    '/docs/create',
    '/docs/:id/edit',
    '/docs/:id/revisions',
    '/admin',
    '/admin/content',
    '/admin/categories',
    '/user/bookmarks?type=video',
  ],
  ADMIN: [
    '/admin',
    '/admin/users?q=:mail',
    '/admin/users?tab=invitations',
    '/admin/groups',
    '/admin/role-codes',
    '/admin/audit-log?actor=:self',
    '/admin/settings',
  ],
  // A separate test, so that it runs in parallel.
  REVIEWER: [
    '/user/profile',
    '/user/profile?tab=activity',
    '/user/profile?tab=settings',
    '/user/profile?tab=notifications',
    '/user/:editor',
    '/user/nobody',
    '/admin/users',
    '/notifications',
  ],
};

for (const [role, paths] of Object.entries(screens)) {
  test(`every screen of ${role} has no axe violations in both schemes, wide and narrow`, async ({ hub }) => {
    test.setTimeout(120_000);
    const editor = await hub.createUser('EDITOR', 'Edda Editor');
    const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', {
      name: `Axe ${role} ${Date.now()}`,
    });
    const tag = `axe-${Date.now()}`;
    const tags = [tag, 'two', 'three', 'four', 'five', 'six'];
    const body = {
      title: `A document for ${role}`,
      summary: 'A summary of it.',
      content: text,
      category_id: category.id,
      status: 'PUBLISHED',
      tags,
    };
    const document = await hub.api<{ slug: string; id: string }>(editor, 'POST', '/documents', body);
    await hub.api(editor, 'PUT', `/admin/documents/${document.id}`, {
      content: `${text}\nOne more line, and [a broken link](/docs/nowhere).`,
      note: 'A line more',
    });
    await hub.api(editor, 'PUT', '/profile', {
      bio: 'I write.',
      skills: ['Writing'],
      location: 'Jena',
      website: 'https://example.org',
    });
    const isGuest = ['guest', 'without a session'].includes(role);
    const user = role === 'EDITOR' ? editor : await hub.createUser(isGuest ? 'VIEWER' : role);
    if (role === 'ADMIN') {
      await hub.api(user, 'POST', '/admin/groups', { name: `Axe ${Date.now()}`, description: 'Everyone who checks' });
      await hub.api(user, 'POST', '/admin/role-codes', { role: 'EDITOR', max_uses: 2 });
      await hub.api(user, 'POST', '/admin/invitations', { email: `axe-${Date.now()}@example.org`, role: 'VIEWER' });
    }
    const page = await hub.open(isGuest ? undefined : user);
    for (const path of paths)
      await check(
        page,
        path
          .replace(':slug', document.slug)
          .replace(':id', document.id)
          .replace(':category', category.id)
          .replace(':editor', editor.id)
          .replace(':self', user.id)
          .replace(':mail', user.email)
          .replace(':tag', tag),
      );
  });
}

test('role screens and dialogs have no axe violations in both schemes, wide and narrow', async ({ hub }) => {
  test.setTimeout(120_000);
  const admin = await hub.createUser('ADMIN');
  // The maximum length without a break opportunity.
  const role = `AXE_${Date.now()}_`.padEnd(50, 'L');
  await hub.api(admin, 'POST', '/admin/custom-roles', {
    name: role,
    display_name: 'Checked by axe, Donaudampfschifffahrtsgesellschaftskapitänin',
    color: '#0EA5E9',
  });
  const person = await hub.createUser(role, `Person${Date.now()}`.padEnd(100, 'n'));
  const page = await hub.open(admin);
  for (const path of [
    '/admin/role-display',
    `/admin/permissions?role=${role}`,
    `/admin/role-styling?role=${role}`,
    '/admin/roles',
    `/admin/users?q=${person.email}`,
  ])
    await check(page, path);
  await check(await hub.open(person), '/user/profile?tab=settings');
  // Badges with an unreadable text color are rendered with a readable one.
  await page.goto('/admin/role-display');
  for (const name of ['CONTRIBUTOR Contributor', /Checked by axe/]) await page.getByRole('switch', { name }).check();
  await expect(page.locator('[data-role=CONTRIBUTOR]').getByText('Contributor', { exact: true })).toBeVisible();
  await expectClean(page, 'badges');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.goto('/admin/roles');
  await page.getByRole('button', { name: 'Create Role' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Role' })).toBeVisible();
  await expectClean(page, 'create role');
});

test('palette, suggestions and category dialogs have no axe violations in both schemes, wide and narrow', async ({
  hub,
}) => {
  test.setTimeout(120_000);
  const editor = await hub.createUser('EDITOR');
  const name = `Axe ${Date.now()}`;
  const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', { name });
  await hub.api(editor, 'POST', '/categories', { name: `Other ${name}` });
  await hub.api(editor, 'POST', '/documents', {
    title: `Axolotls ${name}`,
    content: 'An axolotl smiles.',
    category_id: category.id,
  });
  const page = await hub.open(editor);
  await page.goto('/search');
  const box = page.getByRole('combobox', { name: 'Search the hub' });
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
  await box.fill('axolo');
  await expect(suggestions).toBeVisible();
  await box.press('ArrowDown');
  await expect(suggestions.getByRole('option', { selected: true })).toBeVisible();
  await expectClean(page, 'suggestions');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expect(palette.getByRole('option', { name: 'Categories' })).toBeVisible();
  await expectClean(page, 'palette');
  await page.keyboard.type('axolo');
  await expect(palette.getByRole('option', { name: /Axolotls/ }).first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectClean(page, 'palette with results at 360');
  await page.goto('/admin/categories');
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Category' })).toBeVisible();
  await expectClean(page, 'edit category at 360');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: /is not empty/ })).toBeVisible();
  await expectClean(page, 'move the content of a category at 360');
});

test('reactions, comments and bookmarks have no axe violations in both schemes, wide and narrow', async ({ hub }) => {
  test.setTimeout(120_000);
  const editor = await hub.createUser('EDITOR', 'Edda Editor');
  const body = {
    title: `Discussed ${Date.now()}`,
    content: `${text}\n\nA note[^1].\n\n[^1]: Of the text.`,
    status: 'PUBLISHED',
  };
  const document = await hub.api<{ id: string; slug: string }>(editor, 'POST', '/documents', body);
  const subject = { content_type: 'document', content_id: document.id };
  await hub.api(editor, 'POST', '/bookmarks', subject);
  const { id } = await hub.api<{ id: string }>(editor, 'POST', '/comments', {
    ...subject,
    content: `${text}\n\nSee[^1], @edda-editor.\n\n[^1]: Of the comment.`,
  });
  await hub.api(editor, 'POST', '/comments', { ...subject, content: 'Another[^1]\n\n[^1]: Of another.' });
  const guest = await hub.open();
  await check(guest, `/docs/${document.slug}#comment-${id}`);
  const page = await hub.open(editor);
  await page.goto(`/docs/${document.slug}#comment-${id}`);
  await page.getByRole('button', { name: 'Edit your comment' }).last().click();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Write something first.')).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await page.getByLabel('Write a comment').pressSequentially('Dear @edda');
  const people = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(people).toBeVisible();
  await expectClean(page, 'writing comments');
  await page.setViewportSize({ width: 360, height: 800 });
  // The texts above it have become longer.
  await page.getByLabel('Write a comment').scrollIntoViewIfNeeded();
  await expect(people).toBeInViewport();
  await expectClean(page, 'writing comments at 360');
  await check(page, '/user/bookmarks');
  await page.getByRole('button', { name: /^Remove the bookmark/ }).click();
  await expect(page.getByText('Bookmark removed')).toBeVisible();
  await expectClean(page, 'a removed bookmark');
});

test('open menus and dialogs have no axe violations in both schemes', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const document = await hub.api<{ id: string; slug: string }>(editor, 'POST', '/documents', {
    title: `Dialogs ${Date.now()}`,
    content: 'words',
  });
  await hub.api(editor, 'POST', '/documents', { title: 'Links to it', content: `[](/docs/${document.id})` });
  const page = await hub.open(editor);
  await page.goto(`/docs/${document.slug}`);
  await page.getByRole('button', { name: /Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectClean(page, 'account menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  await expectClean(page, 'bell');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 page links to this: Links to it.');
  await expectClean(page, 'delete dialog');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectClean(page, 'delete dialog at 360');
});

test('editor, conflict, review and import have no axe violations in both schemes', async ({ hub }) => {
  test.setTimeout(120_000);
  const editor = await hub.createUser('EDITOR');
  const title = `Reviewed ${Date.now()}`;
  const document = await hub.api<{ slug: string; id: string }>(editor, 'POST', '/documents', {
    title,
    content: 'words',
  });
  const page = await hub.open(editor);
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await expectClean(page, 'export and import');
  await page.getByRole('menuitem', { name: 'Import Markdown…' }).click();
  const importing = page.getByRole('dialog', { name: 'Import Markdown' });
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing.getByRole('alert')).toHaveText('Choose a ZIP file.');
  await expectClean(page, 'import dialog');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectClean(page, 'import dialog at 360');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/docs/${document.id}/edit`);
  await writeContent(page, '## Mine\n\nother words');
  await page.getByRole('tab', { name: 'Side by side' }).click();
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  await expectClean(page, 'side by side');
  await page.getByRole('textbox', { name: 'Content', exact: true }).press('ControlOrMeta+f');
  await expectClean(page, 'search in the text');
  await hub.api(editor, 'PUT', `/admin/documents/${document.id}`, { content: 'their words' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('their words');
  await expectClean(page, 'conflict');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectClean(page, 'conflict at 360');
  await page.getByRole('button', { name: 'Use my text' }).click();
  await expect(page.getByText('Document updated successfully!')).toBeVisible();
  await expectClean(page, 'actions at 360');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expectClean(page, 'menu of the actions at 360');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'View document' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await hub.api(editor, 'PUT', `/documents/${document.id}/status`, { status: 'IN_REVIEW' });
  await page.reload();
  await page.getByRole('button', { name: 'Request changes' }).click();
  await expect(page.getByLabel('What should change?')).toBeVisible();
  await expectClean(page, 'request changes');
});
