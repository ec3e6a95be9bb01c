import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { contentField, expectContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

const handle = (page: Page) => page.getByRole('button', { name: /^Block: / });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const line = (page: Page, text: string) => page.locator('.cm-line', { hasText: text });

test('blocks are moved by dragging, by keys and by their menu', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR');
  const { id: target } = await hub.api<{ id: string }>(author, 'POST', '/documents', { title: 'Target', content: 'a' });
  const absent = '00000000-0000-4000-8000-000000000000';
  const links = `[](/docs/${target}) [](/docs/${absent})`;
  const content = `# One\n\nTwo ${links}\n\n1. alpha\n2. beta\n\n| c | d |\n| - | - |\n| e | f |\n\nLast`;
  const document = await hub.api<{ id: string }>(author, 'POST', '/documents', { title: 'Blocks', content });
  const page = await hub.open(author);
  await page.goto(`/docs/${document.id}/edit`);
  await contentField(page).press('ControlOrMeta+End');
  await expect(line(page, 'Two Target a page that is not available')).toBeVisible();

  await line(page, 'Last').hover();
  const grip = await handle(page).boundingBox();
  const goal = await line(page, 'Two').boundingBox();
  if (!grip || !goal) throw new Error('not shown');
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + 8, grip.y - 30);
  await page.mouse.move(grip.x + 8, goal.y + 3);
  await page.mouse.up();
  const moved = content.replace('\n\nLast', '').replace('# One\n\n', '# One\n\nLast\n\n');
  await expectContent(page, moved);
  await page.keyboard.press('ControlOrMeta+z');
  await expectContent(page, content);

  await line(page, 'alpha').click();
  await page.keyboard.press('Alt+ArrowDown');
  const swapped = content.replace('1. alpha\n2. beta', '1. beta\n2. alpha');
  await expectContent(page, swapped);
  await page.keyboard.press('Alt+ArrowUp');
  await expectContent(page, content);

  await page.setViewportSize({ width: 360, height: 740 });
  await contentField(page).press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Alt+b');
  await expect(item(page, 'Move down')).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press('Enter');
  await expect(contentField(page)).toBeFocused();
  await expectContent(page, content.replace(/^# One\n\n(Two .*)/, '$1\n\n# One'));

  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Writing in this editor' })).toContainText('Tools of the table');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(contentField(page)).toBeFocused();
});

test('what is undone in a cell of a table is redone', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR');
  const content = 'Before\n\n| a | b |\n| - | - |\n| c | d |\n';
  const document = await hub.api<{ id: string }>(author, 'POST', '/documents', { title: 'Cells', content });
  const page = await hub.open(author);
  await page.goto(`/docs/${document.id}/edit`);
  await contentField(page).waitFor();
  await page.getByRole('cell', { name: 'd', exact: true }).click();
  await page.keyboard.type('xy');
  await expectContent(page, content.replace('| d |', '| dxy |'));
  await page.keyboard.press('ControlOrMeta+z');
  await expectContent(page, content);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expectContent(page, content.replace('| d |', '| dxy |'));
});
