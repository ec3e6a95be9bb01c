import type { Locator, Page } from '@playwright/test';
import { choosePostAction, createCategory, post, replyField, send, startThread } from './support/forum.js';
import { expectText } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { onePixelPng } from './support/images.js';

/** Pastes or drops an image into a text field. */
const insertImage = (field: Locator, how: 'paste' | 'drop', fileName: string) =>
  field.evaluate(
    (element, { type, name, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      );
    },
    { type: how, name: fileName, bytes: [...onePixelPng] },
  );

const fileUrl = (name: string) => new RegExp(`!\\[${name}\\]\\(/api/files/[^)]+\\)`);
const isLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);

/** Delays image uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/images', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('a new thread is formatted, has pasted images, and is sent once they are uploaded', async ({ hub }) => {
  const category = await createCategory(hub);
  const page = await hub.open(await hub.createUser());
  await page.goto(`/community/category/${category.id}`);
  await page.getByRole('link', { name: 'New Thread' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('A picture');
  const field = page.getByRole('textbox', { name: 'Content' });
  await field.fill('Look at this');
  await field.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Bold', exact: true }).click();
  await expectText(field, '**Look at this**');
  await field.press('ControlOrMeta+z');
  await expectText(field, 'Look at this');
  await field.press('End');

  const release = await holdUploads(page);
  await insertImage(field, 'paste', 'cat.png');
  await expectText(field, 'Look at this\n![Uploading cat.png…]()\n');
  await expect(page.getByRole('progressbar', { name: 'Uploading a file…' })).toBeVisible();
  await field.pressSequentially('and more');
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByText('A file is still uploading.')).toBeVisible();
  release();
  await expectText(field, fileUrl('cat'));
  await expectText(field, /^Look at this\n!.*\nand more$/);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page).toHaveURL(/\/community\/thread\//);

  const guest = await hub.open();
  await guest.goto(page.url());
  await isLoaded(post(guest, 1).getByRole('img', { name: 'cat' }));
});

test('replies and edits take images by drop and button; a failed upload keeps the text', async ({ hub }) => {
  const [author, category] = [await hub.createUser(), await createCategory(hub)];
  const thread = await startThread(hub, author, category);
  const page = await hub.open(author);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/community/thread/${thread.id}`);
  expect((await page.getByRole('toolbar', { name: 'Formatting' }).boundingBox())?.height).toBeLessThan(50);
  const field = replyField(page);
  await field.fill('My answer');
  await page.route('**/api/images', (route) =>
    route.fulfill({
      status: 415,
      contentType: 'application/problem+json',
      body: '{"status":415,"code":"not_an_image","detail":"This is no picture."}',
    }),
  );
  await insertImage(field, 'drop', 'broken.png');
  const failure = page.getByRole('alertdialog', { name: 'broken.png was not added' });
  await expect(failure).toContainText('This is no picture.');
  await page.keyboard.press('Escape');
  await expectText(field, /^My answer\s*$/);
  await page.unroute('**/api/images');

  // An interrupted upload leaves no placeholder in the stored draft.
  await holdUploads(page);
  await insertImage(field, 'drop', 'lost.png');
  await expectText(field, /Uploading lost\.png/);
  await page.reload();
  await expectText(field, /^My answer\s*$/);
  await page.unroute('**/api/images');

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await (await choosing).setFiles({ name: 'dog.png', mimeType: 'image/png', buffer: onePixelPng });
  await expectText(field, fileUrl('dog'));
  await send(page).click();
  await isLoaded(post(page, 2).getByRole('img', { name: 'dog' }));

  await choosePostAction(page, 1, 'Edit');
  const edited = page.getByRole('textbox', { name: 'Edit post 1' });
  await edited.fill('Now with a picture.');
  await insertImage(edited, 'drop', 'bird.png');
  await expectText(edited, fileUrl('bird'));
  await page.getByRole('button', { name: 'Save' }).click();
  await isLoaded(post(page, 1).getByRole('img', { name: 'bird' }));
});
