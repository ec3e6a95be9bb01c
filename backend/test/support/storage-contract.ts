import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Storage } from '../../src/platform/storage/storage.js';

export interface StorageUnderTest {
  storage: Storage;
  /** names of all stored files, complete or not */
  listNames: () => Promise<string[]>;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const limits = { maxBytes: 20 * 1024 * 1024 };

/** A stream in chunks, like a request. */
export function streamOf(bytes: Buffer, chunk = 64 * 1024): Readable {
  const parts = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  return Readable.from(parts);
}

/** The contract of all storage drivers, run by the specs of both drivers against real storage. */
export function testStorageContract(current: () => StorageUnderTest): void {
  it('stores content under its hash and returns identical bytes', async () => {
    const { storage } = current();
    const bytes = randomBytes(12 * 1024 * 1024 + 17);
    const stored = await storage.put(streamOf(bytes), limits);
    expect(stored).toEqual({ sha256: sha256(bytes), size: bytes.length });
    expect(await storage.stat(stored.sha256)).toEqual({ size: bytes.length });
    const read = await storage.read(stored.sha256);
    expect((await buffer(read!)).equals(bytes)).toBe(true);
  });

  it('stores a local file, which stays', async () => {
    const { storage, listNames: kept } = current();
    const folder = await mkdtemp(join(tmpdir(), 'hub-upload-'));
    const path = join(folder, 'upload');
    const bytes = randomBytes(2_000_000);
    await writeFile(path, bytes);
    try {
      for (let i = 0; i < 2; i++) {
        const stored = await storage.put({ path }, limits);
        expect(stored).toEqual({ sha256: sha256(bytes), size: bytes.length });
      }
      await rm(path);
      expect((await buffer((await storage.read(sha256(bytes)))!)).equals(bytes)).toBe(true);
      expect(await kept()).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('stores empty content', async () => {
    const { storage } = current();
    const stored = await storage.put(Readable.from([]), limits);
    expect(stored.size).toBe(0);
    expect(await buffer((await storage.read(stored.sha256))!)).toHaveLength(0);
  });

  it('reads a range, both ends inclusive', async () => {
    const { storage } = current();
    const { sha256: name } = await storage.put(Readable.from([Buffer.from('0123456789')]), limits);
    expect(String(await buffer((await storage.read(name, { start: 2, end: 5 }))!))).toBe('2345');
    expect(String(await buffer((await storage.read(name, { start: 9, end: 9 }))!))).toBe('9');
  });

  it('stores equal content once, also with concurrent uploads', async () => {
    const { storage, listNames: kept } = current();
    const bytes = randomBytes(300_000);
    const stored = await Promise.all(Array.from({ length: 8 }, () => storage.put(streamOf(bytes), limits)));
    expect(new Set(stored.map((content) => content.sha256)).size).toBe(1);
    expect(await kept()).toHaveLength(1);
  });

  it('accepts maxBytes and refuses one byte more with 413, leaving nothing', async () => {
    const { storage, listNames: kept } = current();
    await expect(storage.put(streamOf(randomBytes(100_001)), { maxBytes: 100_000 })).rejects.toMatchObject({
      status: 413,
      code: 'too_large',
    });
    expect(await kept()).toEqual([]);
    await storage.put(streamOf(randomBytes(100_000)), { maxBytes: 100_000 });
    expect(await kept()).toHaveLength(1);
  });

  it('reads the rest of a stream that is too large, for clients that send everything before they read', async () => {
    const { storage } = current();
    const source = streamOf(randomBytes(2_000_000));
    await expect(storage.put(source, { maxBytes: 1000 })).rejects.toMatchObject({ status: 413 });
    await finished(source);
    expect(source.readableEnded).toBe(true);
  });

  it('leaves nothing of an aborted stream', async () => {
    const { storage, listNames: kept } = current();
    const source = new PassThrough();
    const put = storage.put(source, limits);
    source.write(randomBytes(500_000));
    await pause(20);
    source.destroy();
    await expect(put).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });

  it('leaves nothing of a stream that fails before it is read', async () => {
    const { storage, listNames: kept } = current();
    const source = new PassThrough();
    const put = storage.put(source, limits);
    source.destroy(new Error('connection lost'));
    await expect(put).rejects.toThrow('connection lost');
    expect(await kept()).toEqual([]);
  });

  it('announces content before it has a name, and leaves nothing when the callback fails', async () => {
    const { storage, listNames: kept } = current();
    const bytes = randomBytes(1000);
    const put = storage.put(streamOf(bytes), limits, async (content) => {
      expect(content).toEqual({ sha256: sha256(bytes), size: 1000 });
      expect(await storage.stat(content.sha256)).toBeUndefined();
      throw new Error('no row');
    });
    await expect(put).rejects.toThrow('no row');
    expect(await kept()).toEqual([]);
  });

  it('deletes content, and returns undefined for missing content', async () => {
    const { storage } = current();
    const { sha256: name } = await storage.put(streamOf(randomBytes(10)), limits);
    await storage.delete(name);
    await storage.delete(name);
    expect(await storage.stat(name)).toBeUndefined();
    expect(await storage.read(name)).toBeUndefined();
  });

  it('refuses a name that is not a hash', async () => {
    const { storage } = current();
    await expect(storage.read('../../etc/passwd')).rejects.toThrow('SHA-256');
  });
}
