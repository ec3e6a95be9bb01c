import { createOrm } from '../platform/database/orm.js';

// Exits 1 when the declarations of the schema differ from the committed snapshot of the migrations. Needs no database.
const orm = createOrm({
  databaseUrl: 'postgresql://unused@127.0.0.1:1/none',
  migrationSources: true,
});
const changed = await orm.migrator.checkSchema();
if (changed)
  process.stderr.write(
    'The declarations in src/schema have changed but the migrations have not: run npm run db:migration -- NAME.\n',
  );
process.exit(changed ? 1 : 0);
