import type pg from 'pg';
import { CompiledQuery } from 'kysely';
import type { ConnectionMonitor } from '../connection-monitor.js';
import { execute } from '../pg-dialect.js';
import { createPool, type PooledClient } from '../pooled-client.js';

interface ReadPoolOptions {
  url: string;
  monitor: ConnectionMonitor;
  /** connections */
  size: number;
  statementTimeoutMs: number;
  /** its silence means that the server is away, see ConnectionMonitor */
  isProbe?: boolean;
}

const IDLE_TIMEOUT_MS = 10_000;
/** Longer waits end with an error, after which the caller reads from the primary. */
const ACQUIRE_TIMEOUT_MS = 2000;

/** Connections to a server for single reading statements, outside the ORM. A pool of one keeps its connection. */
export class ReadPool {
  private readonly pool: pg.Pool;

  constructor(options: ReadPoolOptions) {
    this.pool = createPool({
      ...options,
      idleTimeoutMs: options.size === 1 ? 0 : IDLE_TIMEOUT_MS,
      acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
      applicationName: 'knowledge-hub reads',
    });
  }

  async query<Row extends object>(query: CompiledQuery): Promise<Row[]> {
    const client = await this.pool.connect();
    try {
      return (await execute<Row>(client as pg.PoolClient & PooledClient, query)).rows;
    } finally {
      // The pool removes a connection that is broken.
      client.release();
    }
  }

  /** The only row of a prepared statement without parameters. */
  async one<Row extends object>(sql: string): Promise<Row> {
    const [row] = await this.query<Row>(CompiledQuery.raw(sql));
    if (!row) throw new Error('The statement returned no row.');
    return row;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

/**
 * Runs a measurement for many callers, one run at a time. Calls during a run share the next one, so that each caller
 * gets a result that was measured after its call.
 */
export function shareNext<Result>(measure: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    const running = measure();
    current = running.catch(() => undefined);
    return running;
  };
  return () => (next ??= current.then(start));
}
