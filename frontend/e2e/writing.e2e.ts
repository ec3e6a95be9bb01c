import { contentField, expectContent, saveDraftAndView, showSource, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { onePixelPng } from './support/images.js';

test('a document is submitted, returned with a note, and approved', async ({ hub }) => {
  test.setTimeout(90_000);
  const title = `Reviewed ${Date.now()}`;
  const author = await hub.createUser('CONTRIBUTOR', `Carla ${Date.now()}`);
  const page = await hub.open(author);
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await writeContent(page, 'Words that took me long.');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const address = new URL(page.url()).pathname;

  const reviewer = await hub.createUser('REVIEWER', `Rosa ${Date.now()}`);
  const desk = await hub.open(reviewer);
  await desk.goto(address);
  await desk.getByRole('button', { name: 'Request changes' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Request changes' });
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await expect(dialog.getByText('Say what should change')).toBeVisible();
  await dialog.getByLabel('What should change?').fill('Please add an **example**.');
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await expect(desk.getByText('Changes requested').first()).toBeVisible();

  await page.reload();
  const request = page.getByRole('region', { name: 'Requested changes' });
  await expect(request).toContainText(`${reviewer.name} requested changes`);
  await expect(request).toContainText('Please add an example.');
  await expect(request.getByText('example', { exact: true })).toHaveCSS('font-weight', '700');
  await page.getByRole('link', { name: 'Edit Document' }).click();
  await contentField(page).click();
  await expect(request).toContainText(`${reviewer.name} requested changes`);
  await expect(request).toContainText('Please add an example.');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n\nFor example this.');
  await page.getByLabel('Change note').fill('An example');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  // The editor contains the same text, so only the document's own page proves that it was saved.
  await expect(page).toHaveURL(address);
  await expect(page.getByText('For example this.')).toBeVisible();

  await desk.reload();
  const round = desk.getByRole('region', { name: 'In review' });
  await expect(round).toContainText('Please add an example.');
  await round.getByRole('button', { name: 'Changes since your last review' }).click();
  await expect(round.getByRole('group', { name: 'Content' })).toContainText('For example this.');
  await desk.getByRole('button', { name: 'Approve' }).dblclick();
  await expect(desk.getByText('Approved and published')).toHaveCount(1);
  const guest = await hub.open();
  expect((await guest.goto(address))?.status()).toBe(200);
  await expect(guest.getByText('For example this.')).toBeVisible();

  await page.goto(address);
  await page.getByRole('link', { name: /^Version \d+$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Revisions' })).toBeVisible();
  await expect(page.getByText('An example', { exact: true })).toBeVisible();
  await expect(page.getByText(`${reviewer.name} approved this version`)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Content' }).getByText('For example this.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored version 1')).toBeVisible();
});

test('a new document is saved at the first pause; an abandoned one is found and deleted', async ({ hub }) => {
  const title = `Abandoned ${Date.now()}`;
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.goto('/docs/create');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await contentField(page).click();
  await page.keyboard.type('The first words');
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/docs\/[\da-f-]{36}\/edit$/);
  await expect(contentField(page)).toBeFocused();
  await page.keyboard.type(' and more');
  await expectContent(page, 'The first words and more');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible();
  // Everything is saved, so leaving asks nothing.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Draft');
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByText('The first words and more')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/docs');
});

for (const mode of ['Rich', 'Source'])
  test(`two concurrent saves lose no text in ${mode}`, async ({ hub }) => {
    test.setTimeout(60_000);
    const [anna, bert] = [await hub.createUser('EDITOR', 'Anna'), await hub.createUser('EDITOR', 'Bert')];
    const document = await hub.api<{ id: string; slug: string }>(anna, 'POST', '/documents', {
      title: `Both write ${Date.now()}`,
      content: 'The beginning.\n\nThe end.',
    });
    const [left, right] = [await hub.open(anna), await hub.open(bert)];
    for (const page of [left, right]) {
      await page.goto(`/docs/${document.id}/edit`);
      if (mode === 'Source') await showSource(page);
    }
    await writeContent(left, 'The beginning by Anna.\n\nThe end.');
    await writeContent(right, 'The beginning.\n\nThe end by Bert.');
    await saveDraftAndView(left);
    await expect(left.getByRole('link', { name: 'Version 2' })).toBeVisible();
    await right.getByRole('button', { name: 'Save draft' }).click();

    const dialog = right.getByRole('alertdialog', { name: 'Anna saved this document' });
    const comparison = dialog.getByRole('group', { name: 'Content' });
    await expect(comparison.getByRole('status')).toContainText('Change 1 of 1');
    await expect(comparison.locator('.cm-changedLine').getByText('The end by Bert.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expectContent(right, 'The beginning.\n\nThe end by Bert.');

    await right.getByRole('button', { name: 'Save draft' }).click();
    await dialog.getByRole('button', { name: 'Use the combined text' }).click();
    await expectContent(right, 'The beginning by Anna.\n\nThe end by Bert.');
    await saveDraftAndView(right);
    await expect(right.getByRole('link', { name: 'Version 3' })).toBeVisible();
    await expect(right.getByRole('main').getByText('The beginning by Anna.')).toBeVisible();
    await expect(right.getByRole('main').getByText('The end by Bert.')).toBeVisible();
    const revisions = await hub.api<{ version: number }[]>(anna, 'GET', `/documents/${document.id}/revisions`);
    expect(revisions.map(({ version }) => version)).toEqual([3, 2, 1]);
    const former = await hub.api<{ snapshot: { content: string } }>(
      anna,
      'GET',
      `/documents/${document.id}/revisions/2`,
    );
    expect(former.snapshot.content).toContain('by Anna');
  });

test('toolbar and shortcuts insert markdown, images are pasted, and Escape then Tab leaves the editor', async ({
  hub,
}) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.goto('/docs/create');
  await contentField(page).click();
  await page.keyboard.type('bold');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+b');
  await expectContent(page, '**bold**');
  await page.keyboard.press('ControlOrMeta+b');
  await expectContent(page, 'bold');
  // Replacing formatted text must not violate the content security policy.
  await writeContent(page, '## A heading\n\nand **more**');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('bold');
  await expectContent(page, 'bold');
  await page.getByRole('button', { name: 'Bulleted list' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('\nnext');
  await expectContent(page, '- bold\n- next');
  await page.getByRole('button', { name: 'Bulleted list' }).press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Numbered list' })).toBeFocused();

  const paste = (file: string) =>
    contentField(page).evaluate(
      (element, { name, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }));
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      { name: file, bytes: [...onePixelPng] },
    );

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/images', async (route) => {
    await released;
    await route.continue();
  });
  await paste('screenshot.png');
  await expectContent(page, /!\[Uploading screenshot\.png…]\(\)/);
  release();
  await expectContent(page, /!\[screenshot\]\(\/api\/files\/[^)]+\)/);
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('img', { name: 'screenshot' })).toBeVisible();

  await page.getByRole('tab', { name: 'Write' }).click();
  await page.unroute('**/api/images');
  await page.route('**/api/images', (route) =>
    route.fulfill({
      status: 415,
      contentType: 'application/problem+json',
      body: '{"status":415,"code":"not_an_image","detail":"This is no picture."}',
    }),
  );
  await contentField(page).click();
  await paste('broken.png');
  await expect(page.getByRole('alertdialog')).toContainText('This is no picture.');
  await page.keyboard.press('Escape');
  await expectContent(page, /^(?!.*broken\.png)/s);
  await contentField(page).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(contentField(page)).not.toBeFocused();
});
