import { createOrm } from '../platform/database/orm.js';

/** Not connected to: the declarations are compared with the snapshot of the last migration. */
const OFFLINE = 'postgresql://unused@127.0.0.1:1/none';

// npm run db:migration -- NAME: writes what differs between src/schema and the last snapshot as a migration.
const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9-]*$/.test(name)) {
  process.stderr.write('Give the migration a name, for example: npm run db:migration -- add-tags\n');
  process.exit(1);
}
const orm = createOrm({ databaseUrl: OFFLINE, migrationSources: true });
const { fileName } = await orm.migrator.create(undefined, false, false, name);
process.stdout.write(fileName ? `Wrote ${fileName}\n` : 'The schema has not changed.\n');
await orm.close(true);
