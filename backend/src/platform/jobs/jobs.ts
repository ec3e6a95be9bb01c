import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CompiledQuery, sql } from 'kysely';
import { type ConstructorOptions, type Db, type Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { ConnectionMonitor } from '../database/connection-monitor.js';
import { Database } from '../database/database.js';
import { keepAliveOptions } from '../database/monitored-client.js';
import { isDatabaseAway } from '../database/pg-errors.js';
import { withStatementTimeout } from '../database/statement-timeout.js';
import { LOGGER } from '../logging/logger.js';
import { Metrics } from '../monitoring/metrics.js';

/** A job that stops because its instance does. It is repeated like one that failed, but nothing is wrong. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';

  constructor() {
    super('The instance is stopping.');
  }
}

export interface JobOptions {
  /** cron expression (UTC) for work that repeats */
  cron?: string;
  /**
   * how many jobs of this queue run at once on each instance, 1 by default; each costs a poll every two seconds. More
   * where a job can take long, since others of the queue wait for it; 0 leaves them to other instances
   */
  concurrency?: number;
  /** groups of priorities with workers of their own, `concurrency` each; one for all by default */
  lanes?: readonly Lane[];
  /**
   * how many jobs are fetched at once and done in one transaction, 1 by default; more where many short ones are queued.
   * If one fails, each is done alone
   */
  batchSize?: number;
  /** seconds after which a job that another instance has queued starts at the latest, 2 by default */
  pollingSeconds?: number;
  /** seconds after which a running job is considered lost, 600 by default */
  expireInSeconds?: number;
  /**
   * false for work with effects outside the database (mail, transcoding): it runs at least once and must be repeatable.
   * Otherwise work and completion commit together, so the effect happens exactly once.
   */
  transactional?: boolean;
  /** how long a finished job is kept, in seconds from 1, a week by default; short for jobs that carry secrets */
  deleteAfterSeconds?: number;
}

/** A job that waits, or that has begun. */
export interface JobState<T extends object> {
  id: string;
  data: T;
  priority: number;
  isWaiting: boolean;
  /** how long it has run, in seconds; 0 before it begins */
  seconds: number;
}

/** Jobs from one priority to another, both included. */
export interface Lane {
  minPriority?: number;
  maxPriority?: number;
}

/** One run of a job. */
export interface JobRun {
  /** how often the job ran before: it failed, or its instance died */
  retries: number;
}

interface SendOptions {
  startAfter?: Date;
  /** higher ones run first; 0 by default */
  priority?: number;
  /** nothing is queued where the queue has a job with this id */
  id?: string;
}

interface Definition extends JobOptions {
  name: string;
  work: (data: object, run: JobRun) => Promise<void>;
}

const HEARTBEAT_SECONDS = 10;
const STOP_TIMEOUT_MS = 8000;
/** Sweeps and recalculations take longer than requests. */
const STATEMENT_TIMEOUT_MS = 300_000;
/**
 * How long the completion of a job is retried while the database is unavailable. After that its heartbeat has expired.
 */
const SETTLE_MS = 30_000;
const SETTLE_AGAIN_MS = 500;
/** While the database is unavailable every worker fails every two seconds. */
const LOG_AWAY_EVERY_MS = 30_000;

