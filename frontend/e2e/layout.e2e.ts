import type { Locator, Page } from '@playwright/test';
import { createCategory, reply, startThread } from './support/forum.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

/* What long words, long headings and images must not do to the layout. */

let number = 0;
const createDocument = (hub: Hub, author: TestUser, fields: object) =>
  hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    title: `Layout ${Date.now()} ${++number}`,
    content: 'words',
    status: 'PUBLISHED',
    ...fields,
  });

const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const getOverflowing = (cells: Locator) =>
  cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
  );

/** Whether an element is in the window, with nothing on top of it. */
function isUncovered(element: Element): boolean {
  const { left, top, height } = element.getBoundingClientRect();
  const shown = document.elementFromPoint(left + 1, top + height / 2);
  return shown !== null && element.contains(shown);
}

const isBelowHeader = async (element: Locator) => {
  const [box, header] = [await element.boundingBox(), await element.page().getByRole('banner').boundingBox()];
  return (box?.y ?? -1) >= (header?.y ?? 0) + (header?.height ?? 0);
};

const getDirection = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction);

const middleOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2;
};

test('the words of tables and the rows of lists fit, wide and narrow', async ({ hub }) => {
  const heading = 'A very wide column with many words in it that needs space';
  const tag = `list${Date.now()}`;
  const { slug } = await createDocument(hub, await hub.createUser('EDITOR'), {
    content: `| ${heading} | Short one | ${'Long'.repeat(20)} |\n|-|-|-|\n| a | ${'word'.repeat(20)} | c |\n`,
    tags: [tag],
    summary: 'A summary of several words. '.repeat(8),
  });
  const page = await hub.open();
  await page.goto(`/docs/${slug}`);
  await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await getOverflowing(page.locator('th, td'))).toEqual([]);
    // Short headings stay on one line.
    const short = await page.getByRole('columnheader', { name: 'Short one' }).evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    expect(short).toBe(1);
  }
  await page.goto(`/docs?tag=${tag}&view=list`);
  const row = page.getByRole('article').first();
  await expect(row).toBeVisible();
  for (const width of [1440, 820, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await row.boundingBox())?.height).toBe(44);
    expect(await getOverflow(page)).toBe(0);
  }
});

test('the header of guests fits every width', async ({ hub }) => {
  const page = await hub.open();
  await page.goto('/docs');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  for (let width = 320; width <= 1100; width += 20) {
    await page.setViewportSize({ width, height: 700 });
    const cramped = await page.locator('header').evaluate((header) => {
      const parts = [...header.querySelectorAll('a, a > span, button, kbd')].filter(
        (part) => part.getClientRects().length > 0,
      );
      const boxes = parts.map((part) => part.getBoundingClientRect());
      const overlaps = boxes.some((box, i) =>
        boxes.some(
          (other, k) =>
            k > i &&
            !parts[i]!.contains(parts[k]!) &&
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        ),
      );
      const isOutside = boxes.some(({ left, right }) => left < 0 || right > innerWidth);
      const isCut = parts.some((part) => part.scrollWidth > part.clientWidth + 1 && part.tagName !== 'KBD');
      const isBroken = parts.some(
        (part) => part.getBoundingClientRect().height > (part.matches('a > span, kbd') ? 28 : 44),
      );
      return { overlaps, isOutside, isCut, isBroken };
    });
    expect.soft(cramped, `${width} px`).toEqual({
      overlaps: false,
      isOutside: false,
      isCut: false,
      isBroken: false,
    });
  }
});

test('on phones the header covers neither the error of a form nor the label of the faulty field', async ({ hub }) => {
  const page = await hub.open();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login');
  await page.getByText('Create account', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(await isBelowHeader(page.getByText('All fields are required'))).toBe(true);
  expect(await isBelowHeader(page.getByText('Email', { exact: true }))).toBe(true);

  const form = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await form.setViewportSize({ width: 360, height: 740 });
  await form.goto('/docs/create');
  const title = form.getByLabel('Title', { exact: true });
  await title.fill('x'.repeat(400));
  await form.mouse.wheel(0, 1500);
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(title).toBeFocused();
  expect(await isBelowHeader(form.locator('label').filter({ hasText: /^Title/ }))).toBe(true);
});

test('the error of a field is shown above the sticky actions of a form, wide and narrow', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('ADMIN'));
  for (const [width, height] of [
    [1440, 700],
    [820, 600],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/videos/create');
    await page.getByLabel('Title', { exact: true }).fill('A tour');
    await page.getByLabel('Source', { exact: true }).selectOption('YouTube');
    await page.getByLabel('Video URL').fill('no address');
    await page.evaluate(() => {
      window.scrollTo(0, 0);
    });
    await page.keyboard.press('ControlOrMeta+s');
    const error = page.getByText('Enter a URL that begins with https://');
    await expect(page.getByLabel('Video URL')).toBeFocused();
    await expect.poll(() => error.evaluate(isUncovered), { message: `${width}` }).toBe(true);
    // The field is where its error would be covered.
    const field = await page.getByLabel('Video URL').boundingBox();
    await page.evaluate((top) => {
      window.scrollBy(0, top - window.innerHeight + 100);
    }, field?.y ?? 0);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => error.evaluate(isUncovered), { message: `${width}` }).toBe(true);
  }
});

