import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config/config.js';
import { LocalStorage } from './local-storage.js';
import { Spool } from './spool.js';
import { storageError } from './storage.js';
import { testStorageContract, type StorageUnderTest, streamOf } from '../../../test/support/storage-contract.js';

describe('LocalStorage', () => {
  let folder: string;
  let spool: Spool;
  let current: StorageUnderTest;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hub-storage-'));
    spool = new Spool(loadConfig({ DATABASE_URL: 'postgresql://localhost/none', DATA_DIR: folder }));
    current = {
      storage: new LocalStorage(join(folder, 'files'), spool),
      listNames: () => filesIn(join(folder, 'files')),
    };
  });
  afterEach(() => rm(folder, { recursive: true }));

  testStorageContract(() => current);

  it('open readers continue while the content is stored again or deleted', async () => {
    const { storage } = current;
    const bytes = Buffer.alloc(1_000_000, 'a');
    const { sha256 } = await storage.put(streamOf(bytes), { maxBytes: 2_000_000 });
    const stream = await storage.read(sha256);
    await storage.put(streamOf(bytes), { maxBytes: 2_000_000 });
    await storage.delete(sha256);
    let read = 0;
    for await (const chunk of stream! as AsyncIterable<Buffer>) read += chunk.length;
    expect(read).toBe(bytes.length);
  });

  it('deletes temporary files older than a day only', async () => {
    await mkdir(spool.folder, { recursive: true });
    for (const name of ['old', 'young']) await writeFile(join(spool.folder, name), 'x');
    const yesterday = Date.now() / 1000 - 25 * 3600;
    await utimes(join(spool.folder, 'old'), yesterday, yesterday);
    await spool.sweep();
    expect(await readdir(spool.folder)).toEqual(['young']);
  });

  it('the sweep works in an empty storage', async () => {
    await expect(spool.sweep()).resolves.toBeUndefined();
  });
});

describe('storageError', () => {
  it.each(['ENOSPC', 'EDQUOT'])('maps %s to 507', (code) => {
    expect(storageError(Object.assign(new Error(code), { code }))).toMatchObject({ status: 507, code: 'disk_full' });
  });

  it('leaves other errors as they are', () => {
    const error = new Error('other');
    expect(storageError(error)).toBe(error);
  });
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
