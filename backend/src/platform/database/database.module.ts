import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { Counters } from './counters.js';
import { DatabaseHealth } from './database-health.js';
import { DatabaseReader } from './database-reader.js';
import { Database, ORM } from './database.js';
import { createOrm } from './orm.js';
import { PoolMetrics } from './pool-metrics.js';
import { Reconciliation } from './reconciliation.js';
import { ReplicaHealth } from './replicas/replica-health.js';
import { Replicas } from './replicas/replicas.js';

const orm = {
  provide: ORM,
  useFactory: ({ databaseUrl }: Config, monitor: ConnectionMonitor, poolMetrics: PoolMetrics) =>
    createOrm({ databaseUrl, monitor, onPoolCreated: (pool) => poolMetrics.watch(pool) }),
  inject: [Config, ConnectionMonitor, PoolMetrics],
};
const shared = [ConnectionMonitor, Database, DatabaseReader, Counters, Reconciliation];

@Global()
@Module({
  providers: [orm, DatabaseHealth, PoolMetrics, ReplicaHealth, Replicas, ...shared],
  exports: [ORM, ...shared],
})
export class DatabaseModule {}
