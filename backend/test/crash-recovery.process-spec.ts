import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommentWriters } from './support/comment-writers.js';
import { waitFor } from './support/wait-for.js';
import { HubProcess } from './support/hub-process.js';

/* The database server and the app are killed by SIGKILL while users write; the start process restarts both. */

const KILLS = 4;
/**
 * Generous: a busy machine may run other suites at the same time. Alone, the app needs about 2 s and PostgreSQL less
 * than 1 s.
 */
const RECOVERED_WITHIN_MS = 20_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-test-crash-'));
});
afterEach(() => HubProcess.stopAll());
afterAll(() => rm(folder, { recursive: true, force: true }));

const median = (times: number[]) => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN);
const summary = (times: number[]) => `median ${median(times)} ms, max ${Math.round(Math.max(...times))} ms`;

test(`${KILLS} kills of the database server and ${KILLS} of the app lose no acknowledged write`, async () => {
  // The limit that protects against an app that always crashes is another test's subject.
  const hub = await (
    await HubProcess.start({
      dataDir: join(folder, 'kills'),
      options: { restartLimit: { most: 2 * KILLS, windowMs: 300_000 } },
    })
  ).waitUntilReady();
  const writers = await CommentWriters.start(hub.url, 8);
  const times = { database: [] as number[], app: [] as number[] };
  try {
    for (let round = 0; round < KILLS; round++) {
      for (const victim of ['database', 'app'] as const) {
        // A few writes are in flight at any time. An app that ends within a second is restarted with a delay.
        await pause((victim === 'app' ? 900 : 0) + 50 * (round % 5));
        const killedAt = performance.now();
        process.kill(victim === 'database' ? hub.postmasterPid : hub.appPid, 'SIGKILL');
        const recovered = await waitFor(
          () => writers.getRecoveryMs(killedAt),
          (ms) => ms !== undefined,
          RECOVERED_WITHIN_MS,
        );
        times[victim].push(recovered ?? NaN);
      }
    }
  } finally {
    await writers.stop();
  }
  const refusals = JSON.stringify([...writers.refusals]);
  const writes = `${writers.acknowledged.length} writes acknowledged, refused: ${refusals}`;
  const figures = `database: ${summary(times.database)}; app: ${summary(times.app)}; ${writes}`;
  process.stdout.write(`crash recovery: ${figures}\n`);
  expect(writers.acknowledged.length).toBeGreaterThan(2 * KILLS);
  expect({ figures, ...(await writers.findLostAndDuplicated(hub.databaseUrl('hub'))) }).toEqual({
    figures,
    lost: [],
    doubled: [],
  });
  // Expected failures: no connection, or an unavailable database.
  expect([0, 503]).toEqual(expect.arrayContaining([...writers.refusals.keys()]));
  expect(hub.output).toMatch(/PostgreSQL ended unexpectedly \(signal SIGKILL\)/);
  expect(hub.readFile('hub.log')).toMatch(
    /Knowledge Hub ended unexpectedly \(signal SIGKILL\); it is started again \(1 of at most/,
  );
  expect(await hub.stop()).toEqual([]);
  expect(hub.exitCode).toBe(0);
}, 300_000);
