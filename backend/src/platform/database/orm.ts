import { fileURLToPath } from 'node:url';
import { defineConfig, type EntityClass, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { NamedClient, planOnce } from './named-client.js';

export interface OrmOptions {
  databaseUrl: string;
  entities: EntityClass<object>[];
  /** connections per instance */
  poolSize?: number;
  /** for the commands that write or compare migrations: the sources with their snapshot instead of the built files */
  migrationSources?: boolean;
}

/** Makes the ORM without connecting; the pool connects on first use. */
export function createOrm({ databaseUrl, entities, poolSize = 20, migrationSources = false }: OrmOptions): MikroORM {
  return new MikroORM(
    defineConfig({
      clientUrl: databaseUrl,
      entities,
      extensions: [Migrator],
      allowGlobalContext: false,
      // Its lines are for terminals; what matters comes as errors and in our own log.
      logger: () => undefined,
      pool: { min: 0, max: poolSize },
      driverOptions: {
        Client: NamedClient,
        onConnect: planOnce,
        connectionTimeoutMillis: 5000,
        keepAlive: true,
        application_name: 'knowledge-hub',
      },
      migrations: {
        path: fileURLToPath(new URL(migrationSources ? '../../../migrations' : '../../migrations', import.meta.url)),
        snapshot: migrationSources,
        snapshotName: '.snapshot',
        emit: 'ts',
        transactional: true,
        allOrNothing: true,
      },
    }),
  );
}
