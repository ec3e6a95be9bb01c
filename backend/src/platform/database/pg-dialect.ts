import type pg from 'pg';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryId,
  type QueryResult,
} from 'kysely';
import { type PooledClient, recordStatement, reportResult, withValues } from './pooled-client.js';
import { isDatabaseAway } from './pg-errors.js';
import { beginWithTimeout, currentStatementTimeout } from './statement-timeout.js';

/** Row counts that Kysely reports, by command. */
const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const planned = new WeakSet<QueryId>();

/**
 * For reads whose best plan depends on the values, such as a filter that matches nearly all rows or nearly none: the
 * values become part of the statement, because a prepared one gets a generic plan (ADR 16).
 */
export const plannedForValues: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    planned.add(queryId);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

/** Runs a statement, prepared unless it is {@link plannedForValues}. */
export async function execute<R>(client: PooledClient, query: CompiledQuery): Promise<QueryResult<R>> {
  const { sql, parameters, queryId } = query;
  recordStatement(sql);
  client.applyTimeout();
  const config = planned.has(queryId)
    ? { text: withValues(sql, parameters) }
    : {
        text: sql,
        values: parameters.length ? (parameters as unknown[]) : undefined,
        name: client.getStatementName(sql),
      };
  try {
    return await new Promise((resolve, reject) =>
      // Callback API: pg's own promises survive until a full garbage collection.
      client.query(config as pg.QueryConfig, (error: Error | null, result: pg.QueryResult) => {
        if (error) return reject(error);
        reportResult(sql, result.fields ?? []);
        const rows = (result.rows ?? []) as R[];
        resolve(counted.has(result.command) ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) } : { rows });
      }),
    );
  } catch (error) {
    // pg's error was made in a callback of the socket.
    if (error instanceof Error) error.stack = `${error.stack}\n${new Error().stack?.split('\n').slice(2).join('\n')}`;
    throw error;
  }
}

class PgConnection implements DatabaseConnection {
  isInTransaction = false;

  constructor(readonly client: pg.PoolClient & PooledClient) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const timeoutMs = this.isInTransaction ? undefined : currentStatementTimeout();
    if (timeoutMs === undefined) return execute(this.client, query);
    // The server's own timeout can be raised for one transaction only.
    await this.begin(beginWithTimeout(timeoutMs));
    try {
      const result = await execute<R>(this.client, query);
      await this.end('commit');
      return result;
    } catch (error) {
      await ignoreLoss(this.end('rollback'));
      throw error;
    }
  }

  async begin(sql: string): Promise<void> {
    this.isInTransaction = true;
    await this.run(sql);
  }

  async end(sql: 'commit' | 'rollback'): Promise<void> {
    this.isInTransaction = false;
    await this.run(sql);
  }

  private async run(sql: string): Promise<void> {
    recordStatement(sql);
    this.client.applyTimeout();
    await this.client.query(sql);
  }

  streamQuery(): never {
    throw new Error('Large results are read in pages, or by COPY.');
  }
}

export class PgDriver implements Driver {
  private readonly connections = new WeakMap<object, PgConnection>();

  constructor(private readonly pool: pg.Pool) {}

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<PgConnection> {
    const client = (await this.pool.connect()) as pg.PoolClient & PooledClient;
    let connection = this.connections.get(client);
    if (!connection) this.connections.set(client, (connection = new PgConnection(client)));
    return connection;
  }

  async beginTransaction(connection: PgConnection): Promise<void> {
    const timeoutMs = currentStatementTimeout();
    await ignoreLoss(connection.begin(timeoutMs ? beginWithTimeout(timeoutMs) : 'begin'));
  }

  async commitTransaction(connection: PgConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: PgConnection): Promise<void> {
    await ignoreLoss(connection.end('rollback'));
  }

  releaseConnection(connection: PgConnection): Promise<void> {
    connection.client.release();
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.pool.end();
  }
}

/**
 * Kysely releases a connection only after its rollback has succeeded, and never after a failed begin. On a broken
 * connection both must therefore appear to succeed, or the pool runs out of connections.
 */
async function ignoreLoss(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}

/** PostgreSQL for Kysely, where each text is a prepared statement: parsed and planned once per connection. */
export const pgDialect = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});
