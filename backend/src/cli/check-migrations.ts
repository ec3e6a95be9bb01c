import { createOrm } from '../platform/database/orm.js';
import { entities } from '../modules.js';

// Exits 1 when entities differ from the committed snapshot of the migrations. Needs no database.
const orm = createOrm({ databaseUrl: 'postgresql://unused@127.0.0.1:1/none', entities, migrationSources: true });
const changed = await orm.migrator.checkSchema();
if (changed)
  process.stderr.write('The entities have changed but the migrations have not: run npm run db:migration -- NAME.\n');
process.exit(changed ? 1 : 0);
