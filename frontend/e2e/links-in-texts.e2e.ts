import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

interface Item {
  id: string;
  slug: string;
}

const publish = (hub: Hub, author: TestUser, title: string, content: string) =>
  hub.api<Item>(author, 'POST', '/documents', { title, content, status: 'PUBLISHED' });

async function expectFits(page: Page): Promise<void> {
  await waitUntilSettled(page, 100);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

test('a link follows its target when that is renamed, and is words when it is gone', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const stamp = Date.now();
  const target = await publish(hub, editor, `Target ${stamp}`, 'Words');
  const text = `See [](/docs/${target.id}) and [my words](/docs/${target.slug}).\n\n[](/docs/${target.id})`;
  const source = await publish(hub, editor, `Source ${stamp}`, text);
  await hub.api(editor, 'PUT', `/admin/documents/${target.id}`, {
    title: `Renamed ${stamp}`,
    slug: `renamed-${stamp}`,
  });

  for (const person of [undefined, editor]) {
    const page = await hub.open(person);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`/docs/${source.slug}`);
    await expect(page.getByRole('link', { name: 'my words' })).toHaveAttribute('href', `/docs/renamed-${stamp}`);
    const card = page.getByRole('article', { name: `Renamed ${stamp}` });
    await expect(card).toBeVisible();
    await expectFits(page);
    await card.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Renamed ${stamp}`);
    await expect(page).toHaveURL(`/docs/renamed-${stamp}`);
    await page.mouse.wheel(0, 5000);
    await page.getByText('Linked from').click();
    await expect(page.getByRole('link', { name: `Source ${stamp}` })).toBeVisible();
    await expectFits(page);
    await page.context().close();
  }

  await hub.api(editor, 'DELETE', `/admin/documents/${target.id}`);
  const page = await hub.open();
  await page.goto(`/docs/${source.slug}`);
  await expect(page.getByText('See a page that is not available and my words.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'my words' })).toHaveCount(0);
});
