import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const VIDEO = 'https://www.youtube.com/watch?v=jNQXAC9IVRw';
const FRAME = 'https://www.youtube-nocookie.com/embed/jNQXAC9IVRw';

/** Answers what a page sends to other hosts. @returns its addresses */
async function interceptOthers(page: Page, address: string): Promise<string[]> {
  const sent: string[] = [];
  await page.route(
    (url) => url.origin !== new URL(address).origin,
    async (route) => {
      sent.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>The player</title><p>The player</p>' });
    },
  );
  return sent;
}

async function expectFits(page: Page): Promise<void> {
  await waitUntilSettled(page, 100);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

test('a video of another host contacts it only after a click, and then only its frame', async ({ hub, address }) => {
  const editor = await hub.createUser('EDITOR');
  const { id, slug } = await hub.api<{ id: string; slug: string }>(editor, 'POST', '/documents', {
    title: `A talk ${Date.now()}`,
    content: `Before\n\n${VIDEO}\n\nhttps://codepen.io/ada/pen/abcXYZ\n\nhttps://youtube.com.evil.example/watch?v=jNQXAC9IVRw`,
    status: 'PUBLISHED',
  });
  for (const person of [undefined, editor]) {
    const page = await hub.open(person);
    await page.setViewportSize({ width: 360, height: 800 });
    const sent = await interceptOthers(page, address);
    const response = await page.goto(`/docs/${slug}`);
    const policy = (await response?.allHeaders())?.['content-security-policy'];
    expect(policy).toMatch(/frame-src 'self' [^;]*https:\/\/www\.youtube-nocookie\.com/);
    const card = page.getByRole('article', { name: 'Video on youtube-nocookie.com' });
    await expect(card).toBeVisible();
    await expect(page.getByRole('button', { name: /^Load / })).toHaveCount(2);
    await expectFits(page);
    expect(sent).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await expect(card).toBeHidden();
    await expect(page.getByRole('link', { name: VIDEO })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await card.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(card.frameLocator('iframe').getByText('The player')).toBeVisible();
    expect(sent).toEqual([expect.stringContaining(FRAME)]);
    await expectFits(page);
    await page.context().close();
  }

  const page = await hub.open(editor);
  const sent = await interceptOthers(page, address);
  await page.goto(`/docs/${id}/edit`);
  const inRich = page.locator('.cm-content').getByRole('button', { name: 'Load video from youtube-nocookie.com' });
  await expect(inRich).toBeVisible();
  expect(sent).toEqual([]);
  await inRich.click();
  await expect(page.locator('.cm-content iframe').contentFrame().getByText('The player')).toBeVisible();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Load code from codepen.io' }).click();
  await expect(page.getByTitle('Code on codepen.io').contentFrame().getByText('The player')).toBeVisible();
  expect(sent).toEqual([
    expect.stringContaining(FRAME),
    expect.stringContaining('https://codepen.io/ada/embed/abcXYZ'),
  ]);
});
