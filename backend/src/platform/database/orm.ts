import { fileURLToPath } from 'node:url';
import { defineConfig, type EntityClass, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
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
}

/** Makes the ORM without connecting; the pool connects on first use. */
export function createOrm({
  databaseUrl,
  entities,
  poolSize = 20,
  monitor = new ConnectionMonitor(),
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  migrationSources = false,
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
        onConnect: (client: NamedClient) => client.prepareSession(),
        connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
        application_name: 'knowledge-hub',
        ...keepAliveOptions,
      },
      migrations: {
        path: fileURLToPath(new URL(migrationSources ? '../../../migrations' : '../../migrations', import.meta.url)),
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
