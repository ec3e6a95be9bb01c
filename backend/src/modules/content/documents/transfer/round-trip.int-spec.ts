import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { exportZip, importZip } from '../../../../../test/support/transfer.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { unzip, zip } from '../../../../../test/support/zip.js';
import type { CategoryResponse } from '../../categories/categories.dto.js';
import type { DocumentResponse, DocumentSummaryResponse } from '../documents.dto.js';

/* Documentation of the size of a real project: into one hub, from there into another one, and compared. */

const FOLDERS = ['', '01-start', '02-guides', '02-guides/01-basics', '02-guides/02-servers', '03-reference/api'];
const PAGES = 36;
const IMAGES = 33;
const SLOW_MS = 180_000;

let first: TestApp;
let second: TestApp;
let author: TestUser;
let other: TestUser;
beforeAll(async () => {
  [first, second] = [await createTestApp(), await createTestApp()];
  [author, other] = [await first.users.create('EDITOR'), await second.users.create('EDITOR')];
});
afterAll(async () => {
  await first.close();
  await second.close();
});

/** A picture of stripes and noise, different for each number. */
function drawImage(number: number): Promise<Buffer> {
  const [width, height] = [320 + number, 200];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = ((at % (width * 3)) + number * 7 + (at % 5) * 3) & 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

const folderOf = (page: number) => FOLDERS[page % FOLDERS.length] ?? '';
const pathOf = (page: number) => `${folderOf(page) && `${folderOf(page)}/`}${String(page).padStart(3, '0')}-page.md`;
const rootFrom = (page: number) => '../'.repeat(folderOf(page) ? folderOf(page).split('/').length : 0);

async function generateTree(): Promise<Record<string, string | Buffer>> {
  const files: Record<string, string | Buffer> = {};
  for (let page = 0; page < PAGES; page++) {
    const links = [page + 1, page + 7].map((to) => `[to ${to}](${rootFrom(page)}${pathOf(to % PAGES)}#part)`).join(' ');
    const image = page < IMAGES ? `\n\n![image ${page}](${rootFrom(page)}assets/${page}.png "t")` : '';
    files[pathOf(page)] = `# Page ${page}\n\n${'Text of the page. '.repeat(60)}\n\n## Part\n\n${links}${image}\n`;
  }
  for (let number = 0; number < IMAGES; number++) files[`assets/${number}.png`] = await drawImage(number);
  return files;
}

interface Content {
  titles: string[];
  categories: string[];
  texts: Map<string, { text: string; category: string | undefined; status: string; images: string[] }>;
}

const IMAGE_URL = /\/api\/files\/[\w/-]+/g;

async function contentOf(user: TestUser): Promise<Content> {
  const list = (await user.request<DocumentSummaryResponse[]>('GET', '/documents?limit=200')).body;
  const categories = (await user.request<CategoryResponse[]>('GET', '/categories')).body;
  const texts: Content['texts'] = new Map();
  for (const { slug, status } of list) {
    const { content, category } = (await user.request<DocumentResponse>('GET', `/documents/${slug}`)).body;
    const images = [...content.matchAll(IMAGE_URL)].map(([url]) => url);
    texts.set(slug, { text: content.replace(IMAGE_URL, 'IMAGE'), category: category?.name, status, images });
  }
  return {
    titles: list.map(({ title }) => title),
    categories: categories.map(({ name, parent_title, icon, color, description }) =>
      [parent_title, name, icon, color, description].join('|'),
    ),
    texts,
  };
}

async function pixelsOf(hub: TestApp, url: string) {
  const { rawPayload } = await hub.app.inject(url);
  const { data, info } = await sharp(rawPayload)
    .resize(64, 64, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = await sharp(rawPayload).metadata();
  return { data, size: [width, height], bytes: info.size };
}

test(
  'import, export and import again give the same texts, categories, order and images',
  async () => {
    const archive = await zip(await generateTree());
    const imported = await importZip(author, archive, { folder_categories: 'true', publish: 'true' });
    expect(imported.body).toMatchObject({ created: { length: PAGES }, skipped: [], images: IMAGES, categories: 6 });
    const [guides] = (await author.request<CategoryResponse[]>('GET', '/categories')).body.filter(
      ({ name }) => name === 'Guides',
    );
    const details = { description: 'How things are done', icon: '🧭', color: '#0F766E' };
    await author.request('PUT', `/categories/${guides!.id}`, { body: details });

    const again = await importZip(other, await exportZip(first, author));
    expect(again.body).toMatchObject({ created: { length: PAGES }, skipped: [], images: IMAGES, categories: 6 });
    const [here, there] = [await contentOf(author), await contentOf(other)];
    expect(here.titles).toEqual([...here.titles].sort(inReadingOrder));
    expect(there.titles).toEqual(here.titles);
    expect(there.categories).toEqual(here.categories);
    expect(here.categories).toContain('|Guides|🧭|#0F766E|How things are done');
    for (const [slug, document] of here.texts) {
      const { images, ...same } = document;
      expect([slug, there.texts.get(slug)]).toEqual([
        slug,
        { ...same, images: Array(images.length).fill(expect.any(String)) },
      ]);
      expect(document.text).not.toContain('.md');
      for (const [i, url] of images.entries()) {
        const [one, two] = [await pixelsOf(first, url), await pixelsOf(second, there.texts.get(slug)!.images[i]!)];
        expect(two.size).toEqual(one.size);
        const difference = one.data.reduce((sum, value, at) => sum + Math.abs(value - two.data[at]!), 0) / one.bytes;
        expect(difference).toBeLessThan(4);
      }
    }
    // A third round changes nothing any more.
    expect(await exportedPages(second, other)).toEqual(await exportedPages(first, author));
  },
  SLOW_MS,
);

/** Paths of the texts in an export. */
const exportedPages = async (hub: TestApp, user: TestUser) =>
  [...(await unzip(await exportZip(hub, user))).keys()].filter((path) => !path.startsWith('images/')).sort();

const pageOf = (title: string) => Number(title.split(' ')[1]);
/** By folder, then by number; pages of the root come after the numbered folders, since their numbers are larger. */
function inReadingOrder(a: string, b: string): number {
  const keys = [a, b].map((title) => pathOf(pageOf(title)));
  return new Intl.Collator('en', { numeric: true }).compare(keys[0]!, keys[1]!);
}
