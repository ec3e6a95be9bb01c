import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CompiledQuery } from 'kysely';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { LOGGER } from '../../logging/logger.js';
import { Metrics } from '../../monitoring/metrics.js';
import { ConnectionMonitor } from '../connection-monitor.js';
import { Database } from '../database.js';
import { isDatabaseAway, sqlState } from '../pg-errors.js';
import { PrimaryLog } from './primary-log.js';
import { Replica } from './replica.js';

/** A conflict with replay, and a write that a function in the statement attempts. */
const RETRIED_STATES = new Set(['40001', '25006']);

/**
 * The replicas of DATABASE_REPLICA_URLS. A statement runs on a replica that has replayed everything that was committed
 * before the statement began, so its result is never older than that of the primary.
 */
@Injectable()
export class Replicas implements OnApplicationBootstrap {
  readonly all: readonly Replica[];
  private readonly primary: PrimaryLog | undefined;
  private turn = 0;

  constructor(
    { databaseUrl, env }: Config,
    monitor: ConnectionMonitor,
    database: Database,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const urls = env.DATABASE_REPLICA_URLS;
    const primary = urls.length ? new PrimaryLog(databaseUrl, monitor) : undefined;
    this.primary = primary;
    this.all = primary ? urls.map((url, i) => new Replica(i + 1, url, primary, logger)) : [];
    database.beforeClose(async () => {
      await Promise.all(this.all.map((replica) => replica.close()));
      await primary?.close();
    });
  }

  get areConfigured(): boolean {
    return this.primary !== undefined;
  }

  /** Does not wait: the hub starts without its replicas. */
  onApplicationBootstrap(): void {
    for (const replica of this.all) void replica.start();
  }

  /**
   * Runs a reading statement on a replica.
   * @returns undefined when it must run on the primary
   */
  async read<Row extends object>(query: CompiledQuery): Promise<Row[] | undefined> {
    const replica = await this.choose();
    if (!replica) {
      this.metrics.recordRead('primary');
      return undefined;
    }
    try {
      const rows = await replica.query<Row>(query);
      this.metrics.recordRead('replica');
      return rows;
    } catch (error) {
      const state = sqlState(error) ?? '';
      if (!isDatabaseAway(error) && !RETRIED_STATES.has(state)) throw error;
      if (state === '25006') this.logger.warn({ err: error, sql: query.sql }, 'a statement of DatabaseReader writes');
      this.metrics.recordRead('retried');
      return undefined;
    }
  }

  private async choose(): Promise<Replica | undefined> {
    const usable = this.all.filter(({ state }) => state === 'in_use');
    if (!usable.length) return undefined;
    const position = await this.primary?.getPosition().catch(() => undefined);
    if (position === undefined) return undefined;
    const first = this.turn++ % usable.length;
    const inTurn = [...usable.slice(first), ...usable.slice(0, first)];
    const furthest = inTurn.reduce((a, b) => (b.replayed > a.replayed ? b : a));
    const replica = inTurn.find(({ replayed }) => replayed >= position) ?? furthest;
    return (await replica.catchUp(position)) ? replica : undefined;
  }
}
