import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { Counters } from './counters.js';
import { DatabaseHealth } from './database-health.js';
import { DatabaseReader } from './database-reader.js';
import { Database, ORM } from './database.js';
import { createOrm, type OrmOptions } from './orm.js';
import { PoolMetrics } from './pool-metrics.js';
import { Reconciliation } from './reconciliation.js';
import { ReplicaHealth } from './replicas/replica-health.js';
import { Replicas } from './replicas/replicas.js';

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(entities: OrmOptions['entities']): DynamicModule {
    const orm = {
      provide: ORM,
      useFactory: (config: Config, monitor: ConnectionMonitor, poolMetrics: PoolMetrics) =>
        createOrm({
          databaseUrl: config.databaseUrl,
          entities,
          monitor,
          onPoolCreated: (pool) => poolMetrics.watch(pool),
        }),
      inject: [Config, ConnectionMonitor, PoolMetrics],
    };
    const shared = [ConnectionMonitor, Database, DatabaseReader, Counters, Reconciliation];
    return {
      module: DatabaseModule,
      providers: [orm, DatabaseHealth, PoolMetrics, ReplicaHealth, Replicas, ...shared],
      exports: [ORM, ...shared],
    };
  }
}
