import { loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';

// Migrates DATABASE_URL without starting the hub; tests create their template database with it.
await migrate(loadConfig().databaseUrl);
