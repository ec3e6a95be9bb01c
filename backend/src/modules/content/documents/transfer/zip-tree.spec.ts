import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fs from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zip, zipWithNames } from '../../../../../test/support/zip.js';
import { Spool } from '../../../../platform/storage/spool.js';
import { sourceTexts } from '../../../../platform/language/texts.js';
import type { SourceEntry } from './source-tree.js';
import { ZipTree } from './zip-tree.js';

let folder: string;
let spool: Spool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-zip-tree-'));
  spool = new Spool({ dataDir: folder });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const temporaryFiles = () => readdir(spool.folder);

async function open(files: Record<string, Buffer | string>): Promise<ZipTree> {
  const path = join(folder, 'archive.zip');
  await writeFile(path, await zip(files));
  return ZipTree.open(path, spool);
}

async function list(tree: ZipTree): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for await (const entry of tree.list()) entries.push(entry);
  return entries;
}

const errorOf = (code: string) => Object.assign(new Error(code), { code, syscall: 'open' });

test('20 archives of an archive are opened, with files or without; others are listed with the reason', async () => {
  const [empty, foldersOnly] = [await zip({}), await zipWithNames({ 'a=': '' }, { 'a=': 'a/' })];
  const names = Array.from({ length: 60 }, (_, i) => `${String(i).padStart(2, '0')}.zip`);
  const archives = names.map((name, i) => [name, i % 2 ? foldersOnly : empty] as const);
  const tree = await open({ ...Object.fromEntries(archives), 'last.md': '# Last' });
  try {
    const entries = await list(tree);
    expect(entries.map(({ path }) => path)).toEqual([...names, 'last.md']);
    expect(entries.map(({ isArchive = false }) => isArchive)).toEqual(names.map((_, i) => i < 20).concat(false));
    expect(new Set(entries.slice(20, -1).map(({ rejectionReason }) => rejectionReason?.(sourceTexts)))).toEqual(
      new Set(['An archive can contain 20 archives; this one was skipped.']),
    );
    expect(await temporaryFiles()).toHaveLength(20);
  } finally {
    await tree.close();
  }
  expect(await temporaryFiles()).toEqual([]);
});

test('an archive of an archive counts once, before its files, or with the reason why it has none', async () => {
  const tree = await open({ 'part/a.zip': await zip({ 'b.md': '# B' }), 'broken.zip': 'x' });
  try {
    const entries = await list(tree);
    expect(entries.at(-1)?.rejectionReason?.(sourceTexts)).toBe('It is not a ZIP archive, or it is damaged.');
    expect(entries).toEqual([
      expect.objectContaining({ path: 'part/a.zip', isArchive: true }),
      expect.objectContaining({ path: 'part/b.md' }),
      expect.objectContaining({ path: 'broken.zip' }),
    ]);
    expect(await temporaryFiles()).toHaveLength(1);
  } finally {
    await tree.close();
  }
});

test.each(['EMFILE', 'ENFILE', 'ENOSPC'])('%s is no reason to call an archive damaged', async (code) => {
  const tree = await open({ 'a.zip': await zip({ 'b.md': '# B' }) });
  try {
    jest.spyOn(spool, 'keep').mockRejectedValue(errorOf(code));
    await expect(list(tree)).rejects.toMatchObject({ code });
  } finally {
    await tree.close();
  }
});

test('an archive that cannot be opened for want of open files leaves none behind', async () => {
  const tree = await open({ 'a.zip': await zip({ 'b.md': '# B' }) });
  try {
    jest
      .spyOn(fs, 'open')
      .mockImplementation((...args: unknown[]) => (args.at(-1) as (error: Error) => void)(errorOf('EMFILE')));
    await expect(list(tree)).rejects.toMatchObject({ code: 'EMFILE' });
    expect(await temporaryFiles()).toEqual([]);
  } finally {
    await tree.close();
  }
});
