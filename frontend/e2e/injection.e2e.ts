import type { Page } from '@playwright/test';
import { admin } from './support/product-under-test.js';
import { expect, test, type Hub, type Person } from './support/hub.js';
import { xssPayloads } from './support/xss-payloads.js';

/** Hears everything that must not happen; complaints of the content security policy fail the test by themselves. */
function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('dialog', (dialog) => {
    heard.push(`dialog on ${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => heard.push(`popup on ${page.url()}: ${popup.url()}`));
  return heard;
}

async function expectNothingRan(page: Page, heard: string[]): Promise<void> {
  expect(await page.evaluate(() => 'hacked' in window), page.url()).toBe(false);
  expect(heard).toEqual([]);
}

/** A title has a last letter that shows, so that no payload alone is refused as empty. */
const short = (payload: string, length: number) => `${payload.slice(0, length - 2)} x`;

const mallory = (hub: Hub) => hub.createPerson('EDITOR', 'Mallory <script>window.hacked=1,alert(1)</script>');

/** @param letter of the test, since names are given once */
async function makeCategories(hub: Hub, author: Person, payloads: readonly string[], letter: string): Promise<string[]> {
  const ids: string[] = [];
  for (const payload of payloads) {
    const name = `${short(payload, 56)}${letter}${ids.length}`;
    const { id } = await hub.api<{ id: string }>(author, 'POST', '/categories', { name, description: payload, icon: payload.slice(0, 20) });
    ids.push(id);
  }
  return ids;
}

/** A published document of each, which has it in every field. */
async function makeDocuments(hub: Hub, author: Person, payloads: readonly string[], categories: string[], mark: string): Promise<{ id: string; slug: string }[]> {
  const documents: { id: string; slug: string }[] = [];
  for (const [number, payload] of payloads.entries()) {
    documents.push(
      await hub.api(author, 'POST', '/documents', {
        title: short(payload, 200),
        slug: `${mark}-${number}`,
        summary: payload.slice(0, 500),
        content: payload,
        tags: [mark, payload.replaceAll(',', ';').slice(0, 40)],
        meta_title: short(payload, 200),
        meta_description: payload.slice(0, 500),
        category_id: categories[number % categories.length],
        status: 'PUBLISHED',
      }),
    );
  }
  return documents;
}

async function openAsAdministrator(hub: Hub): Promise<Page> {
  const session = await hub.api<{ session_token: string; user: { id: string; name: string } }>(null, 'POST', '/auth/login-manual', admin);
  return hub.open({ ...admin, id: session.user.id, name: session.user.name, token: session.session_token });
}

// In parts, which run side by side.
const PARTS = 4;
const partOf = (part: number) => xssPayloads.filter((_, number) => number % PARTS === part);

test('there are a hundred payloads at least', () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(100);
  expect(Array.from({ length: PARTS }, (_, part) => partOf(part)).flat().toSorted()).toEqual(xssPayloads.toSorted());
});

for (let part = 0; part < PARTS; part++) {
  test(`nothing that people type ever runs on the page of a document (part ${part + 1})`, async ({ hub }) => {
    test.setTimeout(180_000);
    const author = await mallory(hub);
    const categories = await makeCategories(hub, author, xssPayloads.slice(part * 3, part * 3 + 3), String(part));
    const documents = await makeDocuments(hub, author, partOf(part), categories, `xss-${part}-${Date.now()}`);
    const page = await openAsAdministrator(hub);
    const heard = listen(page);
    for (const { slug } of documents) {
      await page.goto(`/docs/${slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNothingRan(page, heard);
      // Whatever became a link leads to a page, never to a script.
      const targets = await page.locator('article a[href]').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
      expect(targets.filter((protocol) => !/^(https?|mailto):$/.test(protocol)), slug).toEqual([]);
    }
  });
}

test('nothing that people type ever runs in lists, the editor, revisions and the administration', async ({ hub }) => {
  test.setTimeout(120_000);
  const author = await mallory(hub);
  const categories = await makeCategories(hub, author, xssPayloads.slice(0, 12), 'x');
  for (const payload of xssPayloads.slice(0, 12)) await hub.createPerson('VIEWER', payload.slice(0, 60));
  const mark = `xss-${Date.now()}`;
  const documents = await makeDocuments(hub, author, xssPayloads, categories, mark);
  // All of them in one text, edited once, so that there is a difference to show.
  const all = documents[0];
  if (!all) throw new Error('No document was made.');
  await hub.api(author, 'PUT', `/admin/documents/${all.id}`, { content: xssPayloads.join('\n\n'), note: xssPayloads[0] });
  const page = await openAsAdministrator(hub);
  const heard = listen(page);

  for (const view of ['', '&view=list']) {
    await page.goto(`/docs?tag=${mark}&pages=5${view}`);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(Math.min(documents.length, 120));
    await expectNothingRan(page, heard);
  }
  await page.goto(`/docs/${all.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingRan(page, heard);
  for (const path of [`/docs/${all.id}/edit`, `/docs/${documents[20]?.id}/edit`]) {
    await page.goto(path);
    await expect(page.locator('.cm-content')).toBeVisible();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectNothingRan(page, heard);
  }
  await page.goto(`/docs/${all.id}/revisions`);
  await expect(page.getByRole('region', { name: 'Content' })).toBeVisible();
  await expectNothingRan(page, heard);
  await page.goto('/admin/users');
  await page.getByLabel('Search users').fill('<');
  await expect(page.getByRole('main').getByText('<script>', { exact: false }).first()).toBeVisible();
  await expectNothingRan(page, heard);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingRan(page, heard);
});
