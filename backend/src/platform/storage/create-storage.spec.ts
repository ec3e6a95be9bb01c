import { expect, it } from '@jest/globals';
import { loadConfig } from '../config/config.js';
import { createStorage, LocalStorage } from './local-storage.js';
import { S3Storage } from './s3-storage.js';
import { Spool } from './spool.js';

const s3 = { STORAGE: 's3', S3_BUCKET: 'hub', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

it.each([
  [{}, LocalStorage],
  [s3, S3Storage],
])('STORAGE chooses the driver: %j', async (environment, driver) => {
  const config = loadConfig({ DATABASE_URL: 'postgresql://localhost/none', DATA_DIR: '/nonexistent', ...environment });
  expect(await createStorage(config, new Spool(config))).toBeInstanceOf(driver);
});
