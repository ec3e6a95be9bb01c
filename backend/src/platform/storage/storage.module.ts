import { join } from 'node:path';
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { LocalStorage } from './local-storage.js';
import { Spool } from './spool.js';
import { Storage } from './storage.js';

export async function createStorage(config: Config, spool: Spool): Promise<Storage> {
  if (config.env.STORAGE === 'local') return new LocalStorage(join(config.dataDir, 'files'), spool);
  // Loaded on demand: the S3 client is the largest library of the server.
  const [{ S3Storage }, { s3OptionsOf }] = await Promise.all([import('./s3-storage.js'), import('./s3-client.js')]);
  return new S3Storage(s3OptionsOf(config), spool);
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
