import { Injectable, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { Metrics } from '../monitoring/metrics.js';

/** Publishes how busy the connection pool of requests is. */
@Injectable()
export class PoolMetrics implements OnModuleInit {
  private pool: pg.Pool | undefined;

  constructor(private readonly metrics: Metrics) {}

  watch(pool: pg.Pool): void {
    this.pool = pool;
  }

  onModuleInit(): void {
    this.metrics.addGauge({
      name: 'database_pool_connections',
      help: 'Connections of the pool of requests, by state: in_use or idle',
      labels: ['state'],
      measure: () => {
        const { totalCount = 0, idleCount = 0 } = this.pool ?? {};
        return [
          { labels: { state: 'in_use' }, value: totalCount - idleCount },
          { labels: { state: 'idle' }, value: idleCount },
        ];
      },
    });
    this.metrics.addGauge({
      name: 'database_pool_waiting',
      help: 'Statements and transactions that wait for a connection of the pool',
      labels: [],
      measure: () => [{ labels: {}, value: this.pool?.waitingCount ?? 0 }],
    });
  }
}
