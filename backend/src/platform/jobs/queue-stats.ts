import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { defineHealthCheck, HealthChecks, type HealthAlert, type HealthFinding } from '../monitoring/health-checks.js';
import { Metrics } from '../monitoring/metrics.js';
import type { Localized } from '../language/texts.js';

interface QueueRow {
  name: string;
  waiting: number;
  delayed: number;
  running: number;
  failed: number;
  lag: number | null;
}

export interface JobFigures {
  /** jobs that are ready to run */
  waiting: number;
  /** jobs that start at a later time, such as those that are tried again */
  delayed: number;
  running: number;
  /** jobs of the last seven days that were given up */
  failed: number;
  /** how long the oldest waiting job has been ready */
  lagSeconds: number;
}

export const jobsHealth = defineHealthCheck<JobFigures>('jobs');

/** Workers poll at least every two seconds, and queues with long jobs have more than one worker. */
const LATE_SECONDS = 300;

/**
 * What waits in the queues. pg-boss counts its jobs every two seconds and stores the numbers with the queue; only the
 * oldest waiting job of each queue is read from its index.
 */
@Injectable()
export class QueueStats implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly checks: HealthChecks,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.checks.register(jobsHealth, () => this.check());
    this.metrics.addGauge({
      name: 'jobs_queued',
      help: 'Jobs by queue and state: waiting, delayed, running, or failed and given up in the last seven days',
      labels: ['queue', 'state'],
      measure: async () =>
        (await this.list()).flatMap(({ name: queue, waiting, delayed, running, failed }) =>
          Object.entries({ waiting, delayed, running, failed }).map(([state, value]) => ({
            labels: { queue, state },
            value,
          })),
        ),
    });
  }

  private async list(): Promise<QueueRow[]> {
    const now = new Date();
    const { rows } = await sql<QueueRow>`
      select q.name, q.ready_count as waiting, q.deferred_count as delayed, q.active_count as running,
             q.failed_count as failed, extract(epoch from ${now}::timestamptz - oldest.ready_at)::float8 as lag
      from pgboss.queue q
      left join lateral (
        select greatest(j.created_on, j.start_after) as ready_at from pgboss.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= ${now}
        order by j.priority desc, j.created_on limit 1
      ) oldest on true
      order by q.name`.execute(this.database.db);
    return rows;
  }

  private async check(): Promise<HealthFinding<JobFigures>> {
    const rows = await this.list();
    const sum = (key: 'waiting' | 'delayed' | 'running' | 'failed') => rows.reduce((n, row) => n + row[key], 0);
    const lagSeconds = Math.round(Math.max(0, ...rows.map(({ lag }) => lag ?? 0)));
    const failed = sum('failed');
    const alerts: HealthAlert[] = [];
    if (lagSeconds >= LATE_SECONDS) alerts.push(alert('late_jobs', ({ health }) => health.alerts.lateJobs(lagSeconds)));
    if (failed) alerts.push(alert('failed_jobs', ({ health }) => health.alerts.failedJobs(failed)));
    return {
      status: lagSeconds >= LATE_SECONDS ? 'degraded' : 'healthy',
      figures: { waiting: sum('waiting'), delayed: sum('delayed'), running: sum('running'), failed, lagSeconds },
      alerts,
    };
  }
}

const alert = (code: string, detail: Localized): HealthAlert => ({ code, area: 'operation', detail });
