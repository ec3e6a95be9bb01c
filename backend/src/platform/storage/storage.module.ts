import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { createStorage } from './create-storage.js';
import { Spool } from './spool.js';
import { Storage } from './storage.js';

@Global()
@Module({
  providers: [
    { provide: Spool, useFactory: (config: Config) => new Spool(config), inject: [Config] },
    { provide: Storage, useFactory: createStorage, inject: [Config, Spool] },
  ],
  exports: [Spool, Storage],
})
export class StorageModule implements OnModuleInit {
  constructor(private readonly spool: Spool) {}

  async onModuleInit(): Promise<void> {
    await this.spool.sweep();
  }
}
