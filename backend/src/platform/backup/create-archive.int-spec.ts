import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { backupTables } from '../../modules.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Storage } from '../storage/storage.js';
import { createArchive } from './create-archive.js';

const MB = 1024 ** 2;

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

test('progress counts the bytes of a file while it is written', async () => {
  const storage = hub.get<Storage>(Storage as never);
  const size = 64 * MB;
  const content = Readable.from(Array.from({ length: size / MB }, (_, at) => Buffer.alloc(MB, at)));
  const { sha256 } = await storage.put(content, { maxBytes: size });
  await hub.database.query(
    `insert into files (id, sha256, size, media_type, name, created_at)
     values (gen_random_uuid(), $1, $2, 'video/mp4', 'a.mp4', now())`,
    [sha256, size],
  );
  const progress: number[] = [];
  const { missing } = await createArchive(
    { databaseUrl: hub.databaseUrl, tables: backupTables, storage, hubVersion: 'test' },
    async (archive) => {
      for await (const _piece of archive);
    },
    (done) => progress.push(done),
  );
  expect(missing).toBe(0);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  for (const from of [0.2, 0.4, 0.6, 0.8])
    expect(progress.filter((done) => done >= from && done < from + 0.2).length).toBeGreaterThan(10);
});
