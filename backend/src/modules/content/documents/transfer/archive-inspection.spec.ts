import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { Config } from '../../../../platform/config/config.js';
import { inspectArchive } from './archive-inspection.js';
import type { SourceTree } from './source-tree.js';

/** A source of empty files. */
const treeOf = (paths: readonly string[]): SourceTree => ({
  list: () => Readable.from(paths.map((path) => ({ path, size: 0 }))),
  read: () => Promise.resolve(Buffer.of()),
});
const config = { env: { MAX_IMAGE_MB: 10 } } as Config;

test('every type that the hub stores counts as image; others are refused with the types that are', async () => {
  const stored = ['a.png', 'b.jpg', 'c.JPEG', 'd.gif', 'e.webp', 'f.avif', 'g.HEIC', 'h.heif'];
  const refused = ['a.svg', 'b.bmp', 'c.tif', 'd.tiff', 'e.ico', 'f.psd'];
  const { images, skipped } = await inspectArchive(treeOf([...stored, ...refused, 'x.exe']), config);
  expect([...images.values()]).toEqual(stored);
  const reason = 'Images of this type are not accepted: JPG, PNG, GIF, WebP and AVIF are.';
  expect(skipped).toEqual([
    ...refused.map((path) => ({ path, reason })),
    { path: 'x.exe', reason: 'Only Markdown files and the images they show are imported.' },
  ]);
});
