import { fileURLToPath } from 'node:url';
import { defineConfig, type EntityClass, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { ConnectionMonitor } from './connection-monitor.js';
import { keepAliveOptions } from './monitored-client.js';
import { type NamedClient, namedClientClass } from './named-client.js';
import { STATEMENT_TIMEOUT_MS } from './statement-timeout.js';

/**
 * A request waits for its turn in a busy pool; the monitor ends waiting when the database is away. This limit only
 * breaks deadlocks of work that needs two connections.
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
  /** for the commands that write or compare migrations: the sources with their snapshot instead of the built files */
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
      // Its lines are for terminals; what matters comes as errors and in our own log.
      logger: () => undefined,
      pool: { min: 0, max: poolSize, idleTimeoutMillis: IDLE_TIMEOUT_MS },
      driverOptions: {
        Client: namedClientClass({ monitor, statementTimeoutMs }),
        // pg reads all of the address, while the ORM ignores its parameters, such as sslmode.
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
