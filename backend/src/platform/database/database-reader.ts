import { Injectable } from '@nestjs/common';
import { type CompiledQuery, DummyDriver, Kysely, type QueryResult } from 'kysely';
import type { Schema } from '../../schema/index.js';
import { Database } from './database.js';
import { pgDialect } from './pg-dialect.js';
import { Replicas } from './replicas/replicas.js';
import { currentStatementTimeout } from './statement-timeout.js';

/**
 * Runs the reads of screens, on a replica where one has caught up (ADR 41). The results are those of {@link Database}:
 * never older than the last commit before the statement. Inside a transaction the statements belong to it.
 */
@Injectable()
export class DatabaseReader {
  /** Statements that neither write nor lock. */
  readonly db: Kysely<Schema>;

  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
  ) {
    const connection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await this.run(query)) as R[],
      }),
      streamQuery: () => {
        throw new Error('Large results are read in pages, or by COPY.');
      },
    };
    const driver = Object.assign(new DummyDriver(), { acquireConnection: () => Promise.resolve(connection) });
    this.db = new Kysely({ dialect: pgDialect(() => driver) });
  }

  private async run<Row extends object>(query: CompiledQuery): Promise<Row[]> {
    // Statements with a timeout of their own need a transaction for it.
    const mayUseReplica =
      this.replicas.areConfigured && !this.database.isInTransaction && currentStatementTimeout() === undefined;
    return (
      (mayUseReplica ? await this.replicas.read<Row>(query) : undefined) ??
      (await this.database.db.executeQuery<Row>(query)).rows
    );
  }
}
