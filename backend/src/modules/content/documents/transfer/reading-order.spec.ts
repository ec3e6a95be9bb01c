import { expect, test } from '@jest/globals';
import { FolderCategories } from './folder-categories.js';
import { sortForReading, wordsOfName } from './reading-order.js';

const pathsOf = (files: Record<string, { order?: number; createdAt?: number }>) =>
  sortForReading(Object.entries(files).map(([path, { order, createdAt }]) => ({ path, order, createdAt }))).map(
    ({ path }) => path,
  );

test('numbers before names decide, as numbers; indexes come first', () => {
  const sorted = [
    'README.md',
    '1-intro.md',
    '2-setup/index.md',
    '2-setup/a.md',
    '2-setup/b.md',
    '10-more.md',
    'faq.md',
  ];
  expect(pathsOf(Object.fromEntries(sorted.toReversed().map((path) => [path, {}])))).toEqual(sorted);
});

test('front matter decides before numbers; the order of an index is that of its folder', () => {
  expect(
    pathsOf({
      'b/index.md': { order: 1 },
      'b/2.md': {},
      'b/x.md': { order: 1 },
      'a/index.md': { order: 2 },
      'a/y.md': {},
      '3-last.md': {},
    }),
  ).toEqual(['b/index.md', 'b/x.md', 'b/2.md', 'a/index.md', 'a/y.md', '3-last.md']);
});

test('the files of an export keep the order of the list: the newest first', () => {
  expect(pathsOf({ 'a.md': { createdAt: 1 }, 'z/b.md': { createdAt: 3 }, 'c.md': { createdAt: 2 } })).toEqual([
    'z/b.md',
    'c.md',
    'a.md',
  ]);
});

test.each([
  ['01-getting_started', 'getting started'],
  ['2. Setup', 'Setup'],
  ['1984', '1984'],
  ['2024-review', '2024 review'],
  ['3d-models', '3d models'],
])('the words of %s are %s', (name, words) => expect(wordsOfName(name)).toBe(words));

test.each<[what: string, paths: string[], names: string[][]]>([
  [
    'nested folders',
    ['intro.md', '01-guides/a.md', '01-guides/02_set-up/b.md'],
    [[], ['Guides'], ['Guides', 'Set up']],
  ],
  ['a root folder', ['project-main/docs/a.md', 'project-main/docs/guides/b.md'], [[], ['Guides']]],
  ['one folder only', ['docs/guides/a.md', 'docs/guides/b.md'], [['Guides'], ['Guides']]],
  ['no folder', ['a.md'], [[]]],
  ['nothing but a number', ['a.md', '07/b.md'], [[], ['07']]],
])('%s as categories', (_what, paths, names) => {
  const folders = new FolderCategories(paths);
  expect(paths.map((path) => folders.getNames(path))).toEqual(names);
});

const mapFolders = (paths: string[]) => {
  const folders = new FolderCategories(paths, { pages: paths });
  return paths.map((path) => [folders.getNames(path).join(' / '), folders.getParent(path)]);
};

test('a folder with an index below a category is a page with its files as children', () => {
  const paths = ['a/index.md', 'a/x.md', 'a/b/README.md', 'a/b/y.md', 'a/b/c/_index.md', 'index.md'];
  expect(mapFolders(paths)).toEqual([
    ['A', undefined],
    ['A', undefined],
    ['A', undefined],
    ['A', 'a/b/README.md'],
    ['A', 'a/b/README.md'],
    ['', undefined],
  ]);
});

test('a folder with an index is a category where a folder below it has none', () => {
  expect(mapFolders(['a/b/README.md', 'a/b/y.md', 'a/b/d/z.md', 'a/c/index.md', 'a/c/w.md', 'index.md'])).toEqual([
    ['A / B', undefined],
    ['A / B', undefined],
    ['A / B / D', undefined],
    ['A', undefined],
    ['A', 'a/c/index.md'],
    ['', undefined],
  ]);
});
