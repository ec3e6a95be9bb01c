import { expect, test } from '@jest/globals';
import { getConstructionPlans } from 'pg-boss';
import { getSilenceLimit } from './jobs.js';

test('only schema changes may take long, not the supervision of jobs', () => {
  expect(getSilenceLimit(getConstructionPlans('pgboss'))).toBe(3600_000);
  expect(getSilenceLimit('REINDEX INDEX CONCURRENTLY pgboss.job_i1')).toBe(3600_000);
  expect(getSilenceLimit('create unique index concurrently if not exists job_i9 on pgboss.job (id)')).toBe(3600_000);
  const supervision = `BEGIN; SET LOCAL lock_timeout = 30000; SELECT pg_advisory_xact_lock(1);
    UPDATE pgboss.job SET state = 'failed'; COMMIT;`;
  for (const text of [supervision, 'SELECT * FROM pgboss.create_queue($1)', { text: 'select 1' }, undefined]) {
    expect(getSilenceLimit(text)).toBe(30_000);
  }
});
