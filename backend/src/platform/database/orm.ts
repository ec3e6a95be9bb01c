import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type pg from 'pg';
import { tables } from '../../schema/index.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { pgDialect, PgDriver } from './pg-dialect.js';
import { createPool } from './pooled-client.js';
import { STATEMENT_TIMEOUT_MS } from './statement-timeout.js';

/**
 * Limits how long a request waits for a connection of a busy pool. While the database is unavailable the monitor ends
 * the wait earlier; this limit breaks deadlocks of work that needs two connections.
 */
const ACQUIRE_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 10_000;

export interface OrmOptions {
  databaseUrl: string;
  /** connections per instance */
  poolSize?: number;
  /** of all pools of this process */
  monitor?: ConnectionMonitor;
  /** 0 for none */
  statementTimeoutMs?: number;
  /**
   * use the TypeScript migrations and their snapshot instead of the built files, for commands that create or compare
   * migrations
   */
  migrationSources?: boolean;
  /** called when the pool is created, before its first connection */
  onPoolCreated?: (pool: pg.Pool) => void;
}

/** @param isSources the TypeScript files instead of the built ones */
export const migrationsFolder = (isSources = false): string =>
  fileURLToPath(new URL(isSources ? '../../../migrations' : '../../migrations', import.meta.url));

/** The names of all migrations of this build, in their order. */
export async function listMigrations(): Promise<string[]> {
  const names = (await readdir(migrationsFolder())).map((file) => /^(Migration\d\w*)\.js$/.exec(file)?.[1]);
  return names.filter((name) => name !== undefined).toSorted();
}

/** Makes the ORM without connecting; the pool connects on first use. */
export function createOrm({
  databaseUrl,
  poolSize = 20,
  monitor = new ConnectionMonitor(),
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  migrationSources = false,
  onPoolCreated,
}: OrmOptions): MikroORM {
  const pool = createPool({
    url: databaseUrl,
    monitor,
    size: poolSize,
    statementTimeoutMs,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    applicationName: 'knowledge-hub',
  });
  onPoolCreated?.(pool);
  return new MikroORM(
    defineConfig({
      clientUrl: databaseUrl,
      entities: tables,
      extensions: [Migrator],
      allowGlobalContext: false,
      // The ORM logs for terminals; errors are thrown and appear in our log.
      logger: () => undefined,
      driverOptions: pgDialect(() => new PgDriver(pool)),
      schemaGenerator: {
        defaultUpdateRule: 'no action',
        skipTables: ['mikro_orm_migrations'],
        ignoreTriggers: true,
        ignoreRoutines: true,
      },
      migrations: {
        path: migrationsFolder(migrationSources),
        snapshot: migrationSources,
        snapshotName: '.snapshot',
        emit: 'ts',
        transactional: true,
        // Each migration commits on its own, so its table locks do not last through the later ones.
        allOrNothing: false,
      },
    }),
  );
}
