import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { contentField, expectContent, saveDraftAndView } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { onePixelPng } from './support/images.js';
import { tabTo } from './support/keyboard.js';
import { createPdf } from './support/pdf.js';
import { createUniqueWord } from './support/unique-words.js';

const files = {
  image: { name: 'cat.png', mimeType: 'image/png', buffer: onePixelPng },
  pdf: { name: 'plan.pdf', mimeType: 'application/pdf', buffer: createPdf(['The plan']) },
};

/** The first suggestion for what is typed. */
async function choose(page: Page, typed: string, name: string | RegExp, isTouch: boolean): Promise<void> {
  await page.keyboard.type(typed);
  const option = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name }).first();
  await expect(option).toBeVisible();
  // The editor ignores keys in the moment in which the list opens.
  await page.waitForTimeout(200);
  if (isTouch) await option.tap();
  else await page.keyboard.press('Enter');
}

for (const { way, width, isTouch } of [
  { way: 'by keyboard', width: 1440, isTouch: false },
  { way: 'by touch', width: 360, isTouch: true },
])
  test(`a page with everything is written without Markdown at ${width} px ${way}`, async ({ hub }) => {
    test.setTimeout(90_000);
    const writer = await hub.createUser('EDITOR');
    const [film, other] = [createUniqueWord(), createUniqueWord()];
    const source = { source_type: 'YOUTUBE', source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
    await hub.api(writer, 'POST', '/videos', { title: `Watch ${film}`, ...source, status: 'READY' });
    const read = { title: `Read ${other}`, content: 'words', status: 'PUBLISHED' };
    await hub.api(writer, 'POST', '/documents', read);
    const page = await hub.open(writer, { viewport: { width, height: 800 }, hasTouch: isTouch });
    await page.goto('/docs/create');
    const title = page.getByLabel('Title', { exact: true });
    if (isTouch) await title.tap();
    else await tabTo(page, title);
    await page.keyboard.type(`Everything ${Date.now()}`);
    if (isTouch) await contentField(page).tap();
    else await tabTo(page, contentField(page));

    await page.keyboard.type('Who is who\n\n');
    if (isTouch) await page.getByRole('button', { name: 'Table', exact: true }).tap();
    else await choose(page, '/tab', /^Table/, false);
    for (const [index, word] of ['Name', 'Age', 'Ada', '36', 'Eve'].entries()) {
      if (index > 0) await page.keyboard.press('Tab');
      await page.keyboard.type(word);
    }
    await page.keyboard.press('ArrowDown');
    await choose(page, '/tip', /^Tip/, isTouch);
    await page.keyboard.type('Ask Ada\n\n\n');
    for (const [name, tool] of [
      ['image', 'Image'],
      ['pdf', 'File'],
    ] as const) {
      const choosing = page.waitForEvent('filechooser');
      if (isTouch) await page.getByRole('button', { name: tool, exact: true }).tap();
      else await choose(page, `/${name}`, new RegExp(`^${tool}`), false);
      await (await choosing).setFiles(files[name]);
      await expectContent(page, new RegExp(`\\[${files[name].name.replace('.png', '')}\\]\\(/api`));
      await page.keyboard.type('\n');
    }
    for (const word of [film, other]) {
      await choose(page, '/page', /^Link to a page/, isTouch);
      await choose(page, word, new RegExp(word), isTouch);
      await page.keyboard.type('\n\n');
    }
    await choose(page, '/dia', /^Diagram/, isTouch);
    await expect(page.getByRole('textbox', { name: 'Content' })).toMatchAriaSnapshot(`
      - textbox "Content":
        - table "Table":
          - row "Name Age":
            - columnheader "Name"
            - columnheader "Age"
          - row "Ada 36":
            - cell "Ada"
            - cell "36"
          - row "Eve"
        - img "cat"
    `);
    expect(await findViolations(page)).toEqual([]);

    await saveDraftAndView(page);
    const main = page.getByRole('main');
    await expect(main.getByRole('row', { name: 'Ada 36' })).toBeVisible();
    await expect(main.getByRole('note', { name: 'Tip' })).toHaveText(/Ask Ada$/);
    await expect(main.getByRole('img', { name: 'cat' })).toBeVisible();
    await expect(main.getByRole('article', { name: 'plan.pdf' }).getByRole('button', { name: 'Open' })).toBeVisible();
    await expect(main.getByRole('button', { name: `Play “Watch ${film}” here` })).toBeVisible();
    await expect(main.getByRole('link', { name: `Read ${other}` })).toBeVisible();
    await expect(main.getByRole('img', { name: /^Diagram/ })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
