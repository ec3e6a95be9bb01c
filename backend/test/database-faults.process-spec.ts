import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { defineChannel, PubSub } from '../src/platform/pubsub/pubsub.js';
import { waitFor } from './support/wait-for.js';
import type { TestResponse } from './support/http.js';
import type { TestUser } from './support/users.js';
import { PostgresServer } from './support/postgres-server.js';
import { TcpProxy } from './support/tcp-proxy.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const ANSWERED_WITHIN_MS = 5000;
const SERVES_AGAIN_WITHIN_MS = 10_000;
const JOB = 'test.database-faults';
/** Long enough for a fault to begin meanwhile. */
const LONG_JOB = 'test.database-faults.long';
const signal = defineChannel<{ n: number }>('test.database-faults');

let postgres: PostgresServer;
let proxy: TcpProxy;
let hub: TestApp;
/** Bypass the proxy. */
let direct: pg.Client;
let boss: PgBoss;
let users: TestUser[];
let traffic: Traffic | undefined;
const signals: number[] = [];
const sent: number[] = [];
const started: number[] = [];
const done: number[] = [];
const unhandled: unknown[] = [];
const recordUnhandled = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', recordUnhandled).on('uncaughtException', recordUnhandled);
  postgres = await PostgresServer.start();
  proxy = await TcpProxy.start(postgres.port);
  const prepare: Parameters<typeof createTestApp>[1] = {
    databaseUrl: proxy.urlFor(postgres.url),
    prepare: (app) => {
      app.get(Jobs).define<{ n: number }>(JOB, ({ n }) => Promise.resolve(void done.push(n)));
      app.get(Jobs).define<{ n: number }>(LONG_JOB, async ({ n }) => {
        started.push(n);
        await pause(1000);
        done.push(n);
      });
      app.get(PubSub).subscribe(signal, ({ n }) => void signals.push(n));
    },
  };
  hub = await createTestApp({}, prepare);
  users = await Promise.all(Array.from({ length: 4 }, () => hub.users.create('CONTRIBUTOR')));
  direct = new pg.Client(postgres.url);
  await direct.connect();
  boss = new PgBoss({ connectionString: postgres.url, supervise: false, schedule: false, migrate: false, max: 1 });
  await boss.start();
}, 60_000);
beforeEach(async () => {
  await direct.query('delete from rate_limits');
});
afterEach(async () => {
  proxy.setMode('pass');
  postgres.thaw();
  await traffic?.stop();
  traffic = undefined;
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await direct.end();
  await hub.close();
  await proxy.close();
  await postgres.stop();
  process.off('unhandledRejection', recordUnhandled).off('uncaughtException', recordUnhandled);
}, 60_000);

interface Seen extends Pick<TestResponse, 'status' | 'headers' | 'body'> {
  kind: string;
  startedAt: number;
  ms: number;
}

/** Users that send one request after another until they are stopped. */
class Traffic {
  readonly seen: Seen[] = [];
  readonly acknowledged: string[] = [];
  private isOver = false;
  private readonly loops: Promise<void>[];

  constructor() {
    const [user] = users as [TestUser];
    this.loops = [
      this.repeat('guest read', () => hub.request('GET', '/documents')),
      this.repeat('guest detail', () => hub.request('GET', '/documents/no-such-document')),
      this.repeat('own read', () => user.request('GET', '/auth/me')),
      this.repeat('readiness', () => hub.request('GET', '/health/ready')),
      this.repeat('login', () =>
        hub.request('POST', '/auth/login-manual', { body: { email: user.email, password: user.password } }),
      ),
      ...users.map((writer, i) => this.repeat('write', (n) => this.write(writer, `${i} ${n} ${Math.random()}`))),
    ];
  }

  get kinds(): string[] {
    return [...new Set(this.seen.map(({ kind }) => kind))];
  }

