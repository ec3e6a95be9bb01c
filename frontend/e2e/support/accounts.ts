import pg from 'pg';
import type { TestUser } from './hub.js';

/** Makes accounts two days old, because reports of new ones do not hide anything; no route can change that. */
export async function ageAccounts(users: readonly TestUser[]): Promise<void> {
  const client = new pg.Client(process.env['E2E_DATABASE_URL']);
  await client.connect();
  try {
    const ids = users.map(({ id }) => id);
    await client.query(`update users set created_at = now() - interval '2 days' where id = any($1)`, [ids]);
  } finally {
    await client.end();
  }
}
