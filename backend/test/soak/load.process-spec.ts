import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Instances } from '../support/instances.js';
import { Nginx } from '../support/nginx.js';
import { PostgresReplica } from '../support/postgres-replica.js';
import { PostgresServer } from '../support/postgres-server.js';
import { killRunningServers, SLOW_TEST_TIMEOUT_MS } from '../support/server-process.js';
import { MixedLoad } from './mixed-load.js';
import { loadSeconds } from './settings.js';

/* Mixed load on two instances behind nginx, which are restarted in turns, as is the replica. */

let database: PostgresServer;
let replica: PostgresReplica;
let nginx: Nginx;
let instances: Instances;
beforeAll(async () => {
  database = await PostgresServer.start();
  replica = await PostgresReplica.start(database);
  nginx = await Nginx.create();
  instances = await Instances.start(2, {
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URLS: replica.url,
    PUBLIC_URL: nginx.url,
    TRUST_PROXY: 'true',
  });
  await nginx.start(instances.urls);
}, SLOW_TEST_TIMEOUT_MS);
afterAll(async () => {
  await nginx.stop();
  await instances.stop();
  killRunningServers();
  await replica.stop();
  await database.stop();
}, SLOW_TEST_TIMEOUT_MS);

async function restartInstance(index: number): Promise<void> {
  expect(await instances.end(index, 'SIGTERM')).toMatchObject({ code: 0, signal: null });
  await pause(1000);
  await instances.startOne(index);
}

async function restartReplica(): Promise<void> {
  await replica.kill();
  await pause(2000);
  await replica.restart();
}

/** Restarts one after the other until the time is over, each of them at least once. @returns how many there were */
async function disturb(until: number): Promise<number> {
  const disturbances = [() => restartInstance(0), () => restartInstance(1), restartReplica];
  let count = 0;
  do {
    await disturbances[count % disturbances.length]!();
    count++;
    await pause(3000);
  } while (count < disturbances.length || Date.now() < until);
  return count;
}

test(
  `${loadSeconds} s of mixed load with restarts: no request fails, and no write is lost`,
  async () => {
    const until = Date.now() + loadSeconds * 1000;
    const load = await MixedLoad.start(nginx.url, database.url);
    let restarts = 0;
    try {
      restarts = await disturb(until);
    } finally {
      await load.stop();
    }
    const figures = `${loadSeconds} s, ${restarts} restarts: ${load.figures}`;
    process.stdout.write(`load: ${figures}\n`);
    expect({ failed: load.failed, nginx: nginx.errors }).toMatchObject({ failed: [] });
    expect(await load.writes.findLost(database.url)).toEqual([]);
    // Requests were sent to the instance that was away, and repeated at the other.
    expect(nginx.readLog().filter((line) => line.includes(', ')).length).toBeGreaterThan(0);
  },
  SLOW_TEST_TIMEOUT_MS + 2 * loadSeconds * 1000,
);