  /** Kinds of requests that got this response at least once after this time. */
  kindsWith(isWanted: (seen: Seen) => boolean, since: number): string[] {
    return this.kinds.filter((kind) =>
      this.seen.some((one) => one.kind === kind && one.startedAt >= since && isWanted(one)),
    );
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  private async write(writer: TestUser, title: string): Promise<TestResponse> {
    const response = await writer.request('POST', '/documents', { body: { title, content: 'text' } });
    if (response.status === 201) this.acknowledged.push(title);
    return response;
  }

  private async repeat(kind: string, request: (n: number) => Promise<TestResponse>): Promise<void> {
    for (let n = 0; !this.isOver; n++) {
      const startedAt = Date.now();
      const { status, headers, body } = await request(n);
      this.seen.push({ kind, startedAt, ms: Date.now() - startedAt, status, headers, body });
      await pause(kind === 'login' ? 300 : 50);
    }
  }
}

const isAway = ({ status }: Seen) => status === 503;
const isServed = ({ status }: Seen) => status < 500;

interface Fault {
  begin: () => void;
  end: () => void;
  /** new connections work, so that the database is not away for long */
  isShort?: true;
}

const faults: Record<string, Fault> = {
  'a black hole': { begin: () => proxy.setMode('black-hole'), end: () => proxy.setMode('pass') },
  'a frozen network': { begin: () => proxy.setMode('freeze'), end: () => proxy.setMode('pass') },
  'connections that are reset': { begin: () => proxy.setMode('reset'), end: () => proxy.setMode('pass') },
  'connections that are half-open after a failover': {
    begin: () => proxy.makeHalfOpen(),
    end: () => undefined,
    isShort: true,
  },
  'a frozen PostgreSQL': { begin: () => postgres.freeze(), end: () => postgres.thaw() },
};

/** Bypasses the proxy, as another instance would. @returns its number */
async function sendJob(name: string): Promise<number> {
  const number = sent.push(sent.length + 1);
  await boss.send(name, { n: number });
  return number;
}

describe.each(Object.keys(faults))('%s', (name) => {
  const fault = faults[name]!;

  test('leads to 503 in time, and needs no restart', async () => {
    const load = (traffic = new Traffic());
    await waitFor(() => load.kindsWith(isServed, 0).length === 6 && load.acknowledged.length > 10, Boolean, 10_000);
    const longJob = await sendJob(LONG_JOB);
    await waitFor(() => started.includes(longJob), Boolean);

    const begunAt = Date.now();
    fault.begin();
    void sendJob(JOB);
    if (!fault.isShort)
      await waitFor(
        () => load.kindsWith(isAway, begunAt),
        ({ length }) => length === 6,
        2 * ANSWERED_WITHIN_MS,
      );
    const awayAfter = Date.now() - begunAt;
    const endedAt = Date.now();
    fault.end();

    await waitFor(
      () => load.kindsWith(isServed, endedAt),
      ({ length }) => length === 6,
      3 * SERVES_AGAIN_WITHIN_MS,
    );
    const times = { awayAfter, servedAfter: Date.now() - endedAt, heardAfter: 0, jobAfter: 0 };
    const nextJob = await sendJob(JOB);
    await waitFor(() => done.includes(nextJob), Boolean, 3 * SERVES_AGAIN_WITHIN_MS);
    times.jobAfter = Date.now() - endedAt;
    await waitFor(() => hub.get(PubSub).isListening, Boolean, 3 * SERVES_AGAIN_WITHIN_MS);
    const data = { n: nextJob };
    await direct.query('select pg_notify($1, $2)', ['hub_signals', JSON.stringify([signal.name, data])]);
    await waitFor(() => signals.includes(nextJob), Boolean, 1000);
    times.heardAfter = Date.now() - endedAt;
    await load.stop();

    const refused = load.seen.filter(isAway);
    for (const { headers, body } of refused) {
      expect(headers).toMatchObject({ 'retry-after': '2' });
      // 503: the server still held the locks of a lost transaction.
      expect(['database_away', 'busy']).toContain(body['code']);
    }
    const affected = load.seen.filter(
      (one) => one.startedAt + one.ms > begunAt && (one.startedAt < endedAt || isAway(one)),
    );
    expect(affected.length).toBeGreaterThan(5);
    expect(affected.filter(({ ms }) => ms > ANSWERED_WITHIN_MS)).toEqual([]);
    expect(Math.max(times.servedAfter, times.heardAfter, times.jobAfter)).toBeLessThan(SERVES_AGAIN_WITHIN_MS);
    await expectWhole(load.acknowledged);
  }, 90_000);
});

/** No acknowledged write and no connection of the pool is lost, and there is no unhandled error. */
async function expectWhole(acknowledged: string[]): Promise<void> {
  const { rows } = await direct.query('select title from content_items where title = any($1)', [acknowledged]);
  expect(rows).toHaveLength(acknowledged.length);
  const parallel = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (users[i % 4] as TestUser).request('GET', '/auth/me')),
  );
  expect(parallel.map(({ status }) => status)).toEqual(Array(60).fill(200));
  expect(
    await waitFor(
      () => proxy.halfOpenCount,
      (count) => count === 0,
      SERVES_AGAIN_WITHIN_MS,
    ),
  ).toBe(0);
  expect(unhandled).toEqual([]);
}

test('a burst of requests waits for the pool instead of being refused', async () => {
  const responses = await Promise.all(
    Array.from({ length: 400 }, (_, i) => (users[i % 4] as TestUser).request('GET', `/documents?page=${i}`)),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});

test('jobs that were running or sent during a fault are completed later', async () => {
  // pg-boss takes a job back from a lost worker after ten seconds without its heartbeat, and each fault may lose one.
  await waitFor(() => sent.every((job) => done.includes(job)), Boolean, 60_000);
  expect(sent.filter((job) => !done.includes(job))).toEqual([]);
}, 90_000);
