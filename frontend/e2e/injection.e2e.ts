import type { Page } from '@playwright/test';
import { expectNothingRan, inTurns, listen, makeCategories, mallory, short } from './support/injection.js';
import { admin } from './support/product-under-test.js';
import { createCategory, post, startThread } from './support/forum.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { uploadFiles } from './support/upload-files.js';
import { waitUntilSettled } from './support/wait-until-settled.js';
import { xssPayloads } from './support/xss-payloads.js';

/**
 * Creates one published document per payload with the payload in all fields; its title ends with its slug, for
 * identification.
 * @param start of each text
 */
async function makeDocuments(
  hub: Hub,
  author: TestUser,
  payloads: readonly string[],
  categories: string[],
  mark: string,
  start = '',
): Promise<{ id: string; slug: string }[]> {
  return inTurns(payloads, (payload, number) => {
    const slug = `${mark}-${number}`;
    return hub.api(author, 'POST', '/documents', {
      title: `${short(payload, 160)} ${slug}`,
      slug,
      summary: payload.slice(0, 500),
      content: start + payload,
      tags: [mark, payload.replaceAll(',', ';').slice(0, 40)],
      meta_title: short(payload, 200),
      meta_description: payload.slice(0, 500),
      category_id: categories.length ? categories[number % categories.length] : null,
      status: 'PUBLISHED',
    });
  });
}

async function openAsAdministrator(hub: Hub): Promise<Page> {
  const session = await hub.api<{ session_token: string; user: { id: string; name: string } }>(
    null,
    'POST',
    '/auth/login-manual',
    admin,
  );
  return hub.open({ ...admin, id: session.user.id, name: session.user.name, token: session.session_token });
}

/**
 * Returns the elements, attribute names and script texts that the server renders into each page, for the user and for
 * guests. The browser's parser reads them without executing them.
 */
function writtenPages(page: Page, slugs: string[]): Promise<string[]> {
  return page.evaluate(async (names) => {
    const outlines: string[] = [];
    for (const address of names.map((name) => `/docs/${name}`)) {
      let outline = '';
      for (const credentials of ['include', 'omit'] as const) {
        const response = await fetch(address, { headers: { accept: 'text/html' }, credentials });
        const html = await response.text();
        // The policy of this page, which does not know the styles of that one, would refuse them.
        const plain = html.replaceAll(/<style data-mantine.*?<\/style>/gs, '').replaceAll(/ style="[^"]*"/g, '');
        const written = new DOMParser().parseFromString(plain, 'text/html');
        // What the server rendered of a document depends on its text, so only what could run is compared.
        const elements = [...written.querySelectorAll('*')].filter(
          (element) =>
            !element.parentElement?.closest('#root') ||
            /^(SCRIPT|IFRAME|OBJECT|EMBED|BASE|META|LINK|FORM|TEMPLATE)$/i.test(element.tagName) ||
            [...element.attributes].some(
              ({ name, value }) =>
                /^(on|srcdoc$|formaction$)/i.test(name) || /^(javascript|data|vbscript):/i.test(value.trim()),
            ),
        );
        const printed = elements.map((element) => {
          const script = element instanceof HTMLScriptElement && !element.type.endsWith('json') ? element.text : '';
          return `${element.tagName} ${element.getAttributeNames().toSorted().join()} ${script}`;
        });
        outline += [response.status, ...printed, ''].join('\n');
      }
      outlines.push(outline);
    }
    return outlines;
  }, slugs);
}

// Split into parts that run in parallel.
const PARTS = 2;
const partOf = (part: number) => xssPayloads.filter((_, number) => number % PARTS === part);

test('there are at least a hundred payloads', () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(100);
  expect(
    Array.from({ length: PARTS }, (_, part) => partOf(part))
      .flat()
      .toSorted(),
  ).toEqual(xssPayloads.toSorted());
});