/**
 * Background jobs in PostgreSQL by pg-boss: they survive crashes, and all instances share them. Each queue has its own
 * workers, so a long job delays no other queue.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap {
  private readonly definitions = new Map<string, Definition>();
  /** ids of the workers of each queue on this instance */
  private readonly workers = new Map<string, string[]>();
  private readonly boss: PgBoss;
  private started = false;
  private stopping = false;
  private awayLoggedAt = 0;

  constructor(
    config: Config,
    monitor: ConnectionMonitor,
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const options: ConstructorOptions & { Client: unknown } = {
      connectionString: config.databaseUrl,
      Client: jobClientClass({ monitor }),
      ...keepAliveOptions,
      max: 4,
      application_name: 'knowledge-hub jobs',
      // These intervals determine how soon jobs of a killed worker are retried.
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
    };
    this.boss = new PgBoss(options);
    this.boss.on('error', (error) => this.logError(error));
    database.beforeClose(() => this.stop());
  }

  /** Defines a queue and its handler. Call it in a constructor, or in onModuleInit. */
  define<T extends object>(
    name: string,
    work: (data: T, run: JobRun) => Promise<void>,
    options: JobOptions = {},
  ): void {
    if (this.definitions.has(name)) throw new Error(`The job ${name} is defined twice.`);
    this.definitions.set(name, { name, work: work as Definition['work'], ...options });
  }

  /**
   * Queues a job. Inside a transaction the job becomes visible to workers with the commit. Those of this instance fetch
   * it at once, those of others when they poll: commits with a NOTIFY would wait for each other.
   */
  async send(name: string, data: object, options: SendOptions = {}): Promise<void> {
    if (!this.definitions.has(name)) throw new Error(`The job ${name} is not defined.`);
    const db = this.database.isInTransaction && this.transaction;
    await this.boss.send(name, data, { ...options, ...(db && { db }) });
    this.database.afterCommit(() => this.wake(name));
  }

  /** As {@link send}, in one statement. With `unlessWaiting`, a job is left out while one with the same data waits. */
  async sendMany(name: string, jobs: readonly object[], { unlessWaiting = false } = {}): Promise<void> {
    if (!this.definitions.has(name)) throw new Error(`The job ${name} is not defined.`);
    const db = this.database.isInTransaction && this.transaction;
    const missing = unlessWaiting ? await this.omitWaiting(name, jobs) : jobs;
    if (!missing.length) return;
    await this.boss.insert(
      name,
      missing.map((data) => ({ data })),
      { ...(db && { db }) },
    );
    this.database.afterCommit(() => this.wake(name));
  }

  /** Locks the waiting jobs: no worker may fetch one before the commit of what it is to read. */
  private async omitWaiting(name: string, jobs: readonly object[]): Promise<object[]> {
    const { rows } = await sql<{ position: number }>`
      select (n.position - 1)::int as position
      from pgboss.job j
      join unnest(${jobs.map((data) => JSON.stringify(data))}::jsonb[]) with ordinality as n (data, position)
        on n.data = j.data
      where j.name = ${name} and j.state < 'active'
      for share of j skip locked`.execute(this.database.db);
    const waiting = new Set(rows.map(({ position }) => position));
    return jobs.filter((_job, position) => !waiting.has(position));
  }

  /** The data of all jobs of these queues that wait or run. */
  async listPending<T extends object>(names: readonly string[]): Promise<T[]> {
    const { rows } = await sql<{ data: T }>`
      select data from pgboss.job
      where name = any(${names}::text[]) and state in ('created', 'retry', 'active')`.execute(this.database.db);
    return rows.map(({ data }) => data);
  }

  /** The jobs of a queue that wait, and those that have begun since a time, in the order of their creation. */
  async listRecent<T extends object>(name: string, since: Date): Promise<JobState<T>[]> {
    const { rows } = await sql<JobState<T>>`
      select id, data, priority, state in ('created', 'retry') as "isWaiting",
             case when state in ('created', 'retry') or started_on is null then 0
                  else extract(epoch from coalesce(completed_on, now()) - started_on) end::float8 as seconds
      from pgboss.job where name = ${name} and (state in ('created', 'retry') or started_on > ${since})
      order by created_on, id`.execute(this.database.db);
    return rows;
  }

  /** Sets the priorities of jobs that still wait, by their ids. */
  async setPriorities(name: string, priorities: ReadonlyMap<string, number>): Promise<void> {
    if (!priorities.size) return;
    await sql`
      update pgboss.job j set priority = p.priority
      from unnest(${[...priorities.keys()]}::uuid[], ${[...priorities.values()]}::int[]) as p (id, priority)
      where j.name = ${name} and j.id = p.id and j.state in ('created', 'retry')`.execute(this.database.db);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    this.started = true;
    for (const definition of this.definitions.values()) await this.serve(definition);
  }

  private async serve(definition: Definition): Promise<void> {
    const { name, cron, concurrency = 1, expireInSeconds = 600, deleteAfterSeconds = 604_800 } = definition;
    const queue = {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds,
      deleteAfterSeconds,
      retryLimit: 25,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 3600,
      notify: false,
    };
    await this.boss.createQueue(name, queue);
    // Updates the options of a queue that an earlier release created.
    await this.boss.updateQueue(name, queue);
    if (cron) await this.boss.schedule(name, cron);
    for (const lane of definition.lanes ?? [{}])
      for (let i = 0; i < concurrency; i++) await this.startWorker(definition, lane);
  }

  private async startWorker(definition: Definition, lane: Lane): Promise<void> {
    const { batchSize = 1, pollingSeconds: pollingIntervalSeconds = 2 } = definition;
    const polling = { batchSize, pollingIntervalSeconds, ...lane };
    const workerId = await this.boss.work(definition.name, polling, async (jobs: Job[]) => {
      await this.runBatch(definition, jobs);
      // The worker fetches the next job at once instead of waiting for its next poll.
      this.boss.notifyWorker(workerId);
    });
    this.workers.set(definition.name, [...(this.workers.get(definition.name) ?? []), workerId]);
  }

  private wake(name: string): void {
    for (const workerId of this.workers.get(name) ?? []) this.boss.notifyWorker(workerId);
  }

  /** Runs statements of pg-boss in the current transaction, as prepared ones. */
  private readonly transaction: Db = {
    executeSql: (text, values = []) => this.database.db.executeQuery(CompiledQuery.raw(text, values)),
  };

  private async runBatch(definition: Definition, jobs: readonly Job[]): Promise<void> {
    if (jobs.length > 1 && definition.transactional !== false)
      try {
        const startedAt = performance.now();
        await this.runTogether(definition, jobs);
        return this.metrics.recordJobs(definition.name, 'completed', measureSeconds(startedAt), jobs.length);
      } catch {
        // Which of them failed, and why, is known when each runs alone.
      }
    for (const job of jobs) await this.run(definition, job);
  }

  /** Runs jobs and completes them in one transaction. */
  private async runTogether({ name, work }: Definition, jobs: readonly Job[]): Promise<void> {
    const commit = () =>
      this.database.transaction(async () => {
        for (const job of jobs) await work(job.data ?? {}, { retries: job.retryCount });
        const attempts = jobs.map(({ id, retryCount }) => ({ id, retryCount }));
        // pg-boss returns the number of completed jobs, which its type omits.
        const inTransaction = { db: this.transaction };
        const completed: { affected?: number } = await this.boss.complete(name, attempts, undefined, inTransaction);
        // Another worker has taken over a job; rolling back prevents a second effect.
        if (completed.affected !== jobs.length) throw new Error(`Another worker has taken over a job of ${name}.`);
      });
    await withStatementTimeout(STATEMENT_TIMEOUT_MS, commit);
  }

  private async run(definition: Definition, job: Job): Promise<void> {
    const { name, work, transactional = true } = definition;
    const attempt = { id: job.id, retryCount: job.retryCount };
    const startedAt = performance.now();
    try {
      if (transactional) await this.runTogether(definition, [job]);
      else {
        await withStatementTimeout(STATEMENT_TIMEOUT_MS, () => work(job.data ?? {}, { retries: job.retryCount }));
        await this.settle(() => this.boss.complete(name, attempt));
      }
      this.metrics.recordJobs(name, 'completed', measureSeconds(startedAt));
    } catch (error) {
      const isInterrupted = error instanceof JobInterruptedError;
      this.metrics.recordJobs(name, isInterrupted ? 'interrupted' : 'failed', measureSeconds(startedAt));
      const facts = { job: name, id: job.id, attempt: job.retryCount };
      if (isInterrupted) this.logger.info(facts, 'job interrupted');
      else this.logger.error({ err: error, ...facts }, 'job failed');
      const failure = { message: error instanceof Error ? error.message : String(error) };
      await this.settle(() => this.boss.fail(name, attempt, failure));
    }
  }

  /**
   * Reports the result of a job as soon as the database is available again, instead of waiting for its heartbeat to
   * expire.
   */
  private async settle(report: () => Promise<unknown>): Promise<void> {
    for (const until = Date.now() + SETTLE_MS; ; await sleep(SETTLE_AGAIN_MS)) {
      try {
        return void (await report());
      } catch (error) {
        if (this.stopping || !isDatabaseAway(error) || Date.now() > until) throw error;
      }
    }
  }

  private logError(error: unknown): void {
    if (isDatabaseAway(error)) {
      if (Date.now() < this.awayLoggedAt + LOG_AWAY_EVERY_MS) return;
      this.awayLoggedAt = Date.now();
    }
    this.logger.warn({ err: error }, 'job queue');
  }

  private async stop(): Promise<void> {
    this.stopping = true;
    if (!this.started) return;
    // Awaits the workers, which pg-boss would poll only twice a second; pg-boss then fails the jobs that are still
    // running.
    const ended = Promise.all([...this.definitions.keys()].map((name) => this.boss.offWork(name, { wait: true })));
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.boss.stop({ graceful: false });
  }
}

