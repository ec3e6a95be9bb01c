import { join } from 'node:path';
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { LocalStorage } from './local-storage.js';
import { Spool } from './spool.js';
import { Storage } from './storage.js';

async function createStorage({ env, dataDir }: Config, spool: Spool): Promise<Storage> {
  if (env.STORAGE === 'local') return new LocalStorage(join(dataDir, 'files'), spool);
  // Loaded on demand: the S3 client is the largest library of the server.
  const { S3Storage } = await import('./s3-storage.js');
  const options = { endpoint: env.S3_ENDPOINT, region: env.S3_REGION };
  // loadConfig requires these three.
  const required = {
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  };
  return new S3Storage({ ...options, ...required }, spool);
}

@Global()
@Module({
  providers: [Spool, { provide: Storage, useFactory: createStorage, inject: [Config, Spool] }],
  exports: [Spool, Storage],
})
export class StorageModule implements OnModuleInit {
  constructor(private readonly spool: Spool) {}

  async onModuleInit(): Promise<void> {
    await this.spool.sweep();
  }
}
