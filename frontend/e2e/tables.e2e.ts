import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { contentField, expectContent, saveDraftAndView, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function runTool(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+F10');
  const tool = page.getByRole('toolbar', { name: 'Table tools' }).getByRole('button', { name });
  for (let step = 0; step < 13 && !(await tool.evaluate((each) => each === document.activeElement)); step++)
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

test('a table is written, extended and saved by keyboard on a phone', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(`Table ${Date.now()}`);
  await writeContent(page, 'Before the table\n\n');
  await contentField(page).press('ControlOrMeta+End');
  const tool = page.getByRole('button', { name: 'Table', exact: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  for (let step = 0; step < 13 && !(await tool.evaluate((each) => each === document.activeElement)); step++)
    await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');

  await expect(cell(page, 'Heading: Column')).toBeFocused();
  await page.keyboard.type('Name');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Age');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada|Eve');
  await page.keyboard.press('Tab');
  await page.keyboard.type('36');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bob');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Last');
  await expect(cell(page, 'Name, row 3')).toBeFocused();
  await expectContent(
    page,
    'Before the table\n\n| Name | Age |\n| --- | --- |\n| Ada\\|Eve | 36 |\n| **Bob** | 4 |\n| Last |  |',
  );

  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Tab');
  await runTool(page, 'Align right');
  await runTool(page, 'Add column after');
  await page.keyboard.type('Place');
  await expect(cell(page, 'Heading: Place')).toBeFocused();
  const written =
    '| Name | Age | Place |\n| --- | ---: | --- |\n| Ada\\|Eve | 36 |  |\n| Last |  |  |\n| **Bob** | 4 |  |';
  await expectContent(page, `Before the table\n\n${written}`);
  expect(await findViolations(page)).toEqual([]);

  await page.keyboard.press('ArrowUp');
  await expect(contentField(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+z');
  await expectContent(page, /\| Name \| Age \| {2}\|/);
  await saveDraftAndView(page);
  const table = page.getByRole('table');
  await expect(table.getByRole('row').nth(2)).toHaveText('Last');
  await expect(table.getByRole('columnheader', { name: 'Age' })).toHaveCSS('text-align', 'right');
});

test('tables of 500 rows stay usable', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.goto('/docs/create');
  const rows = Array.from({ length: 500 }, (_, row) => `| row ${row} | a | b | c |`);
  await writeContent(page, `Text\n\n| A | B | C | D |\n| - | - | - | - |\n${rows.join('\n')}`);
  await page.getByRole('cell', { name: 'row 250', exact: true }).click();
  await page.evaluate(() => {
    const changed = { rows: 0 };
    Object.assign(window, { changed });
    const observer = new MutationObserver((records) => {
      changed.rows += records.filter(
        ({ target }) => target instanceof HTMLTableSectionElement || target.nodeName === 'TABLE',
      ).length;
    });
    const table = document.querySelector('.cm-content table');
    if (table) observer.observe(table, { subtree: true, childList: true });
  });
  const start = Date.now();
  await page.keyboard.type(' is long');
  const perKey = (Date.now() - start) / 8;
  await expectContent(page, /\| row 250 is long \| a \|/);
  expect(await page.evaluate(() => (window as unknown as { changed: { rows: number } }).changed.rows)).toBe(0);
  test.info().annotations.push({ type: 'ms per key', description: String(perKey) });
});
