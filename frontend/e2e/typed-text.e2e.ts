import type { Page } from '@playwright/test';
import { expectDrafts, withholdFirstSave } from './support/drafts.js';
import { contentField, expectContent, saveDraftAndView, showSource } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { signInAgain } from './support/sign-in-again.js';

const text = '## Written on a train\n\nWords that *took* me long, and `code`';

/** Types at the end of the content by keys, as users do. */
async function typeIn(mode: string, page: Page, words: string): Promise<void> {
  await expect(contentField(page)).toBeVisible();
  const isSource = await page.getByRole('button', { name: 'Markdown source' }).getAttribute('aria-pressed');
  if (mode === 'Source' && isSource !== 'true') await showSource(page);
  await contentField(page).press('ControlOrMeta+End');
  await page.keyboard.type(words);
}

for (const mode of ['Rich', 'Source'])
  test.describe(`what a user typed in ${mode}`, () => {
    test('survives a crash', async ({ hub }) => {
      const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
      const title = `Kept ${Date.now()}`;
      await withholdFirstSave(page);
      await page.goto('/docs/create');
      await page.getByLabel('Title', { exact: true }).fill(title);
      await typeIn(mode, page, text);
      await expectDrafts(page, 1);
      const again = await hub.openTab(page);
      await page.close({ runBeforeUnload: false });
      await again.goto('/docs/create');
      await expect(again.getByText(/Restored your unsaved text from/)).toBeVisible();
      await expect(again.getByLabel('Title', { exact: true })).toHaveValue(title);
      await expectContent(again, text);
      await saveDraftAndView(again);
      await expect(again.getByRole('heading', { level: 2, name: 'Written on a train' })).toBeVisible();
      await expectDrafts(again, 0);
    });

    test('survives a lost connection, and leaving asks first', async ({ hub }) => {
      const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
      const title = `Offline ${Date.now()}`;
      hub.allowComplaints(/net::ERR|Network error|Failed to fetch/);
      await page.goto('/docs/create');
      await typeIn(mode, page, text);
      await page.context().setOffline(true);
      // Last, because a form with a title and a text saves by itself.
      await page.getByLabel('Title', { exact: true }).fill(title);
      await page.getByRole('button', { name: 'Save draft' }).click();
      const alert = page.getByRole('alertdialog', { name: 'The document was not created' });
      await expect(alert).toContainText('Error creating document. Please try again.');
      await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
      await page.keyboard.press('Enter');
      await typeIn(mode, page, ' and more words');
      await page.getByRole('tab', { name: 'Preview' }).click();
      await expect(page.getByRole('heading', { name: 'Written on a train' })).toBeVisible();
      await page.getByRole('tab', { name: 'Write' }).click();
      await expectDrafts(page, 1);
      await page.getByRole('button', { name: 'Cancel' }).click();
      const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await leaving.getByRole('button', { name: 'Keep writing' }).click();
      await expectContent(page, `${text} and more words`);

      await page.context().setOffline(false);
      await saveDraftAndView(page);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('article')).toContainText('and more words');
      await expectDrafts(page, 0);
    });

    test('survives the end of the session', async ({ hub }) => {
      const writer = await hub.createUser('CONTRIBUTOR');
      const page = await hub.open(writer);
      await page.goto('/docs/create');
      await typeIn(mode, page, text);
      await hub.api(writer, 'POST', '/auth/logout');
      await expect(page.getByRole('alert').filter({ hasText: 'Your text is still here.' })).toBeVisible();
      await signInAgain(page, writer);
      await page.getByLabel('Title', { exact: true }).fill(`Signed out ${Date.now()}`);
      await typeIn(mode, page, ' and more words');
      await saveDraftAndView(page);
      await expect(page.getByRole('article')).toContainText('and more words');
    });

    test('in two tabs is in both, and the later save shows the other text', async ({ hub }) => {
      const writer = await hub.createUser('EDITOR');
      const { id } = await hub.api<{ id: string }>(writer, 'POST', '/documents', {
        title: `In two tabs ${Date.now()}`,
        content: 'The first line.\n\nThe last line',
      });
      const first = await hub.open(writer);
      await first.goto(`/docs/${id}/edit`);
      await typeIn(mode, first, ' of the first tab');
      const second = await hub.openTab(first);
      await second.goto(`/docs/${id}/edit`);
      await expect(second.getByText('You are also editing this in another tab.')).toBeVisible();
      await contentField(second).press('ControlOrMeta+Home');
      await second.keyboard.type('Of the second tab: ');
      await saveDraftAndView(second);
      await first.getByRole('button', { name: 'Save draft' }).click();
      const dialog = first.getByRole('alertdialog');
      await expect(dialog).toContainText('Of the second tab: The first line.');
      await dialog.getByRole('button', { name: 'Keep editing' }).click();
      await expectContent(first, 'The first line.\n\nThe last line of the first tab');
    });
  });
