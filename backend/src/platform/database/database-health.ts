import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { defineHealthCheck, type HealthAlert, HealthChecks, type HealthFinding } from '../monitoring/health-checks.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { Database } from './database.js';

export interface DatabaseFigures {
  /** round trip to the database in milliseconds */
  roundTripMs: number;
  /** whether it refuses writes, as while the disk is full */
  isReadOnly: boolean;
}

export const databaseHealth = defineHealthCheck<DatabaseFigures>('database');

/** A statement without a table takes about a millisecond, also to a database in another building. */
const SLOW_MS = 250;

/** Reports the round trips of the probe, and whether the database takes writes. */
@Injectable()
export class DatabaseHealth implements OnModuleInit {
  constructor(
    private readonly checks: HealthChecks,
    private readonly monitor: ConnectionMonitor,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.checks.register(databaseHealth, () => this.measure(), { failedStatus: 'down' });
  }

  /** @throws errors of the database while it is away, which the report shows as down */
  private async measure(): Promise<HealthFinding<DatabaseFigures>> {
    const startedAt = performance.now();
    const { rows } = await sql<{ is_read_only: boolean }>`
      select current_setting('transaction_read_only')::boolean as is_read_only`.execute(this.database.db);
    const isReadOnly = rows[0]?.is_read_only ?? false;
    // Before the first round trip of the probe, that of this statement.
    const roundTripMs = this.monitor.roundTripMs ?? performance.now() - startedAt;
    const alerts: HealthAlert[] = [];
    if (isReadOnly) alerts.push(alert('read_only_database', ({ health }) => health.alerts.readOnlyDatabase));
    if (roundTripMs >= SLOW_MS)
      alerts.push(alert('slow_database', ({ health }) => health.alerts.slowDatabase(Math.round(roundTripMs))));
    return { status: alerts.length ? 'degraded' : 'healthy', figures: { roundTripMs, isReadOnly }, alerts };
  }
}

const alert = (code: string, detail: Localized): HealthAlert => ({ code, area: 'operation', detail });

import type pg from 'pg';
import { Metrics } from '../monitoring/metrics.js';
import type { Localized } from '../language/texts.js';

/** Publishes how busy the connection pool of requests is. */
export function publishPoolMetrics(metrics: Metrics, pool: pg.Pool): void {
  metrics.addGauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool of requests, by state: in_use or idle',
    labels: ['state'],
    measure: () => [
      { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  });
  metrics.addGauge({
    name: 'database_pool_waiting',
    help: 'Statements and transactions that wait for a connection of the pool',
    labels: [],
    measure: () => [{ labels: {}, value: pool.waitingCount }],
  });
}
