import { expect, test } from '@jest/globals';
import { measureLeast, measureProcessorTime } from '../../../../../test/support/event-loop.js';
import { LinkTargets } from './link-targets.js';

const FILES = [
  'index.md',
  'Setup.md',
  'a&b.png',
  'my img.png',
  'images/Photo.PNG',
  'guide/page.md',
  'guide/other.mdx',
  'guide/01-numbered.md',
  'guide/sub/_index.md',
  'guide/deep/README.md',
  'guide/folder/folder.md',
  'guide/img/p.png',
  'public/logo.png',
  '_docs/install.md',
  'notes/Same.md',
  'notes/nearer/Same.md',
  'notes/Only here.md',
  'TWICE.md',
  'twice.md',
];
const targets = new LinkTargets(FILES);
targets.addAddress('/docs/permalink/', 'guide/page.md');
targets.addAddress('docs/its-slug', 'Setup.md');

test.each<[from: string, target: string, found: string | undefined]>([
  ['guide/page.md', 'other.mdx', 'guide/other.mdx'],
  ['guide/page.md', './other', 'guide/other.mdx'],
  ['guide/page.md', 'other.md#part', 'guide/other.mdx'],
  ['guide/page.md', 'other.html?x=1', 'guide/other.mdx'],
  ['guide/page.md', '../guide/sub/', 'guide/sub/_index.md'],
  ['guide/page.md', 'deep', 'guide/deep/README.md'],
  ['guide/page.md', './folder/', 'guide/folder/folder.md'],
  ['guide/page.md', 'img\\p.png', 'guide/img/p.png'],
  ['guide/page.md', '../images/photo.png', 'images/Photo.PNG'],
  ['guide/page.md', '../setup.md', 'Setup.md'],
  ['guide/page.md', '../my%20img.png', 'my img.png'],
  ['guide/page.md', '../a&b.png', 'a&b.png'],
  // A site with an address per page resolves against that.
  ['guide/page.md', '../other/', 'guide/other.mdx'],
  ['guide/page.md', 'numbered.md', 'guide/01-numbered.md'],
  ['guide/page.md', '/guide/other', 'guide/other.mdx'],
  ['guide/page.md', '/logo.png', 'public/logo.png'],
  ['guide/page.md', '/docs/install/', '_docs/install.md'],
  ['guide/page.md', '/', 'index.md'],
  ['index.md', '/docs/permalink', 'guide/page.md'],
  ['index.md', '/docs/its-slug', 'Setup.md'],
  ['index.md', 'Only%20here.md', 'notes/Only here.md'],
  ['index.md', 'twice.md', 'twice.md'],
  ['index.md', 'Twice.md', undefined],
  ['index.md', 'Same.md', undefined],
  ['index.md', '../../etc/passwd', undefined],
  ['index.md', 'missing.md', undefined],
  ['index.md', 'https://example.org/Setup.md', undefined],
  ['index.md', '//example.org/Setup.md', undefined],
  ['index.md', 'mailto:a@example.org', undefined],
  ['index.md', '%', undefined],
  ['index.md', '', undefined],
])('in %s, %j leads to %s', (from, target, found) => expect(targets.resolve(from, target)?.key).toBe(found));

test('the same below a folder that all files share', () => {
  const below = new LinkTargets(FILES.map((path) => `project-main/docs/${path}`));
  const resolve = (target: string) => below.resolve('project-main/docs/guide/page.md', target)?.key;
  expect(['/guide/other', '/logo.png', '/docs/guide/other.md'].map(resolve)).toEqual([
    'project-main/docs/guide/other.mdx',
    'project-main/docs/public/logo.png',
    'project-main/docs/guide/other.mdx',
  ]);
});

test.each<[from: string, note: string, found: { key: string; anchor: string | undefined } | undefined]>([
  ['index.md', 'Only here', { key: 'notes/Only here.md', anchor: undefined }],
  ['index.md', 'only HERE#Part', { key: 'notes/Only here.md', anchor: 'Part' }],
  ['index.md', 'notes/Same', { key: 'notes/Same.md', anchor: undefined }],
  ['index.md', 'Same', { key: 'notes/Same.md', anchor: undefined }],
  ['notes/nearer/x.md', 'Same', { key: 'notes/nearer/Same.md', anchor: undefined }],
  ['guide/page.md', 'p.png', { key: 'guide/img/p.png', anchor: undefined }],
  ['notes/Same.md', '#One#Two', { key: 'notes/Same.md', anchor: 'Two' }],
  ['index.md', 'Nowhere', undefined],
])('in %s, the note [[%s]] is %j', (from, note, found) => expect(targets.resolveNote(from, note)).toEqual(found));

test('an address that is added later counts', () => {
  const later = new LinkTargets(['a.md', 'b.md']);
  expect(later.resolve('b.md', '/page/')).toBeUndefined();
  later.addAddress('/page/', 'a.md');
  expect(later.resolve('b.md', '/page/')?.key).toBe('a.md');
});

const LIMIT_MS = 2000;
const LINKS = Array.from({ length: 20_000 }, (_, i) => i);

test.each<[what: string, path: (i: number) => string, link: (targets: LinkTargets, i: number) => unknown]>([
  [
    'that lead nowhere',
    (i) => `${'deep/'.repeat(20)}page-${i}.md`,
    (many, i) => i < 5000 && many.resolve(`${'deep/'.repeat(20)}page-1.md`, `/../../x${i}/y`),
  ],
  ['to one name of many files', (i) => `f${i}/Same.md`, (many, i) => many.resolve('index.md', `Same.md?q=${i}#a${i}`)],
  ['to one note of many', (i) => `f${i}/Same.md`, (many, i) => many.resolveNote('index.md', `Same#a${i}`)],
  [
    'to one note of many in folders of one name',
    (i) => `f${i}/in/Same.md`,
    (many, i) => many.resolveNote('index.md', `in/Same#a${i}`),
  ],
])('many links %s take little time', async (_what, path, link) => {
  const time = await measureLeast(LIMIT_MS, () =>
    measureProcessorTime(() => {
      const many = new LinkTargets(Array.from({ length: 2000 }, (_, i) => path(i)));
      for (const i of LINKS) link(many, i);
    }),
  );
  expect(time).toBeLessThan(LIMIT_MS);
});
