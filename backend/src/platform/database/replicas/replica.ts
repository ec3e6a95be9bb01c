import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { Logger } from 'pino';
import { ConnectionMonitor } from '../connection-monitor.js';
import { STATEMENT_TIMEOUT_MS } from '../statement-timeout.js';
import { ReadPool, shareNext } from './read-pool.js';
import { identityColumns, type PrimaryLog, type ServerIdentity, type WalPosition } from './primary-log.js';
import { sourceTexts, type Texts } from '../../language/texts.js';

/** Why a replica is left out, as the end of a sentence. */
export type LeftOutReason = keyof Texts['health']['replicas']['reasons'];

export type ReplicaState = 'starting' | 'in_use' | LeftOutReason;

/** Connections per replica and instance, as many as to the primary. */
export const REPLICA_POOL_SIZE = 20;
const POLL_MS = 500;
const MAX_LAG_MS = 5000;
/** With the margin of PooledClient a probe without a response fails after two and a half seconds. */
const PROBE_TIMEOUT_MS = 1500;
/** A healthy replica replays a commit within a few milliseconds. */
const CATCH_UP_MS = 20;
const MIN_ATTEMPTS = 3;
const RECHECK_MS = 1;

interface Probed extends ServerIdentity {
  isInRecovery: boolean;
  replayed: string | null;
}

const replayedPosition = `(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as replayed`;

/**
 * A streaming replica of the database. It is polled twice a second, and left out while it cannot be reached, lags or is
 * something else than a replica.
 */
export class Replica {
  private readonly monitor = new ConnectionMonitor();
  private readonly pool: ReadPool;
  private readonly probe: ReadPool;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** the highest position that it did not reach in time; until it does, reads do not wait for it */
  private missed: WalPosition | undefined;
  state: ReplicaState = 'starting';
  /** undefined while it is unknown */
  lagMs: number | undefined;
  /** a lower bound, since it only grows */
  replayed: WalPosition = -1n;

  /** @param number its place in DATABASE_REPLICA_URLS, from 1 */
  constructor(
    readonly number: number,
    url: string,
    private readonly primary: PrimaryLog,
    private readonly logger: Logger,
  ) {
    const { monitor } = this;
    this.pool = new ReadPool({ url, monitor, size: REPLICA_POOL_SIZE, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    this.probe = new ReadPool({ url, monitor, size: 1, statementTimeoutMs: PROBE_TIMEOUT_MS, isProbe: true });
  }

  /** Polls until it is closed. Resolves after the first poll, successful or not. */
  async start(): Promise<void> {
    await this.poll();
    if (!this.isClosed) this.timer = setTimeout(() => void this.start(), POLL_MS).unref();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    // Work that ends later reads from the primary.
    this.state = 'starting';
    clearTimeout(this.timer);
    await Promise.all([this.pool.close(), this.probe.close()]);
  }

  query<Row extends object>(query: CompiledQuery): Promise<Row[]> {
    return this.pool.query<Row>(query);
  }

  /** Whether it has replayed the log up to a position, or does so within a few milliseconds. */
  async catchUp(position: WalPosition): Promise<boolean> {
    const startedAt = performance.now();
    for (let attempts = 1; this.isWorthWaiting(position); attempts++) {
      // A replica that does not respond must not delay the read.
      await Promise.race([this.measure(), pause(CATCH_UP_MS)]);
      if (!this.isWorthWaiting(position)) break;
      // On a busy instance a single attempt may take longer than the limit.
      if (attempts >= MIN_ATTEMPTS && performance.now() - startedAt > CATCH_UP_MS) this.missed = position;
      else await pause(RECHECK_MS);
    }
    // For the reads after this one.
    if (this.missed !== undefined) void this.measure();
    return this.state === 'in_use' && this.replayed >= position;
  }

  private isWorthWaiting(position: WalPosition): boolean {
    return this.state === 'in_use' && this.replayed < position && this.missed === undefined;
  }

  private readonly measure = shareNext(async (): Promise<void> => {
    try {
      this.advance((await this.probe.one<Pick<Probed, 'replayed'>>(`select ${replayedPosition}`)).replayed);
    } catch (error) {
      this.setState('unreachable', error);
    }
  });

  private advance(replayed: string | null): void {
    const position = replayed === null ? -1n : BigInt(replayed);
    if (position > this.replayed) this.replayed = position;
    if (this.missed !== undefined && this.replayed >= this.missed) this.missed = undefined;
  }

  private async poll(): Promise<void> {
    let probed: Probed;
    try {
      probed = await this.probe.one<Probed>(
        `select pg_is_in_recovery() as "isInRecovery", ${replayedPosition}, ${identityColumns}`,
      );
    } catch (error) {
      return this.setState('unreachable', error);
    }
    // Second, so that no replica of this primary is ahead of it. While it is away nothing is read from replicas.
    const primary = await this.primary.identify().catch(() => undefined);
    if (primary) this.setState(this.judge(probed, primary));
  }

  private judge(probed: Probed, primary: ServerIdentity & { position: WalPosition }): ReplicaState {
    this.lagMs = undefined;
    if (!probed.isInRecovery || probed.replayed === null) return 'not_a_replica';
    const isOther = probed.system !== primary.system || probed.database !== primary.database;
    // One that is ahead followed a former primary and has what this one never had.
    if (isOther || BigInt(probed.replayed) > primary.position) return 'other_database';
    this.advance(probed.replayed);
    this.lagMs = this.primary.lagMs(this.replayed);
    return this.lagMs === undefined || this.lagMs > MAX_LAG_MS ? 'lagging' : 'in_use';
  }

  private setState(state: ReplicaState, error?: unknown): void {
    if (state === 'unreachable') this.lagMs = undefined;
    if (state !== 'in_use' && state !== 'lagging') {
      this.replayed = -1n;
      this.missed = undefined;
    }
    if (state === this.state || this.isClosed) return;
    this.state = state;
    const replica = this.number;
    if (state === 'in_use') return this.logger.info({ replica }, 'the replica is used for reads');
    if (state === 'starting') return;
    this.logger.warn({ replica, err: error }, `the replica is left out: ${sourceTexts.health.replicas.reasons[state]}`);
  }
}