const measureSeconds = (startedAt: number) => (performance.now() - startedAt) / 1000;

import type pg from 'pg';
import { MonitoredClient, type MonitoredClientOptions, overrideQuery, query } from '../database/monitored-client.js';

/** For fetching, completing and supervising jobs. */
const LIMIT_MS = 30_000;
/** Changes of pg-boss's schema. */
const SCHEMA_LIMIT_MS = 3600_000;
const SCHEMA_CHANGE = /\b(?:alter|create|drop|reindex)\s+(?:concurrently|function|index|schema|table|type|unique)\b/i;

/**
 * Silence limit of a statement. Supervision is not among the slow statements: while it hangs on a dead connection, lost
 * jobs are not retried.
 */
export const getSilenceLimit = (text: unknown): number =>
  typeof text === 'string' && SCHEMA_CHANGE.test(text) ? SCHEMA_LIMIT_MS : LIMIT_MS;

/** The class for pg-boss's pool. */
export const jobClientClass = (options: MonitoredClientOptions): typeof pg.Client => {
  class JobClient extends MonitoredClient {
    constructor(config: pg.ClientConfig) {
      super(config, { ...options, silenceLimitMs: LIMIT_MS });
    }
  }
  overrideQuery(JobClient.prototype, function (...args) {
    this.silenceLimitMs = getSilenceLimit(args[0]);
    return query.apply(this, args);
  });
  return JobClient;
};
