import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { LocalStorage } from './local-storage.js';
import type { Spool } from './spool.js';
import type { Storage } from './storage.js';

/** What is configured about stored files. */
export type StorageConfig = Pick<Config, 'env' | 'dataDir'>;

export async function createStorage(config: StorageConfig, spool: Spool): Promise<Storage> {
  if (config.env.STORAGE === 'local') return new LocalStorage(join(config.dataDir, 'files'), spool);
  // Loaded on demand: the S3 client is the largest library of the server.
  const [{ S3Storage }, { s3OptionsOf }] = await Promise.all([import('./s3-storage.js'), import('./s3-client.js')]);
  return new S3Storage(s3OptionsOf(config), spool);
}
