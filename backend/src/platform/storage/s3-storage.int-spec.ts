import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import S3rver from 's3rver';
import { loadConfig } from '../config/config.js';
import { S3Storage } from './s3-storage.js';
import { Spool } from './spool.js';
import { testStorageContract, type StorageUnderTest, streamOf } from '../../../test/support/storage-contract.js';

describe('S3Storage, against an S3 server on loopback', () => {
  let folder: string;
  let server: S3rver;
  let endpoint: string;
  let client: S3Client;
  let spool: Spool;
  let current: StorageUnderTest;
  const bucket = 'hub';
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hub-s3-'));
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: bucket, configs: [] }],
    });
    endpoint = `http://127.0.0.1:${(await server.run()).port}`;
    client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  });
  afterAll(async () => {
    client.destroy();
    await server.close();
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    spool = new Spool(loadConfig({ DATABASE_URL: 'postgresql://localhost/none', DATA_DIR: folder }));
    const storage = new S3Storage({ endpoint, region: 'us-east-1', bucket, ...credentials }, spool);
    current = { storage, listNames: async () => [...(await keys()), ...(await readdir(spool.folder).catch(() => []))] };
  });
  afterEach(async () => {
    for (const key of await keys()) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  });

  testStorageContract(() => current);

  it('prefixes keys with the first digits of the hash', async () => {
    const { sha256 } = await current.storage.put(streamOf(Buffer.from('x')), { maxBytes: 10 });
    expect(await keys()).toEqual([`${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`]);
  });

  it('fails without leaving files when the service is unavailable', async () => {
    const away = new S3Storage({ endpoint: 'http://127.0.0.1:9', region: 'us-east-1', bucket, ...credentials }, spool);
    await expect(away.put(streamOf(Buffer.from('x')), { maxBytes: 10 })).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(spool.folder)).toEqual([]);
  });

  it('distinguishes missing content from a missing bucket', async () => {
    const elsewhere = new S3Storage({ endpoint, region: 'us-east-1', bucket: 'nowhere', ...credentials }, spool);
    await expect(elsewhere.read('a'.repeat(64))).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  async function keys(): Promise<string[]> {
    return ((await client.send(new ListObjectsV2Command({ Bucket: bucket }))).Contents ?? []).map(
      (object) => object.Key ?? '',
    );
  }
});
