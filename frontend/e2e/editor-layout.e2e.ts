import type { Page } from '@playwright/test';
import { contentField, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

const longText = Array.from(
  { length: 40 },
  (_, index) => `## Section ${index}\n\nA paragraph of section ${index}, long enough to wrap.\n\n- item ${index}\n`,
).join('\n');

const LINES_PER_SECTION = 6;

/** The edges of the caret, and of the bars above and below the text, in pixels from the top of the window. */
async function measureCaret(page: Page) {
  const edges = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? 0) };
  };
  return {
    caret: await edges('.cm-cursor-primary'),
    toolbar: await edges('[role=toolbar]'),
    actions: await edges('[data-bottom-actions]'),
  };
}

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 720 }],
  ['phone', { width: 360, height: 740 }],
] as const) {
  test(`the caret stays between toolbar and actions on a ${device}`, async ({ hub }) => {
    const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
    await page.setViewportSize(viewport);
    await page.goto('/docs/create');
    await writeContent(page, longText);
    await contentField(page).press('ControlOrMeta+Home');
    for (const [key, count] of [
      ['ArrowDown', 40],
      ['ArrowUp', 20],
    ] as const) {
      for (let press = 0; press < count; press++) {
        await page.keyboard.press(key);
        if (press % 10 !== 9) continue;
        await page.waitForTimeout(50);
        const { caret, toolbar, actions } = await measureCaret(page);
        expect(caret.bottom, `${key} ${press}`).toBeLessThanOrEqual(actions.top);
        expect(caret.top, `${key} ${press}`).toBeGreaterThanOrEqual(toolbar.bottom);
      }
    }
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\n\nThe last words');
    await expect(page.getByText(/^Saved in this browser \d\d:\d\d$/)).toBeVisible();
    const { caret, actions } = await measureCaret(page);
    expect(caret.bottom).toBeLessThanOrEqual(actions.top);
  });
}

test('side by side, the preview follows the cursor', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/docs/create');
  await writeContent(page, longText);
  await page.getByRole('tab', { name: 'Side by side' }).click();
  const distance = async (heading: string) => {
    const [caret, beside] = await Promise.all([
      page.locator('.cm-cursor-primary').boundingBox(),
      page.getByRole('heading', { name: heading, exact: true }).boundingBox(),
    ]);
    return Math.abs((caret?.y ?? 0) - (beside?.y ?? Number.NaN));
  };
  await contentField(page).press('ControlOrMeta+Home');
  let current = 0;
  for (const section of [9, 15, 5]) {
    const key = section > current ? 'ArrowDown' : 'ArrowUp';
    for (let line = 0; line < Math.abs(section - current) * LINES_PER_SECTION; line++) await page.keyboard.press(key);
    current = section;
    await expect.poll(() => distance(`Section ${section}`)).toBeLessThan(30);
  }
  await page.keyboard.press('End');
  await page.keyboard.type(' typed');
  await expect.poll(() => distance('Section 5 typed')).toBeLessThan(30);

  // Far jumps scroll the window after the cursor has moved.
  await contentField(page).press('ControlOrMeta+End');
  await page.keyboard.type('\n## The last words\n');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => distance('The last words')).toBeLessThan(30);
  await contentField(page).press('ControlOrMeta+Home');
  await expect.poll(() => distance('Section 0')).toBeLessThan(30);
  await contentField(page).press('ControlOrMeta+End');
  await expect(page.getByRole('heading', { name: 'The last words' })).toBeInViewport();
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole('heading', { name: 'The last words' })).not.toBeInViewport();
});

test('on phones the actions of the editor take the place of the bottom bar', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/docs');
  const bottomBar = page.getByRole('navigation', { name: 'Main' });
  await expect(bottomBar).toBeVisible();
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(`By phone ${Date.now()}`);
  await writeContent(page, 'words');
  await expect(bottomBar).toBeHidden();
  const buttons = page.locator('[data-bottom-actions] > button');
  await expect(buttons).toHaveCount(3);
  for (const button of await buttons.all()) {
    const box = await button.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(16);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(344);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  }
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Submit for review' }).click();
  await expect(page.getByText('Waiting for review')).toBeVisible();
  await expect(bottomBar).toBeVisible();
});
