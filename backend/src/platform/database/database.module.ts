import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { EntityClass } from '@mikro-orm/postgresql';
import { Config } from '../config/config.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { Counters } from './counters.js';
import { Database, ORM } from './database.js';
import { createOrm } from './orm.js';
import { Reconciliation } from './reconciliation.js';

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(entities: EntityClass<object>[]): DynamicModule {
    const orm = {
      provide: ORM,
      useFactory: (config: Config, monitor: ConnectionMonitor) =>
        createOrm({ databaseUrl: config.databaseUrl, entities, monitor }),
      inject: [Config, ConnectionMonitor],
    };
    const shared = [ConnectionMonitor, Database, Counters, Reconciliation];
    return { module: DatabaseModule, providers: [orm, ...shared], exports: [ORM, ...shared] };
  }
}
