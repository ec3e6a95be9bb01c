import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { LocalUploadStorage } from './local-upload-storage.js';

const ID = '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f';
let folder: string;
let storage: LocalUploadStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-uploads-'));
  storage = new LocalUploadStorage(join(folder, 'uploads'));
});
afterEach(() => rm(folder, { recursive: true }));

test('an upload that cannot fit on the disk is refused with 507', async () => {
  await expect(storage.requireSpace(Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
    status: 507,
    code: 'disk_full',
  });
  await expect(storage.requireSpace(1)).resolves.toBeUndefined();
});

test('what was written before an error stays', async () => {
  await storage.create(ID);
  const source = new PassThrough();
  source.write('first half, ');
  setTimeout(() => source.destroy(new Error('connection lost')), 20);
  await expect(storage.append(ID, 0, source)).rejects.toThrow('connection lost');
  expect(await storage.size(ID)).toBe(12);
  await storage.append(ID, 12, new PassThrough().end('second half'));
  expect(await readFile(storage.localPath(ID), 'utf8')).toBe('first half, second half');
});

test('only ids of uploads become paths', () => {
  for (const id of ['../files/tmp/x', '', 'a/b', `${ID}/..`])
    expect(() => storage.localPath(id)).toThrow('named by a UUID');
});
