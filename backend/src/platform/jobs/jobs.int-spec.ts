import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Logger } from 'pino';
import { waitFor } from '../../../test/support/wait-for.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { LOGGER } from '../logging/logger.js';
import { JobInterruptedError, Jobs } from './jobs.js';

const SHARED = 'test.jobs.shared';
const THREE = 'test.jobs.three';
const SINGLE = 'test.jobs.single';
const INTERRUPTED = 'test.jobs.interrupted';

let hub: TestApp;
let done: number[] = [];
let running = 0;
let mostRunning = 0;
const longJob = Promise.withResolvers<void>();
const threeJobs = Promise.withResolvers<void>();

async function waitForRelease(): Promise<void> {
  mostRunning = Math.max(mostRunning, ++running);
  await threeJobs.promise;
  running--;
}

beforeAll(async () => {
  hub = await createTestApp(
    {},
    {
      prepare: (app) => {
        const jobs = app.get(Jobs);
        jobs.define<{ n: number }>(
          SHARED,
          async ({ n }) => {
            if (n === 0) await longJob.promise;
            done.push(n);
          },
          { concurrency: 2 },
        );
        jobs.define(THREE, waitForRelease, { concurrency: 3, expireInSeconds: 77 });
        jobs.define(INTERRUPTED, () => Promise.reject(new JobInterruptedError()), { transactional: false });
        jobs.define(SINGLE, () => Promise.resolve(), { cron: '0 0 1 1 *', expireInSeconds: 3600 });
      },
    },
  );
});
afterAll(() => hub.close());

const send = async (name: string, count: number) => {
  for (let n = 0; n < count; n++) await hub.get(Jobs).send(name, { n });
};

test('nine jobs are done while a long one of the same queue is running', async () => {
  await send(SHARED, 10);
  await waitFor(
    () => done.length,
    (count) => count === 9,
  );
  expect(done).not.toContain(0);
  expect(await hub.get(Jobs).listPending([SHARED])).toEqual([{ n: 0 }]);
  longJob.resolve();
  await waitFor(
    () => done.length,
    (count) => count === 10,
  );
});

test('waiting jobs are fetched without a pause between them', async () => {
  done = [];
  await hub.database.transaction(() => send(SHARED, 50));
  // A worker that polled for each job would need two seconds for each.
  await waitFor(
    () => done.length,
    (count) => count === 50,
    10_000,
  );
});

test('as many jobs run at once as the queue allows', async () => {
  await send(THREE, 6);
  await waitFor(
    () => running,
    (count) => count === 3,
  );
  await send(THREE, 1);
  expect(mostRunning).toBe(3);
  threeJobs.resolve();
  await waitFor(
    () => running,
    (count) => count === 0,
  );
  expect(mostRunning).toBe(3);
});

test('a job that its stopping instance interrupted is repeated, and is no error in the log', async () => {
  const logger = hub.app.get<Logger>(LOGGER);
  const [error, info] = [jest.spyOn(logger, 'error'), jest.spyOn(logger, 'info')];
  await send(INTERRUPTED, 1);
  const sql = 'select state from pgboss.job where name = $1';
  await waitFor(
    () => hub.database.query<{ state: string }>(sql, [INTERRUPTED]),
    ([job]) => job?.state === 'retry',
  );
  expect(info).toHaveBeenCalledWith(expect.objectContaining({ job: INTERRUPTED }), 'job interrupted');
  expect(error).not.toHaveBeenCalled();
});

const expiry = async (names: string[]) =>
  Object.fromEntries(
    (
      await hub.database.query<{ name: string; seconds: number }>(
        'select name, expire_seconds as seconds from pgboss.queue where name = any($1)',
        [names],
      )
    ).map(({ name, seconds }) => [name, seconds]),
  );

test('each queue has its own expiry, and takes over a changed one at the next start', async () => {
  const expected = { [SHARED]: 600, [THREE]: 77, [SINGLE]: 3600 };
  expect(await expiry(Object.keys(expected))).toEqual(expected);
  const next = await createTestApp(
    {},
    {
      databaseUrl: hub.databaseUrl,
      prepare: (app) => app.get(Jobs).define(THREE, () => Promise.resolve(), { expireInSeconds: 88 }),
    },
  );
  await next.close();
  expect(await expiry([THREE])).toEqual({ [THREE]: 88 });
});
