import { afterEach, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { ConfigModule } from '../config/config.module.js';
import { loadConfig } from '../config/config.js';
import { LocalStorage } from './local-storage.js';
import { S3Storage } from './s3-storage.js';
import { Storage } from './storage.js';
import { StorageModule } from './storage.module.js';

const s3 = { STORAGE: 's3', S3_BUCKET: 'hub', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
let module: TestingModule;
afterEach(() => module.close());

it.each([
  [{}, LocalStorage],
  [s3, S3Storage],
])('STORAGE chooses the driver: %j', async (environment, driver) => {
  const config = loadConfig({ DATABASE_URL: 'postgresql://localhost/none', DATA_DIR: '/nonexistent', ...environment });
  module = await Test.createTestingModule({ imports: [ConfigModule.forRoot(config), StorageModule] }).compile();
  await module.init();
  expect(module.get(Storage as never)).toBeInstanceOf(driver);
});
