import { Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { PLANNED, PREPARED } from './named-client.js';
import { Replicas } from './replicas/replicas.js';
import { currentStatementTimeout } from './statement-timeout.js';

/**
 * Runs the reads of screens, on a replica where one has caught up (ADR 41). The results are those of {@link Database}:
 * never older than the last commit before the statement. Inside a transaction the statements belong to it.
 */
@Injectable()
export class DatabaseReader {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
  ) {}

  /** Like `query` of {@link Database}, for statements that neither write nor lock. */
  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const read = () => this.database.query<Row>(sql, parameters);
    return this.mayUseReplica ? this.read(PREPARED + sql, parameters, read) : read();
  }

  /** Like `queryPlanned` of {@link Database}. */
  queryPlanned<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const read = () => this.database.queryPlanned<Row>(sql, parameters);
    return this.mayUseReplica ? this.read(PLANNED + sql, parameters, read) : read();
  }

  /** The first row of {@link query}, or undefined. */
  async one<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.query<Row>(sql, parameters))[0];
  }

  private get mayUseReplica(): boolean {
    // Statements with a timeout of their own need a transaction for it.
    return this.replicas.areConfigured && !this.database.isInTransaction && currentStatementTimeout() === undefined;
  }

  private async read<Row extends object>(
    text: string,
    parameters: readonly unknown[],
    readFromPrimary: () => Promise<Row[]>,
  ): Promise<Row[]> {
    return (await this.replicas.read<Row>(text, parameters)) ?? readFromPrimary();
  }
}
