import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';

const WORDS = 'the red key';
const content = '## Set-up\n\nPress **the red key** now.\n\n## Use\n\nHold the red key.';

interface Published {
  id: string;
  slug: string;
}

/** Selects words of the page, as readers do. */
const select = (page: Page, words: string) =>
  page
    .getByText(words)
    .first()
    .evaluate((element, quote) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = node.textContent?.indexOf(quote) ?? -1;
        if (at >= 0) document.getSelection()?.setBaseAndExtent(node, at, node, at + quote.length);
      }
    }, words);

const mark = (page: Page, words: string) => page.getByRole('button', { name: `1 comment on “${words}”` });
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });

test('a passage is commented on by keyboard, found at the margin and in the list, and resolved', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const document = await hub.api<Published>(editor, 'POST', '/documents', {
    title: `Commented on ${Date.now()}`,
    content,
    status: 'PUBLISHED',
  });
  const reader = await hub.open(await hub.createUser('VIEWER', 'Rita Reader'), {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  await reader.goto(`/docs/${document.slug}`);
  await select(reader, WORDS);
  await expect(reader.getByRole('button', { name: 'Comment on the selection' })).toBeVisible();
  await reader.keyboard.press('Control+Alt+m');
  await expect(reader.getByRole('dialog', { name: `Comment on “${WORDS}”` })).toBeVisible();
  await reader.keyboard.type('Which one is it?');
  await reader.keyboard.press('Control+Enter');
  await mark(reader, WORDS).click();
  const dialog = reader.getByRole('dialog', { name: `Comments on “${WORDS}”` });
  await expect(dialog.getByText('Which one is it?')).toBeVisible();
  expect(await findViolations(reader)).toEqual([]);
  expect(await reader.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(360);
  await reader.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(mark(reader, WORDS)).toBeFocused();

  // The passage moves along with an edit.
  await hub.api(editor, 'PUT', `/admin/documents/${document.id}`, {
    content: `## First\n\nRead this.\n\n${content.replace('the red key', 'the big red key')}`,
  });
  const page = await hub.open(editor);
  await expect(async () => {
    await page.goto(`/docs/${document.slug}`);
    await expect(mark(page, 'the big red key')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByText('the big red key').first().click();
  const thread = page.getByRole('dialog', { name: 'Comments on “the big red key”' });
  await thread.getByRole('button', { name: 'Reply to Rita Reader' }).click();
  await page.keyboard.type('The left one.');
  await page.keyboard.press('Control+Enter');
  await expect(thread.getByText('The left one.')).toBeVisible();
  await thread.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByRole('button', { name: /on “the big red key”/ })).toBeHidden();
  await page.getByRole('heading', { name: 'Discussion' }).scrollIntoViewIfNeeded();
  await expect(comments(page).getByText(`Resolved by ${editor.name}`)).toBeVisible();
  await comments(page).getByRole('button', { name: 'Reopen' }).click();
  await comments(page).getByRole('link', { name: 'Show in the text' }).click();
  await expect(page.getByRole('dialog', { name: 'Comments on “the big red key”' })).toBeVisible();
});

test('a reviewer comments on a passage of a text in review, which only its author sees', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR', 'Amy Author');
  const document = await hub.api<Published>(author, 'POST', '/documents', { title: `New ${Date.now()}`, content });
  await hub.api(author, 'PUT', `/documents/${document.id}/status`, { status: 'IN_REVIEW' });
  const reviewer = await hub.open(await hub.createUser('REVIEWER'));
  await reviewer.goto(`/docs/${document.slug}`);
  await select(reviewer, WORDS);
  await reviewer.getByRole('button', { name: 'Comment on the selection' }).click();
  await reviewer.keyboard.type('Name its color.');
  await reviewer.keyboard.press('Control+Enter');
  await expect(mark(reviewer, WORDS)).toBeVisible();

  const page = await hub.open(author);
  await page.goto(`/docs/${document.slug}`);
  await mark(page, WORDS).click();
  await expect(page.getByRole('dialog').getByText('Name its color.')).toBeVisible();
  await page.getByRole('heading', { name: 'Discussion' }).scrollIntoViewIfNeeded();
  await expect(comments(page).getByText('No comments yet')).toBeVisible();
});
