import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommentWriters } from '../support/comment-writers.js';
import { HubProcess } from '../support/hub-process.js';
import { waitFor } from '../support/wait-for.js';
import { kills, median } from './settings.js';

/* All processes of `npm start` are killed at once while users write, and the hub is started again on the same data. */

/** Generous: a busy machine may run other suites at the same time. */
const RECOVERED_WITHIN_MS = 120_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-test-kills-'));
});
afterEach(() => HubProcess.stopAll());
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  `${kills} kills of all processes lose no acknowledged write`,
  async () => {
    const dataDir = join(folder, 'data');
    // Below the ports of outgoing connections, which could use it while the hub is away.
    const port = 20_000 + (process.pid % 10_000);
    let hub = await HubProcess.start({ dataDir, port });
    await hub.waitForOutput('Knowledge Hub is ready', RECOVERED_WITHIN_MS);
    const writers = await CommentWriters.start(hub.url, 8);
    const times: number[] = [];
    try {
      for (let round = 0; round < kills; round++) {
        const before = writers.acknowledged.length;
        // At different moments of the 250 ms between two writes of a user.
        await waitFor(
          () => writers.acknowledged.length,
          (count) => count > before + 8,
          RECOVERED_WITHIN_MS,
        );
        await pause(37 * (round % 7));
        await hub.killEverything();
        const startedAt = performance.now();
        hub = await HubProcess.start({ dataDir, port });
        const recovered = await waitFor(
          () => writers.getRecoveryMs(startedAt),
          (ms) => ms !== undefined || hub.exitCode !== undefined,
          RECOVERED_WITHIN_MS,
        );
        if (hub.exitCode !== undefined) throw new Error(`The hub ended after kill ${round + 1}: ${hub.output}`);
        times.push(recovered ?? NaN);
        if (kills > 10) process.stdout.write(`kill ${round + 1}: ${seconds(recovered ?? NaN)}\n`);
      }
    } finally {
      await writers.stop();
    }
    const figures =
      `${kills} kills: first write ${seconds(median(times))} after the start (median), ` +
      `${seconds(Math.max(...times))} at most; ${writers.acknowledged.length} writes acknowledged, ` +
      `refused: ${JSON.stringify([...writers.refusals])}`;
    process.stdout.write(`kills: ${figures}\n`);
    expect(writers.acknowledged.length).toBeGreaterThan(8 * kills);
    expect({ figures, ...(await writers.findLostAndDuplicated(hub.databaseUrl('hub'))) }).toEqual({
      figures,
      lost: [],
      doubled: [],
    });
    expect(await hub.stop()).toEqual([]);
    expect(hub.exitCode).toBe(0);
  },
  240_000 + kills * 60_000,
);
