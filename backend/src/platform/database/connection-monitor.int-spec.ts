import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { withTexts, type WithTexts } from '../../../test/support/statement-texts.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { TcpProxy } from '../../../test/support/tcp-proxy.js';
import { ConnectionMonitor, PROBE_LIMIT_MS } from './connection-monitor.js';
import { Database } from './database.js';
import { withLock } from './migrate.js';
import { MonitoredClient } from './monitored-client.js';
import { createOrm } from './orm.js';
import { isDatabaseAway, sqlState } from './pg-errors.js';
import { withStatementTimeout } from './statement-timeout.js';

const STATEMENT_TIMEOUT_MS = 500;

let testDatabase: TestDatabase;
let proxy: TcpProxy;
let monitor: ConnectionMonitor;
let orm: MikroORM;
let database: WithTexts<Database>;
const clients: MonitoredClient[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
beforeEach(async () => {
  proxy = await TcpProxy.start(Number(new URL(testDatabase.url).port));
  monitor = new ConnectionMonitor();
  connect(proxy.urlFor(testDatabase.url));
});
afterEach(async () => {
  monitor.destroyAll(new Error('The test is over.'));
  for (const client of clients.splice(0)) await client.end();
  await orm.close(true);
  await proxy.close();
});
afterAll(() => testDatabase.drop());

function connect(databaseUrl: string): void {
  orm = createOrm({ databaseUrl, poolSize: 4, monitor, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  database = withTexts(new Database(orm));
}

async function connectProbe(connectionString: string): Promise<MonitoredClient> {
  const probe = new MonitoredClient({ connectionString }, { monitor, isProbe: true, silenceLimitMs: PROBE_LIMIT_MS });
  clients.push(probe);
  await probe.connect();
  return probe;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const fillPool = () => Promise.all(Array.from({ length: 4 }, () => database.query('select pg_sleep(0.1)')));
const backend = async () => (await database.one<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;

describe('a half-open connection', () => {
  test('is destroyed when its statement exceeds the limit, and the pool replaces it', async () => {
    await fillPool();
    proxy.makeHalfOpen();
    const startedAt = Date.now();
    const failed = await Promise.all(Array.from({ length: 4 }, () => failureOf(database.query('select 1 as one'))));
    expect(Date.now() - startedAt).toBeLessThan(5000);
    expect(failed.map(isDatabaseAway)).toEqual([true, true, true, true]);
    await fillPool();
    expect(
      await waitFor(
        () => proxy.halfOpenCount,
        (count) => count === 0,
      ),
    ).toBe(0);
  });

  test('fails its transaction, and returns to the pool after begin, commit and rollback', async () => {
    await fillPool();
    const failed = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        failureOf(
          database.transaction(async () => {
            await database.query('select 1 as one');
            proxy.makeHalfOpen();
            // One of them ends with its commit.
            if (i) await database.query('select 2 as two');
          }),
        ),
      ),
    );
    expect(failed.map(isDatabaseAway)).toEqual([true, true, true, true]);
    await fillPool();
  });
});

describe('a slow statement', () => {
  test('of a request is cancelled, and its connection stays usable', async () => {
    const pid = await backend();
    expect(sqlState(await failureOf(database.query('select pg_sleep(20)')))).toBe('57014');
    expect(await backend()).toBe(pid);
  });

  test('has its own timeout, inside and outside a transaction', async () => {
    const slow = async () => {
      await database.query('select pg_sleep(2.5)');
      await database.transaction(async () => {
        await database.query('select pg_sleep(0.8)');
        await pause(800);
        await database.query('select 1 as one');
      });
    };
    expect(await failureOf(withStatementTimeout(20_000, slow))).toBeUndefined();
    // The next user of the connection has the usual limit again.
    expect(sqlState(await failureOf(database.query('select pg_sleep(20)')))).toBe('57014');
  });
});

test('an idle transaction is ended after its timeout and releases its locks', async () => {
  const abandoned = failureOf(
    database.transaction(async () => {
      await database.query('select pg_advisory_xact_lock(1)');
      await pause(1000);
      await database.query('select 1 as one');
    }),
  );
  await pause(300);
  await database.query('select pg_advisory_xact_lock(1)');
  expect(isDatabaseAway(await abandoned)).toBe(true);
});

describe('the probe', () => {
  test('without a response fails all connections, and new ones until it succeeds', async () => {
    const probe = await connectProbe(proxy.urlFor(testDatabase.url));
    await fillPool();
    const waiting = withStatementTimeout(60_000, () =>
      Promise.all(Array.from({ length: 12 }, () => failureOf(database.query('select pg_sleep(20)')))),
    );
    await pause(100);
    proxy.setMode('freeze');
    const startedAt = Date.now();
    // Attempts that receive nothing are no sign of life.
    const attempts = setInterval(() => {
      const client = new MonitoredClient({ connectionString: proxy.urlFor(testDatabase.url) }, { monitor });
      void failureOf(client.connect());
    }, 250);
    expect(isDatabaseAway(await failureOf(probe.query('select 1')))).toBe(true);
    clearInterval(attempts);
    expect((await waiting).every(isDatabaseAway)).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(4500);

    const refusedAt = Date.now();
    expect(isDatabaseAway(await failureOf(database.query('select 1 as one')))).toBe(true);
    expect(Date.now() - refusedAt).toBeLessThan(200);

    proxy.setMode('pass');
    await connectProbe(proxy.urlFor(testDatabase.url));
    await fillPool();
  });

  test('that is refused allows requests to connect again', async () => {
    const probe = await connectProbe(proxy.urlFor(testDatabase.url));
    proxy.setMode('freeze');
    await failureOf(probe.query('select 1'));
    expect(monitor.refusal).toBeDefined();
    proxy.setMode('reset');
    await failureOf(connectProbe(proxy.urlFor(testDatabase.url)));
    await waitFor(
      () => monitor.refusal,
      (refusal) => refusal === undefined,
    );
    proxy.setMode('pass');
    await fillPool();
  });

  test('that is half-open ends other half-open connections only', async () => {
    const probe = await connectProbe(proxy.urlFor(testDatabase.url));
    const options = { monitor, silenceLimitMs: 60_000 };
    const halfOpen = new MonitoredClient({ connectionString: proxy.urlFor(testDatabase.url) }, options);
    clients.push(halfOpen);
    await halfOpen.connect();
    await orm.close(true);
    connect(testDatabase.url);
    proxy.makeHalfOpen();
    const probing = { isOver: false };
    const outcome = failureOf(probe.query('select 1')).finally(() => (probing.isOver = true));
    // Begun so late that it has not been silent for long when the probe fails.
    const late = pause(1500).then(() => failureOf(halfOpen.query('select 1')));
    const slow = withStatementTimeout(3600_000, () => failureOf(database.query('select pg_sleep(4)')));
    while (!probing.isOver) {
      expect(await failureOf(database.query('select 1 as one'))).toBeUndefined();
      await pause(50);
    }
    expect(isDatabaseAway(await outcome)).toBe(true);
    expect(monitor.refusal).toBeUndefined();
    expect(await slow).toBeUndefined();
    const lateSince = Date.now();
    expect(isDatabaseAway(await late)).toBe(true);
    expect(Date.now() - lateSince).toBeLessThan(5000);
  });

  test('does not fail when the event loop of this process was blocked', async () => {
    const probe = await connectProbe(testDatabase.url);
    const response = failureOf(probe.query('select pg_sleep(1)'));
    await pause(100);
    for (const until = Date.now() + 1.5 * PROBE_LIMIT_MS; Date.now() < until;);
    expect(await response).toBeUndefined();
  });
});

describe('the lock for migrations', () => {
  test('is held by one instance at a time', async () => {
    let inside = 0;
    const most: number[] = [];
    const enter = () =>
      withLock(testDatabase.url, async () => {
        most.push(++inside);
        await pause(100);
        inside--;
      });
    await Promise.all([enter(), enter(), enter()]);
    expect(most).toEqual([1, 1, 1]);
  });

  test('aborts the work when its connection breaks', async () => {
    const broken = withLock(proxy.urlFor(testDatabase.url), async (lockMonitor) => {
      const client = new MonitoredClient({ connectionString: testDatabase.url }, { monitor: lockMonitor });
      clients.push(client);
      await client.connect();
      proxy.setMode('reset');
      await client.query('select pg_sleep(20)');
    });
    expect(isDatabaseAway(await failureOf(broken))).toBe(true);
  });
});