for (let part = 0; part < PARTS; part++) {
  test(`payloads never run in lists and on document pages (part ${part + 1})`, async ({ hub }) => {
    test.setTimeout(180_000);
    const author = await mallory(hub);
    const categories = await makeCategories(hub, author, xssPayloads.slice(part * 6, part * 6 + 6), String(part));
    const mark = `xss-${part}-${Date.now()}`;
    const [linked] = await makeDocuments(hub, author, ['Nothing'], [], `linked-${part}-${Date.now()}`);
    const start = `[Read this](/docs/${linked?.id}) before.\n\n`;
    const documents = await makeDocuments(hub, author, partOf(part), categories, mark, start);
    const [harmless] = await makeDocuments(
      hub,
      author,
      ['Nothing'],
      categories,
      `harmless-${part}-${Date.now()}`,
      start,
    );
    if (!linked || !harmless) throw new Error('No document was made.');
    const page = await openAsAdministrator(hub);
    const events = listen(page);

    for (const view of ['', '&view=list']) {
      await page.goto(`/docs?tag=${mark}&pages=5${view}`);
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(documents.length);
      await expectNothingRan(page, events);
    }
    const [usual, ...written] = await writtenPages(
      page,
      [harmless, ...documents].map(({ slug }) => slug),
    );
    for (const [number, outline] of written.entries()) expect.soft(outline, partOf(part)[number]).toBe(usual);

    for (const [number, { slug }] of documents.entries()) {
      // Most are opened by client-side navigation, without a page load; late effects show up with the next one.
      if (number % 16 === 0) await page.goto(`/docs/${slug}`);
      else await page.evaluate((url) => history.pushState(null, '', url), `/docs/${slug}`);
      await expect(page.getByRole('heading', { level: 1, name: slug })).toBeVisible();
      await expectNothingRan(page, events);
      // Rendered links lead to pages, never to scripts.
      const targets = await page
        .locator('article a[href]')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
      expect(
        targets.filter((protocol) => !/^(https?|mailto):$/.test(protocol)),
        slug,
      ).toEqual([]);
    }
    await waitUntilSettled(page);
    await expectNothingRan(page, events);

    // Their titles in the texts of others: in links without words, in cards, and in what links to a page.
    const links = documents.map(({ id }) => `[](/docs/${id})`);
    const others = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
      title: 'Titles of others',
      slug: `titles-${mark}`,
      content: `See ${links.join(' ')}.\n\n${links.join('\n\n')}`,
      status: 'PUBLISHED',
    });
    await page.goto(`/docs/${others.slug}`);
    await expect(page.locator('article p').filter({ hasText: /^See / }).locator('a')).toHaveCount(documents.length);
    await expect(page.locator('article article').filter({ hasText: mark })).toHaveCount(documents.length);
    await expectNothingRan(page, events);
    await page.goto(`/docs/${others.id}/edit`);
    const lastSlug = documents.at(-1)?.slug ?? '';
    await expect(page.locator('.cm-line').first()).toContainText(lastSlug);
    await expectNothingRan(page, events);
    await page.goto(`/docs/${linked.slug}`);
    await page.mouse.wheel(0, 5000);
    await page.getByText('Linked from').click();
    await page.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => page.locator('details li a').filter({ hasText: mark }).count()).toBeGreaterThan(40);
    await expectNothingRan(page, events);
  });
}

