import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { fromKysely, type Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logging.module.js';

export interface JobOptions {
  /** cron expression (UTC) for work that repeats */
  cron?: string;
  /** seconds until a running job counts as lost */
  expireInSeconds?: number;
  /**
   * false for work whose effect lies outside the database (mail, transcoding): it runs at least once and must bear
   * repetition. Otherwise the work and its completion commit together, so the effect happens exactly once.
   */
  transactional?: boolean;
  /** how long a finished job is kept, in seconds from 1; short for those that carry secrets. A week when not said */
  deleteAfterSeconds?: number;
}

interface Definition extends JobOptions {
  name: string;
  work: (data: object) => Promise<void>;
}

const HEARTBEAT_SECONDS = 10;
const STOP_TIMEOUT_MS = 8000;

/** Background work, kept in PostgreSQL by pg-boss: survives crashes, shared by all instances. */
@Injectable()
export class Jobs implements OnApplicationBootstrap {
  private readonly definitions = new Map<string, Definition>();
  private readonly boss: PgBoss;
  private started = false;

  constructor(
    config: Config,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.boss = new PgBoss({
      connectionString: config.databaseUrl,
      max: 4,
      application_name: 'knowledge-hub jobs',
      // Together they decide how soon the job of a killed worker is taken up again.
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
      useListenNotify: true,
    });
    this.boss.on('error', (error) => this.logger.warn({ err: error }, 'job queue'));
    database.beforeClose(() => this.stop());
  }

  /** Declares a kind of job and how it is done. To be called while modules initialise. */
  define<T extends object>(name: string, work: (data: T) => Promise<void>, options: JobOptions = {}): void {
    if (this.definitions.has(name)) throw new Error(`The job ${name} is defined twice.`);
    this.definitions.set(name, { name, work: work as (data: object) => Promise<void>, ...options });
  }

  /** Queues a job. Inside a transaction it is part of it: rolled back with it, seen by workers once it commits. */
  async send(name: string, data: object, options: { startAfter?: Date } = {}): Promise<void> {
    if (!this.definitions.has(name)) throw new Error(`The job ${name} is not defined.`);
    const trx = this.database.transactionExecutor;
    await this.boss.send(name, data, { ...options, ...(trx && { db: fromKysely(trx) }) });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    this.started = true;
    for (const definition of this.definitions.values()) await this.serve(definition);
  }

  private async serve(definition: Definition): Promise<void> {
    const { name, cron, expireInSeconds = 600, deleteAfterSeconds = 604_800 } = definition;
    const queue = {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds,
      deleteAfterSeconds,
      retryLimit: 25,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 3600,
      notify: true,
    };
    await this.boss.createQueue(name, queue);
    if (cron) await this.boss.schedule(name, cron);
    const polling = {
      batchSize: 10,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 2,
    };
    await this.boss.work(name, polling, async (batch: Job[]) => {
      for (const job of batch) await this.run(definition, job);
    });
  }

  /** Each job of a batch succeeds or fails for itself. */
  private async run({ name, work, transactional = true }: Definition, job: Job): Promise<void> {
    const attempt = { id: job.id, retryCount: job.retryCount };
    try {
      if (!transactional) return void (await work(job.data ?? {}).then(() => this.boss.complete(name, attempt)));
      await this.database.transaction(async () => {
        await work(job.data ?? {});
        const db = fromKysely(this.database.transactionExecutor as Parameters<typeof fromKysely>[0]);
        // pg-boss tells how many jobs it completed, though its type does not say so.
        const completed: { affected?: number } = await this.boss.complete(name, attempt, undefined, { db });
        // Somebody else has taken this job over meanwhile; our effect must not stand beside theirs.
        if (completed.affected !== 1) throw new Error(`The job ${name} ${job.id} is no longer ours.`);
      });
    } catch (error) {
      this.logger.error({ err: error, job: name, id: job.id, attempt: job.retryCount }, 'job failed');
      await this.boss.fail(name, attempt, { message: error instanceof Error ? error.message : String(error) });
    }
  }

  private async stop(): Promise<void> {
    if (!this.started) return;
    // The workers' end is awaited here, since pg-boss looks for it only twice a second; it then fails what goes on.
    const ended = Promise.all([...this.definitions.keys()].map((name) => this.boss.offWork(name, { wait: true })));
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.boss.stop({ graceful: false });
  }
}