test('fields have at least 16 px on touch screens, also those with styles of their own', async ({ hub, browser }) => {
  const { token } = await hub.createUser('ADMIN');
  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  await phone.addInitScript((value) => {
    localStorage.setItem('session_token', value);
  }, token);
  const page = await phone.newPage();
  const fields = page.locator(
    'input:not([type=checkbox], [type=radio], [type=color], [type=file]), select, textarea, .cm-content',
  );
  const findSizes = () => fields.evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
  for (const path of [
    '/docs/create',
    '/videos/create',
    '/admin/users',
    '/admin/settings',
    '/search',
    '/user/profile',
  ]) {
    await page.goto(path);
    await expect(fields.first()).toBeVisible();
    // A field that the editor has just replaced has no size.
    await expect.poll(async () => Math.min(...(await findSizes())), path).toBeGreaterThanOrEqual(16);
  }
  await page.goto('/docs/create');
  expect(await page.getByLabel('Title', { exact: true }).evaluate((one) => getComputedStyle(one).fontSize)).toBe(
    '22px',
  );
  await phone.close();
});

test('the author and the date of a revision are on one line', async ({ hub }) => {
  const author = await hub.createUser('EDITOR', 'Rita');
  const { slug } = await createDocument(hub, author, {});
  const page = await hub.open(author);
  await page.goto(`/docs/${slug}/revisions`);
  const entry = page.getByRole('listitem').filter({ hasText: 'Version 1' });
  const name = await middleOf(entry.getByRole('link', { name: 'Rita' }).locator('bdi'));
  expect(Math.abs(name - (await middleOf(entry.locator('time'))))).toBeLessThan(2);
});

test('the actions of a document of one’s own are in one row on phones, and deleting asks', async ({ hub }) => {
  const author = await hub.createUser('CONTRIBUTOR', `Vera ${'Donaudampfschiff'.repeat(4)}`);
  const { slug } = await createDocument(hub, author, { status: 'DRAFT', title: 'Gone' });
  const page = await hub.open(author);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/docs/${slug}`);
  const actions = [
    page.getByRole('link', { name: /^Edit/ }),
    page.getByRole('button', { name: 'Submit for review' }),
    page.getByRole('button', { name: 'More actions' }),
  ];
  const middles = await Promise.all(actions.map(middleOf));
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
  expect(await getOverflow(page)).toBe(0);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete “Gone”? You can restore it from the trash.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Document deleted successfully!')).toBeVisible();
  expect((await page.goto(`/docs/${slug}`))?.status()).toBe(404);
  // A long word in the name of the user does not widen the home page.
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Donaudampfschiff');
  expect(await getOverflow(page)).toBe(0);
});

test('the actions of long dialogs and lists stay visible', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('ADMIN'));
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/admin/categories');
  await page.getByRole('button', { name: 'Create Category' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Category' });
  await expect(dialog.getByRole('button', { name: 'Create Category' })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/admin/permissions?role=VIEWER');
  await expect(page.getByRole('button', { name: 'Save permissions for Viewer' })).toBeInViewport({ ratio: 1 });
});

test('right-to-left documents are laid out from the right', async ({ hub }) => {
  const { slug } = await createDocument(hub, await hub.createUser('EDITOR'), {
    title: `دليل ${Date.now()}`,
    content: 'نص قصير\n\n- عنصر\n\n```\ncode\n```',
  });
  const page = await hub.open();
  await page.goto(`/docs/${slug}`);
  await expect(page.getByText('نص قصير')).toBeVisible();
  for (const element of [page.getByRole('heading', { level: 1 }), page.getByText('نص قصير'), page.getByText('عنصر')])
    expect(await getDirection(element)).toBe('rtl');
  expect(await getDirection(page.getByText('code', { exact: true }).last())).toBe('ltr');
});

test('messages cover neither buttons nor fields, also between the bars of a phone', async ({ hub }) => {
  const admin = await hub.createUser('ADMIN');
  const category = await createCategory(hub, 'Toasts', admin);
  const { id } = await startThread(hub, admin, category);
  for (const answer of ['One', 'Two', 'Three', 'Four']) await reply(hub, admin, { id }, answer);
  const page = await hub.open(admin);
  const toasts = page.locator('[data-toasts] [role="status"]');
  /** The names of what a message covers. */
  const getCovered = () =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll('[data-toasts] [role="status"]')].map((toast) =>
        toast.getBoundingClientRect(),
      );
      return [...document.querySelectorAll('button, input, select, textarea, nav[data-bottom-bar]')]
        .filter((control) => !control.closest('[data-toasts]'))
        .filter((control) => {
          const { top, right, bottom, left, width } = control.getBoundingClientRect();
          return (
            width > 1 &&
            boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
          );
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent);
    });
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/community/thread/${id}`);
    const watch = page.getByRole('button', { name: /^Watch(ing)?$/ });
    await watch.click();
    await expect(toasts).toHaveCount(1);
    await expect.poll(getCovered).toEqual([]);
    await page.mouse.wheel(0, 400);
    await expect.poll(getCovered).toEqual([]);
    // A later message about the same replaces it.
    await watch.click();
    await expect(toasts.filter({ hasText: 'notified' })).toHaveCount(1);
    await expect(toasts).toHaveCount(1);
    await page.reload();
  }
});

test('Home and the community do not move what is shown when their parts arrive', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  await createDocument(hub, editor, {});
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        const before = Number(document.documentElement.dataset['shift'] ?? 0);
        document.documentElement.dataset['shift'] = String(before + value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const getShift = () => page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0));
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'The hub in numbers' }).getByText(/^\d/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent documents' })).toBeVisible();
  expect(await getShift()).toBeLessThan(0.01);
  await page.goto('/community');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeVisible();
  await waitUntilSettled(page, 200);
  expect(await getShift()).toBeLessThan(0.01);
});
