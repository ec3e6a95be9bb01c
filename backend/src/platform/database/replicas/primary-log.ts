import type { ConnectionMonitor } from '../connection-monitor.js';
import { ReadPool, shareNext } from './read-pool.js';

/** A position in the write-ahead log (WAL): the number of bytes before it. */
export type WalPosition = bigint;

/** What replicas share with their primary. */
export interface ServerIdentity {
  system: string;
  /** object id of the database */
  database: string;
}

/** SQL columns of {@link ServerIdentity}. */
export const identityColumns = `
  (select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database`;

/**
 * SQL for the position that includes every acknowledged commit: commits are acknowledged after they are flushed, unless
 * the server is configured otherwise.
 */
const currentPosition = `
  (case current_setting('synchronous_commit')
     when 'off' then pg_current_wal_insert_lsn()
     else pg_current_wal_flush_lsn()
   end - '0/0'::pg_lsn)::text`;

const STATEMENT_TIMEOUT_MS = 2000;
/** Five minutes of polls; a longer lag is unknown. */
const MAX_SAMPLES = 600;

interface Sample {
  at: number;
  position: WalPosition;
}

/** The position of the primary in its log, read over a connection of its own, so that it never waits for the pool. */
export class PrimaryLog {
  private readonly pool: ReadPool;
  /** in ascending order, without repetitions */
  private samples: Sample[] = [];

  /** A position that includes everything that was committed before the call. */
  readonly getPosition = shareNext(async (): Promise<WalPosition> => {
    const { position } = await this.pool.one<{ position: string }>(`select ${currentPosition} as position`);
    return BigInt(position);
  });

  /** The identity of the primary and its position, which {@link lagMs} remembers. */
  readonly identify = shareNext(async (): Promise<ServerIdentity & { position: WalPosition }> => {
    const at = performance.now();
    const row = await this.pool.one<ServerIdentity & { position: string }>(
      `select ${currentPosition} as position, ${identityColumns}`,
    );
    const position = BigInt(row.position);
    this.addSample({ at, position });
    return { ...row, position };
  });

  constructor(databaseUrl: string, monitor: ConnectionMonitor) {
    this.pool = new ReadPool({ url: databaseUrl, monitor, size: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  }

  /**
   * For how long the primary has had more than what a replica has replayed, by the clock of this process. An idle
   * primary makes no replica lag. Undefined when it is unknown.
   */
  lagMs(replayed: WalPosition): number | undefined {
    const last = this.samples.findLast(({ position }) => position <= replayed);
    if (!last) return undefined;
    return last === this.samples.at(-1) ? 0 : performance.now() - last.at;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private addSample(sample: Sample): void {
    const last = this.samples.at(-1);
    // After a failover the position may be lower.
    if (last && last.position > sample.position) this.samples = [];
    else if (last?.position === sample.position) this.samples.pop();
    this.samples.push(sample);
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
  }
}
