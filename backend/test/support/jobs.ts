import type { Database } from '../../src/platform/database/database.js';
import type { WithTexts } from './statement-texts.js';
import { waitFor } from './wait-for.js';

/** Waits until no job whose name contains `part` is pending, apart from a queue that no instance works on. */
export async function waitForJobs(database: WithTexts<Database>, part: string, except = ''): Promise<void> {
  const left = () =>
    database.one<{ n: number }>(
      `select count(*)::int as n from pgboss.job
       where state in ('created', 'retry', 'active') and name like '%' || $1 || '%' and name <> $2`,
      [part, except],
    );
  await waitFor(left, (row) => row?.n === 0, 10_000);
}
