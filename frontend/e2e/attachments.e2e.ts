import { findViolations } from './support/axe.js';
import { contentField, expectContent, saveDraftAndView, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { createPdf } from './support/pdf.js';
import { createUniqueWord } from './support/unique-words.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const script = '<script>window.hacked = 1; alert(1)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;

const link = (name: string) => `\\[${name}\\]\\(/api/files/[\\w/-]+\\)`;

test('a PDF in a text opens in the page and is searched; what a browser could run is only downloaded', async ({
  hub,
}) => {
  const author = await hub.createUser('EDITOR');
  const word = createUniqueWord();
  test.setTimeout(120_000);
  const page = await hub.open(author);
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(`With files ${Date.now()}`);
  await writeContent(page, 'Read this');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  const pdf = createPdf(['Front matter', `Chapter two of ${word}`, 'The zebra lives here']);
  await (
    await choosing
  ).setFiles([
    { name: 'Handbook_of_zebras.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'image.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(`<!doctype html>${script}`) },
  ]);
  const links = [link('Handbook\\\\_of\\\\_zebras\\.pdf'), link('image\\.svg'), link('page\\.html')];
  await expectContent(page, new RegExp(`^Read this\\n\\n${links.join('\\n\\n')}\\n$`));
  await expect(contentField(page)).toBeVisible();
  await saveDraftAndView(page);

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const card = page.getByRole('article', { name: 'Handbook_of_zebras.pdf' });
    await expect(card).toContainText(/PDF · \d\.\d KB/);
    await card.getByRole('button', { name: 'Open' }).press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Handbook_of_zebras.pdf' });
    await expect(viewer.getByText('Front matter')).toBeVisible();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('zebra');
    await expect(viewer.getByText('1 of 1')).toBeVisible();
    await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('3');
    await expect(viewer.getByText('The zebra lives here')).toBeInViewport();
    await waitUntilSettled(page, 100);
    expect(await findViolations(page)).toEqual([]);
    await viewer.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(viewer).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Open' })).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
  }

  for (const name of ['image.svg', 'page.html']) {
    const address = await page.getByRole('link', { name: `Download ${name}` }).getAttribute('href');
    const downloading = page.waitForEvent('download');
    // The address typed into the bar of the browser, as if somebody was lured to it.
    await page.goto(address ?? '').catch(() => undefined);
    expect((await downloading).suggestedFilename()).toBe(name);
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);

  // The text is read in a job.
  const found = page.getByRole('link', { name: 'In the file “Handbook_of_zebras.pdf”, page 2' });
  await expect(async () => {
    await page.goto(`/search?q=${word}`);
    await expect(found).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  expect(await findViolations(page)).toEqual([]);
  await found.press('Enter');
  await expect(page.getByRole('dialog').getByText('Chapter two')).toBeInViewport();
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('dialog').getByText('Chapter two')).toBeInViewport();
});
