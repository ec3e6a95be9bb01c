import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { type ListedPage, Publications, type PublicationSource, Sitemaps } from './sitemaps.js';

const pageOf = (n: number): ListedPage => ({
  id: `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  path: `/p/${n}`,
  changedAt: new Date('2026-01-02T03:04:05Z'),
});

function createSitemaps(source: Partial<PublicationSource>): Sitemaps {
  const publications = new Publications();
  publications.add({
    name: 'threads',
    listNewest: () => Promise.resolve([]),
    findFirstId: () => Promise.resolve(undefined),
    listPages: () => Promise.resolve([]),
    ...source,
  });
  return new Sitemaps(publications, 'https://hub.example.org');
}

test('the index has every month since the first page that has pages', async () => {
  const sitemaps = createSitemaps({
    // 2025-10-20T15:05:05Z
    findFirstId: () => Promise.resolve('019a0227-0eb8-7000-8000-000000000000'),
    // None in December.
    listPages: ({ after }) => Promise.resolve(after.startsWith('019ad735') ? [] : [pageOf(1)]),
  });
  const index = await text(await sitemaps.renderIndex(new Date('2026-01-01T00:00:00Z')));
  expect([...index.matchAll(/threads\/([^<]*)\.xml/g)].map(([, month]) => month)).toEqual([
    '2025-10',
    '2025-11',
    '2026-01',
  ]);
});

test('without any page the index is empty', async () => {
  expect(await text(await createSitemaps({}).renderIndex())).toContain('<sitemapindex');
});

test('a month without pages has no sitemap', async () => {
  expect(await createSitemaps({}).render('threads', '2025-10')).toBeUndefined();
});

/** Of October 2025. */
const lowest = '01999d11-9800-0000-0000-000000000000';

test('a large month is read in batches, each after the last page of the one before', async () => {
  const all = Array.from({ length: 4500 }, (_, n) => pageOf(n));
  const places: string[] = [];
  const sitemap = await createSitemaps({
    listPages: ({ after, limit }) => {
      places.push(after);
      return Promise.resolve(all.filter(({ id }) => id > after).slice(0, limit));
    },
  }).render('threads', '2025-10');
  const xml = sitemap ? await text(sitemap) : '';
  expect(xml.match(/<loc>/g)).toHaveLength(4500);
  expect(places).toEqual([lowest, pageOf(1999).id, pageOf(3999).id]);
});

test('an error of the database ends the response instead of leaving it open', async () => {
  const beginning = Array.from({ length: 2000 }, (_, n) => pageOf(n));
  const sitemap = await createSitemaps({
    listPages: ({ after }) => (after === lowest ? Promise.resolve(beginning) : Promise.reject(new Error('gone'))),
  }).render('threads', '2025-10');
  await expect(sitemap && text(sitemap)).rejects.toThrow('gone');
});
