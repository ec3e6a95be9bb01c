import { Injectable, type OnModuleInit } from '@nestjs/common';
import { defineHealthCheck, HealthChecks, type HealthFinding } from '../../monitoring/health-checks.js';
import { Metrics } from '../../monitoring/metrics.js';
import { type Replica, type ReplicaState } from './replica.js';
import { Replicas } from './replicas.js';
import type { Localized } from '../../language/texts.js';

export interface ReplicaFigures {
  /** in the order of DATABASE_REPLICA_URLS; those of the instance that responds */
  replicas: { state: ReplicaState; lagSeconds: number | null }[];
}

export const replicaHealth = defineHealthCheck<ReplicaFigures>('replicas');

/** Reports the state and the lag of each replica as last polled. */
@Injectable()
export class ReplicaHealth implements OnModuleInit {
  constructor(
    private readonly checks: HealthChecks,
    private readonly metrics: Metrics,
    private readonly replicas: Replicas,
  ) {}

  onModuleInit(): void {
    this.checks.register(replicaHealth, () => this.measure());
    if (!this.replicas.areConfigured) return;
    this.metrics.addGauge({
      name: 'database_replica_in_use',
      help: 'Whether reads use the replica (1) or it is left out (0), by its place in DATABASE_REPLICA_URLS',
      labels: ['replica'],
      measure: () => this.replicas.all.map((each) => toSample(each, each.state === 'in_use' ? 1 : 0)),
    });
    this.metrics.addGauge({
      name: 'database_replica_lag_seconds',
      help: 'How far the replica is behind the primary in seconds; missing while it is unknown',
      labels: ['replica'],
      measure: () =>
        this.replicas.all.flatMap((each) => (each.lagMs === undefined ? [] : [toSample(each, each.lagMs / 1000)])),
    });
  }

  private measure(): HealthFinding<ReplicaFigures> {
    const replicas = this.replicas.all.map(({ state, lagMs }) => ({
      state,
      lagSeconds: lagMs === undefined ? null : lagMs / 1000,
    }));
    const leftOut = this.replicas.all.flatMap(({ number, state }) =>
      state === 'in_use' || state === 'starting' ? [] : [{ number, state }],
    );
    if (!leftOut.length) return { figures: { replicas } };
    const detail: Localized = ({ health }) =>
      leftOut
        .map(({ number, state }) => health.replicas.leftOut({ number, reason: health.replicas.reasons[state] }))
        .join(' ');
    return {
      status: 'degraded',
      figures: { replicas },
      alerts: [{ code: 'replica_left_out', area: 'operation', detail }],
    };
  }
}

const toSample = ({ number }: Replica, value: number) => ({ labels: { replica: String(number) }, value });
