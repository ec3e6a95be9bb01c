import pg from 'pg';
import type { ConnectionMonitor } from '../connection-monitor.js';
import { keepAliveOptions } from '../monitored-client.js';
import { type NamedClient, namedClientClass, PREPARED } from '../named-client.js';

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

/** The pool awaits the promise, which its types do not know. */
const awaited: object = { onConnect: (client: NamedClient) => client.prepareSession() };

/** Connections to a server for single reading statements, outside the ORM. A pool of one keeps its connection. */
export class ReadPool {
  private readonly pool: pg.Pool;

  constructor({ url, monitor, size, statementTimeoutMs, isProbe = false }: ReadPoolOptions) {
    this.pool = new pg.Pool({
      Client: namedClientClass({ monitor, statementTimeoutMs, isProbe }),
      connectionString: url,
      max: size,
      idleTimeoutMillis: size === 1 ? 0 : IDLE_TIMEOUT_MS,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      ...awaited,
      application_name: 'knowledge-hub reads',
      ...keepAliveOptions,
    });
    // Without a listener the error of an idle connection would end the process.
    this.pool.on('error', () => undefined);
  }

  /** @param text begins with PREPARED or PLANNED */
  async query<Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    const client = await this.pool.connect();
    try {
      return (await client.query<Row>(text, [...parameters])).rows;
    } finally {
      // The pool removes a connection that is broken.
      client.release();
    }
  }

  /** The only row of a prepared statement without parameters. */
  async one<Row extends object>(sql: string): Promise<Row> {
    const [row] = await this.query<Row>(PREPARED + sql, []);
    if (!row) throw new Error('The statement returned no row.');
    return row;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
