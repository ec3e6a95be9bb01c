import { loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { createOrm } from '../platform/database/orm.js';
import { entities } from '../modules.js';

// Brings the schema of DATABASE_URL up to date without starting the hub; tests make their template database with it.
const { databaseUrl } = loadConfig();
const orm = createOrm({ databaseUrl, entities, poolSize: 2 });
await migrate(orm, databaseUrl);
await orm.close(true);
