import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { Config } from '../../../../platform/config/config.js';
import { sourceTexts } from '../../../../platform/language/texts.js';
import { getUnusedReason, inspectArchive, type SkippedEntry } from './archive-inspection.js';
import { MAX_ENTRIES, type SourceEntry, type SourceTree } from './source-tree.js';

const emptyFile = (path: string): SourceEntry => ({ path, size: 0 });
const treeOf = (entries: readonly SourceEntry[]): SourceTree => ({
  list: () => Readable.from(entries),
  read: () => Promise.resolve(Buffer.of()),
  stream: () => Readable.from([]),
});
const put = ({ path, reason }: SkippedEntry) => ({ path, reason: reason(sourceTexts) });
const config = { env: { MAX_IMAGE_MB: 10 } } as Config;

test('every type that the hub stores counts as image; others are files that documents may link to', async () => {
  const stored = ['a.png', 'b.jpg', 'c.JPEG', 'd.gif', 'e.webp', 'f.avif', 'g.HEIC', 'h.heif'];
  const refused = ['a.svg', 'b.bmp', 'c.tif', 'd.tiff', 'e.ico', 'f.psd'];
  const others = [...refused, 'x.exe', 'files/0123456789abcdef/notes.md', 'files/0123456789abcdef/a.png'];
  const { documents, images, attachments, skipped } = await inspectArchive(
    treeOf([...stored, ...others].map(emptyFile)),
    config,
  );
  expect([...images.values()]).toEqual(stored);
  expect([...attachments.keys()]).toEqual(others);
  expect([documents, skipped]).toEqual([[], []]);
  const reason = 'Images of this type are not accepted: JPG, PNG, GIF, WebP and AVIF are.';
  for (const path of refused) expect(getUnusedReason(path)(sourceTexts)).toBe(reason);
  expect(getUnusedReason('x.exe')(sourceTexts)).toBe(
    'Only Markdown files are imported, and the images and files in them.',
  );
});

test('archives inside of an archive count as entries, and are no files', async () => {
  const archive = { path: 'inner.zip', size: 0, isArchive: true } as const;
  const entries = [
    ...Array.from({ length: MAX_ENTRIES - 1 }, () => archive),
    ...['a.md', 'b.md', 'c.md'].map(emptyFile),
  ];
  const { documents, images, skipped } = await inspectArchive(treeOf(entries), config);
  expect([documents, images.size]).toEqual([['a.md'], 0]);
  expect(MAX_ENTRIES).toBe(2000);
  expect(skipped.map(put)).toEqual([{ path: 'b.md', reason: expect.stringContaining('this one and all after it') }]);
});

const packed = (entries: SourceEntry[]): SourceTree => ({ ...treeOf(entries), packedBytes: 100_000 });
const file = (path: string, size: number, packedSize = size): SourceEntry => ({ path, size, packedSize });
const skippedOf = async (entries: SourceEntry[], tree = treeOf(entries)) =>
  (await inspectArchive(tree, config)).skipped.map(put).map(({ path, reason }) => `${path}: ${reason}`);

test('the first 200 MB are imported; entries and archives that unpack to 100 times their size are not', async () => {
  const megabyte = 1024 ** 2;
  const many = Array.from({ length: 106 }, (_, i) => file(`${i}.md`, 2_000_000));
  expect(await skippedOf(many)).toEqual(
    ['104.md', '105.md'].map((path) => `${path}: The files exceed 200 MB in total.`),
  );
  const bombs = [file('a.md', 1_100_000, 10_000), file('huge.md', 100 * megabyte, 1000), file('b.md', 75_000, 100)];
  expect(await skippedOf(bombs)).toEqual([
    'a.md: It unpacks to more than 100 times its packed size.',
    'huge.md: It is too long for a document.',
  ]);
  const tables = (count: number) => Array.from({ length: count }, (_, i) => file(`${i}.md`, megabyte));
  expect(await skippedOf([], packed(tables(10)))).toEqual([]);
  await expect(skippedOf([], packed(tables(20)))).rejects.toMatchObject({ status: 413, code: 'archive_ratio' });
});
