import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/hub.js';

const text = '## A chapter\n\nWords with `code` and [a link](/docs).\n\n```js\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n### A section\n\n> quoted\n';

async function check(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect.soft(violations.map(({ id, nodes }) => `${path}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`every screen is clean in the ${scheme} theme at ${width} px`, async ({ hub }) => {
      test.setTimeout(120_000);
      const editor = await hub.createPerson('EDITOR', 'Edda Editor');
      const viewer = await hub.createPerson('VIEWER');
      const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', { name: `Axe ${scheme} ${width} ${Date.now()}` });
      const document = await hub.api<{ slug: string; id: string }>(editor, 'POST', '/documents', {
        title: `A document for ${scheme} at ${width}`,
        summary: 'A summary of it.',
        content: text,
        category_id: category.id,
        status: 'PUBLISHED',
        tags: ['one', 'two', 'three', 'four', 'five', 'six'],
      });
      const screens = {
        guest: ['/', '/login', '/docs', '/docs?view=list', '/docs?status=ARCHIVED', `/docs/${document.slug}`, '/docs/no-such-document', '/nowhere'],
        editor: ['/', '/docs', `/docs/${document.slug}`, '/docs/create', `/docs/${document.id}/edit`],
        viewer: ['/docs/create', '/admin/users'],
        admin: ['/admin/users'],
      };
      const people = { guest: undefined, editor, viewer, admin: await hub.createPerson('ADMIN') };
      for (const [who, paths] of Object.entries(screens) as [keyof typeof screens, string[]][]) {
        const page = await hub.open(people[who]);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        for (const path of paths) await check(page, path);
      }
    });
  }
}
