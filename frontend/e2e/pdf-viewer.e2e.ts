import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { createActivePdf, createEncryptedPdf } from './support/pdf.js';
import { uploadFiles } from './support/upload-files.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

test('a PDF that cannot be shown says why and is downloaded; one with scripts and forms runs nothing', async ({
  hub,
}) => {
  const author = await hub.createUser('EDITOR');
  const page = await hub.open(author);
  page.on('dialog', (dialog) => {
    throw new Error(`A PDF opened a dialog: ${dialog.message()}`);
  });
  await page.goto('/');
  const files = await uploadFiles(page, author, [
    { name: 'encrypted.pdf', bytes: createEncryptedPdf() },
    { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7\n%nothing follows') },
    { name: 'active.pdf', bytes: createActivePdf() },
  ]);
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title: `PDFs ${Date.now()}`,
    slug: `pdfs-${Date.now()}`,
    content: files.map(({ name, url }) => `[${name}](${url})`).join('\n\n'),
    status: 'PUBLISHED',
  });

  for (const [width, colorScheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/docs/${slug}`);
    for (const [name, reason] of [
      ['encrypted.pdf', 'This PDF is protected by a password.'],
      ['broken.pdf', 'This PDF is damaged and cannot be shown here.'],
    ] as const) {
      await page.getByRole('button', { name: `Open ${name}` }).press('Enter');
      const viewer = page.getByRole('dialog', { name });
      await expect(viewer.getByRole('alert')).toContainText(reason);
      expect(await findViolations(page)).toEqual([]);
      const downloading = page.waitForEvent('download');
      await viewer.getByRole('link', { name: 'Download' }).press('Enter');
      expect((await downloading).suggestedFilename()).toBe(name);
      await page.keyboard.press('Escape');
      await expect(viewer).toHaveCount(0);
      await expect(page.getByRole('button', { name: `Open ${name}` })).toBeFocused();
    }

    await page.getByRole('button', { name: 'Open active.pdf' }).press('Enter');
    const viewer = page.getByRole('dialog', { name: 'active.pdf' });
    await expect(viewer.getByText('Active content')).toBeVisible();
    await expect(viewer.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible();
    const links = viewer.getByRole('group', { name: 'Pages' }).locator('a[href]');
    await expect(links).toHaveCount(1);
    await expect(links).toHaveAttribute('href', 'https://example.org/page');
    await expect(links).toHaveAttribute('rel', /noopener noreferrer nofollow/);
    await expect(links).toHaveAttribute('target', '_blank');
    await expect(viewer.getByRole('textbox', { name: 'name' })).toHaveCount(0);
    await waitUntilSettled(page, 100);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  }
});
