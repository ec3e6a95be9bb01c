import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sha256, streamOf } from '../../../test/support/storage-contract.js';
import { loadConfig } from '../config/config.js';
import { Spool } from './spool.js';

let folder: string;
let spool: Spool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-spool-'));
  spool = new Spool(loadConfig({ DATABASE_URL: 'postgresql://localhost/none', DATA_DIR: folder }));
});
afterEach(() => rm(folder, { recursive: true }));

const spooled = () => readdir(spool.folder).catch(() => []);

async function split(source: Readable, partBytes: number): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const { path, size } of spool.split(source, partBytes)) {
    parts.push(await readFile(path));
    expect(parts.at(-1)).toHaveLength(size);
  }
  return parts;
}

describe('a local file', () => {
  const bytes = randomBytes(3_000_000);
  const content = { sha256: sha256(bytes), size: bytes.length };
  let path: string;
  beforeEach(async () => {
    path = join(folder, 'upload');
    await writeFile(path, bytes);
  });

  it('is spooled as a link to the same bytes, and stays', async () => {
    const file = await spool.keepFile({ path }, { maxBytes: bytes.length });
    expect(file).toMatchObject(content);
    expect((await stat(file.path)).ino).toBe((await stat(path)).ino);
    await file.remove();
    expect([await spooled(), (await readFile(path)).equals(bytes)]).toEqual([[], true]);
  });

  it('is not read when its hash is known', async () => {
    const known = { sha256: 'a'.repeat(64), size: 5, path };
    const file = await spool.keepFile({ path, content: known }, { maxBytes: 5 });
    expect([file.sha256, file.size, file.path === path]).toEqual([known.sha256, 5, false]);
  });

  it('that is too large, or missing, leaves nothing', async () => {
    await expect(spool.keepFile({ path }, { maxBytes: bytes.length - 1 })).rejects.toMatchObject({ status: 413 });
    await expect(spool.keepFile({ path: `${path}-none` }, { maxBytes: 5 })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await spooled()).toEqual([]);
  });

  it('that is old is not taken for abandoned', async () => {
    const longAgo = new Date(Date.now() - 48 * 3600_000);
    await utimes(path, longAgo, longAgo);
    await spool.keepFile({ path }, { maxBytes: bytes.length });
    await spool.sweep();
    expect(await spooled()).toHaveLength(1);
  });

  it('of another volume is copied', async () => {
    // /dev/shm is a volume of its own.
    const elsewhere = await mkdtemp('/dev/shm/hub-spool-');
    try {
      await writeFile(join(elsewhere, 'upload'), bytes);
      expect((await stat(elsewhere)).dev).not.toBe((await stat(folder)).dev);
      const file = await spool.keepFile({ path: join(elsewhere, 'upload') }, { maxBytes: bytes.length });
      expect(file).toMatchObject(content);
      expect((await readFile(file.path)).equals(bytes)).toBe(true);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });
});

describe('split', () => {
  it.each([
    [1000, [400, 400, 200]],
    [800, [400, 400]],
    [399, [399]],
    [0, []],
  ])('cuts %s bytes into parts', async (length, sizes) => {
    const bytes = randomBytes(length);
    const parts = await split(streamOf(bytes, 150), 400);
    expect(parts.map((part) => part.length)).toEqual(sizes);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    expect(await spooled()).toEqual([]);
  });

  it('returns what has arrived before the error of a source', async () => {
    const source = new PassThrough();
    source.write(randomBytes(500));
    const sizes: number[] = [];
    await expect(
      (async () => {
        for await (const { size } of spool.split(source, 400)) {
          sizes.push(size);
          if (sizes.length === 1) source.destroy(new Error('connection lost'));
        }
      })(),
    ).rejects.toThrow('connection lost');
    expect([sizes, await spooled()]).toEqual([[400, 100], []]);
  });

  it('removes its file when the reader gives up', async () => {
    for await (const _part of spool.split(streamOf(randomBytes(1000)), 400)) break;
    expect(await spooled()).toEqual([]);
  });
});
