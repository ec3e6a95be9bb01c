import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file, cloned from the migrated template. */
export async function createTestDatabase(template = 'hub_template'): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_SERVER'];
  if (!server) throw new Error('The test database server is not running; start tests with npm test.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await clone(server, name, template);
  return { url: url.href, drop: () => execute(server, `drop database ${name} with (force)`) };
}

/**
 * The files are copied as they are: written block by block through the log, which is the default and kinder to a server
 * in use, it takes five times the work. Two clones at the same moment collide on the template (55006); the second
 * waits a little.
 */
async function clone(server: string, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await execute(server, `create database ${name} template ${template} strategy file_copy`);
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 40) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

async function execute(server: string, sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