test('payloads never run in the editor, revisions and the administration', async ({ hub }) => {
  test.setTimeout(120_000);
  const author = await mallory(hub);
  await inTurns(xssPayloads.slice(0, 12), (payload) => hub.createUser('VIEWER', payload.slice(0, 60)));
  const [all, one] = await makeDocuments(hub, author, xssPayloads.slice(20, 22), [], `xss-${Date.now()}`);
  if (!all || !one) throw new Error('No document was made.');
  // All payloads in one text, edited twice, so that there are two such texts to compare.
  for (const payloads of [xssPayloads.toReversed(), xssPayloads])
    await hub.api(author, 'PUT', `/admin/documents/${all.id}`, {
      title: short(payloads[0] ?? '', 160),
      summary: payloads[10],
      content: payloads.join('\n\n'),
      note: payloads[0],
    });
  const page = await openAsAdministrator(hub);
  const events = listen(page);

  await page.goto(`/docs/${all.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingRan(page, events);
  for (const path of [`/docs/${all.id}/edit`, `/docs/${one.id}/edit`]) {
    await page.goto(path);
    await expect(page.locator('.cm-content')).toBeVisible();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectNothingRan(page, events);
  }
  await page.goto(`/docs/${all.id}/revisions`);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 8000 });
    const comparison = page.getByRole('group', { name: 'Content' });
    await expect(comparison.locator('.cm-changedText').first()).toBeVisible();
    await expectNothingRan(page, events);
    await comparison.getByRole('button', { name: 'Next change' }).click();
    await comparison.getByRole('button', { name: 'Bring back the old text' }).click();
    await expectNothingRan(page, events);
  }
  await page.goto('/admin/users');
  await page.getByLabel('Search users').fill('<');
  await expect(page.getByRole('main').getByText('<script>', { exact: false }).first()).toBeVisible();
  await expectNothingRan(page, events);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingRan(page, events);
});

test('payloads never run in signatures', async ({ hub }) => {
  test.setTimeout(120_000);
  const author = await mallory(hub);
  const category = await createCategory(hub, 'Signatures');
  const thread = await startThread(hub, author, category);
  const signatures: string[] = [];
  for (const payload of xssPayloads) {
    const last = signatures.at(-1);
    if (last !== undefined && last.length + payload.length < 490)
      signatures[signatures.length - 1] = `${last}\n\n${payload}`;
    else signatures.push(payload.slice(0, 500));
  }
  const reader = await hub.open();
  const events = listen(reader);
  for (const signature of signatures) {
    await hub.api(author, 'PUT', '/profile', { signature });
    await reader.goto(`/community/thread/${thread.id}`);
    await expect(post(reader, 1)).toBeVisible();
    await expectNothingRan(reader, events);
  }
  const page = await hub.open(author);
  const ownEvents = listen(page);
  await page.goto('/user/profile');
  await page.getByRole('textbox', { name: 'Signature' }).focus();
  await expect(page.locator('.cm-content')).toBeVisible();
  await waitUntilSettled(page);
  await expectNothingRan(page, ownEvents);
});

test('payloads never run as names, contents, words and captions of files', async ({ hub }) => {
  test.setTimeout(120_000);
  const author = await mallory(hub);
  const page = await hub.open(author);
  const events = listen(page);
  await page.goto('/');
  const files = await uploadFiles(
    page,
    author,
    xssPayloads.map((payload, number) => ({
      name: `${payload}${['.pdf', '.html', '.svg', '.js'][number % 4] ?? ''}`,
      bytes: Buffer.from(payload),
    })),
  );
  const content = files.flatMap(({ url }, number) => {
    const words = (xssPayloads[number] ?? '').replaceAll(/[[\]\n]/g, ' ');
    return [`[${words}](${url})`, `![${words}](${url} "${words.replaceAll('"', "'")}")`];
  });
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title: 'Hostile files',
    slug: `hostile-files-${Date.now()}`,
    content: content.join('\n\n'),
    status: 'PUBLISHED',
  });
  for (const reader of [page, await hub.open()]) {
    const readerEvents = reader === page ? events : listen(reader);
    await reader.goto(`/docs/${slug}`);
    await expect.poll(() => reader.getByRole('article').count()).toBeGreaterThan(xssPayloads.length / 2);
    await waitUntilSettled(reader);
    await expectNothingRan(reader, readerEvents);
  }
  const sent = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.map(async (url) => {
          const { headers } = await fetch(url);
          const [disposition] = (headers.get('content-disposition') ?? '').split(' ');
          return [disposition, headers.get('content-type'), headers.get('x-content-type-options')].join(' ');
        }),
      ),
    files.map(({ url }) => url),
  );
  expect([...new Set(sent)]).toEqual(['attachment; text/plain; charset=utf-8 nosniff']);
});
