import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startS3 } from '../../../test/support/resumable-uploads.js';
import { loadConfig } from '../config/config.js';
import { getS3Options } from '../storage/s3-client.js';
import { type BackupStorage, LocalBackupStorage } from './backup-storage.js';
import { S3BackupStorage } from './s3-backup-storage.js';

const MB = 1024 ** 2;
const DATABASE_URL = 'postgresql://localhost/none';

describe.each(['local', 's3'] as const)('archives in storage: %s', (kind) => {
  let folder: string;
  let stop: (() => Promise<void>) | undefined;
  let storage: BackupStorage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hub-test-archives-'));
    if (kind === 's3') {
      const s3 = await startS3();
      stop = s3.stop;
      storage = new S3BackupStorage(getS3Options(loadConfig({ DATABASE_URL, ...s3.environment })));
    } else {
      storage = new LocalBackupStorage(folder);
    }
  });
  afterAll(async () => {
    await stop?.();
    await rm(folder, { recursive: true });
  });

  // In S3 the first is one request, the second three parts.
  test.each([1, 70])('an archive of %i MB is read, whole and in part, and deleted', async (megabytes) => {
    const content = randomBytes(megabytes * MB);
    const pieces = Array.from({ length: megabytes }, (_, i) => content.subarray(i * MB, (i + 1) * MB));
    await storage.write('one.tar.zst', Readable.from(pieces));
    expect(await storage.stat('one.tar.zst')).toEqual({ size: content.length });
    expect([...(await storage.list())]).toEqual(['one.tar.zst']);
    expect((await buffer((await storage.read('one.tar.zst'))!)).equals(content)).toBe(true);
    const part = await storage.read('one.tar.zst', { start: MB - 5, end: MB + 4 });
    expect(await buffer(part!)).toEqual(content.subarray(MB - 5, MB + 5));
    await storage.delete('one.tar.zst');
    expect(await storage.stat('one.tar.zst')).toBeUndefined();
    expect([...(await storage.list())]).toEqual([]);
    expect(await storage.read('one.tar.zst')).toBeUndefined();
    await storage.delete('one.tar.zst');
  });

  test('an archive that ends with an error leaves nothing, and the error is reported', async () => {
    const content = Readable.from(
      (function* () {
        for (let i = 0; i < 40; i++) yield randomBytes(MB);
        throw new Error('The database is gone.');
      })(),
    );
    await expect(storage.write('two.tar.zst', content)).rejects.toThrow('The database is gone.');
    expect(await storage.stat('two.tar.zst')).toBeUndefined();
    await storage.write('two.tar.zst', Readable.from([Buffer.from('second')]));
    expect(await storage.stat('two.tar.zst')).toEqual({ size: 6 });
  });
});

test('what killed processes left in the folder is deleted, complete archives are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-archives-'));
  const storage = new LocalBackupStorage(folder);
  await storage.write('one.tar.zst', Readable.from([Buffer.from('x')]));
  await writeFile(join(folder, 'two.tar.zst.partial'), 'x');
  expect([...(await storage.list())]).toEqual(['one.tar.zst']);
  await storage.deletePartials();
  expect(await readdir(folder)).toEqual(['one.tar.zst']);
  await rm(folder, { recursive: true });
});

// The S3 server of the other tests does not list unfinished uploads.
test('what killed processes left in the bucket is deleted', async () => {
  const requests: string[] = [];
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    const upload = '<Upload><Key>backups/one.tar.zst</Key><UploadId>u1</UploadId></Upload>';
    response.setHeader('content-type', 'application/xml');
    response.writeHead(method === 'GET' ? 200 : 204);
    response.end(method === 'GET' ? `<ListMultipartUploadsResult>${upload}</ListMultipartUploadsResult>` : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  await new S3BackupStorage({ endpoint, region: 'us-east-1', bucket: 'hub', ...credentials }).deletePartials();
  server.close();
  expect(requests).toEqual([
    'GET /hub/?prefix=backups%2F&uploads=',
    expect.stringMatching(/^DELETE \/hub\/backups\/one\.tar\.zst\?.*uploadId=u1/),
  ]);
});
