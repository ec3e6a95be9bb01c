import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { Schema } from '../../schema/index.js';
import { isRetryable } from './pg-errors.js';

export const ORM = Symbol('ORM');
const ATTEMPTS = 4;

interface Transaction {
  db: Kysely<Schema>;
  beforeCommit: (() => Promise<void>)[];
  afterCommit: (() => void)[];
}

/** Access to PostgreSQL by typed statements, in transactions that commands of several modules share. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly pool: Kysely<Schema>;
  private readonly current = new AsyncLocalStorage<Transaction>();
  private readonly dependants: (() => Promise<void>)[] = [];

  constructor(@Inject(ORM) private readonly orm: MikroORM) {
    this.pool = orm.em.getKysely<Schema>();
  }

  /** Statements of the current transaction, or outside of one on any connection. */
  get db(): Kysely<Schema> {
    return this.current.getStore()?.db ?? this.pool;
  }

  /**
   * Runs a command in one transaction. A nested call joins the outer transaction, so that facades of several modules
   * commit together. Serialisation failures and deadlocks are retried from the start; `work` must therefore have no
   * effect outside the database.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.isInTransaction) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        const ends: Omit<Transaction, 'db'> = { beforeCommit: [], afterCommit: [] };
        const done = await this.pool.transaction().execute((db) =>
          this.current.run({ db, ...ends }, async () => {
            const result = await work();
            for (const last of ends.beforeCommit) await last();
            return result;
          }),
        );
        for (const callback of ends.afterCommit) callback();
        return done;
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
        await new Promise((done) => setTimeout(done, Math.random() * 20 * attempt));
      }
    }
  }

  /**
   * Runs `work` as the end of the current transaction. For rows that many transactions change: the others wait for them
   * until the commit.
   */
  beforeCommit(work: () => Promise<void>): void {
    const transaction = this.current.getStore();
    if (!transaction) throw new Error('There is no transaction.');
    transaction.beforeCommit.push(work);
  }

  /**
   * Runs `work` after the current transaction has committed, and not when it is rolled back; without a transaction at
   * once. `work` must not throw.
   */
  afterCommit(work: () => void): void {
    const transaction = this.current.getStore();
    if (transaction) transaction.afterCommit.push(work);
    else work();
  }

  get isInTransaction(): boolean {
    return this.current.getStore() !== undefined;
  }

  /**
   * Registers the shutdown of a component that needs the database, such as the job queue; it runs before the pool
   * closes.
   */
  beforeClose(shutdown: () => Promise<void>): void {
    this.dependants.push(shutdown);
  }

  /** Runs after the HTTP server has answered its last request. */
  async onApplicationShutdown(): Promise<void> {
    for (const shutdown of this.dependants) await shutdown();
    await this.orm.close(true);
  }
}
