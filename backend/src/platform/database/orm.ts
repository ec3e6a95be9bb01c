import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EntityClass, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type pg from 'pg';
import { ConnectionMonitor } from './connection-monitor.js';
import { keepAliveOptions } from './monitored-client.js';
import { type NamedClient, namedClientClass } from './named-client.js';
import { STATEMENT_TIMEOUT_MS } from './statement-timeout.js';

/**
 * Limits how long a request waits for a connection of a busy pool. While the database is unavailable the monitor ends
 * the wait earlier; this limit breaks deadlocks of work that needs two connections.
 */
const ACQUIRE_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 10_000;

export interface OrmOptions {
  databaseUrl: string;
  entities: EntityClass<object>[];
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
  entities,
  poolSize = 20,
  monitor = new ConnectionMonitor(),
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  migrationSources = false,
  onPoolCreated,
}: OrmOptions): MikroORM {
  return new MikroORM(
    defineConfig({
      clientUrl: databaseUrl,
      entities,
      extensions: [Migrator],
      allowGlobalContext: false,
      // The ORM logs for terminals; errors are thrown and appear in our log.
      logger: () => undefined,
      pool: { min: 0, max: poolSize, idleTimeoutMillis: IDLE_TIMEOUT_MS },
      driverOptions: {
        Client: namedClientClass({ monitor, statementTimeoutMs }),
        // pg reads the parameters of the URL, such as sslmode; the ORM ignores them.
        connectionString: databaseUrl,
        onPoolCreated,
        onConnect: (client: NamedClient) => client.prepareSession(),
        connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
        application_name: 'knowledge-hub',
        ...keepAliveOptions,
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
