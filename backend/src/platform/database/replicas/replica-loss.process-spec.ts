import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import {
  countReads,
  portOfRead,
  replicaStates,
  ReplicatedHub,
  requestAt,
  waitUntilUsed,
} from '../../../../test/support/replicated-hub.js';
import { SLOW_TEST_TIMEOUT_MS } from '../../../../test/support/server-process.js';
import { TcpProxy } from '../../../../test/support/tcp-proxy.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { withTexts } from '../../../../test/support/statement-texts.js';
import type { SystemHealthResponse } from '../../../modules/admin/health/system-health.dto.js';
import { HealthChecks } from '../../monitoring/health-checks.js';
import { DatabaseReader } from '../database-reader.js';

let replicated: ReplicatedHub;
let hub: TestApp;
let other: TestApp;
let editor: TestUser;
let document: { id: string };
beforeAll(async () => {
  replicated = await ReplicatedHub.start();
  [hub, other] = replicated.instances;
  editor = await hub.users.create('EDITOR');
  document = await createDocument(editor, { status: 'PUBLISHED' });
}, SLOW_TEST_TIMEOUT_MS);
beforeEach(() => waitUntilUsed(hub));
afterEach(async () => replicated.replica.resumeReplay());
afterAll(() => replicated.close(), SLOW_TEST_TIMEOUT_MS);

interface Outcome {
  status: number;
  ms: number;
}

/** Guests and a user read from the instances, and the user comments, until the work is done. */
async function underLoad(instances: readonly TestApp[], work: () => Promise<unknown>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const load = { isOver: false };
  const paths = ['/documents?limit=20', `/documents/${document.id}`, `/comments/document/${document.id}`];
  const repeat = async (send: (i: number) => Promise<{ status: number }>, everyMs: number) => {
    for (let i = 0; !load.isOver; i++) {
      const startedAt = performance.now();
      const { status } = await send(i);
      outcomes.push({ status, ms: performance.now() - startedAt });
      await pause(everyMs);
    }
  };
  const loops = instances.flatMap((instance) => {
    const [guest, user] = [requestAt(instance), requestAt(instance, editor)];
    const comment = (i: number) =>
      user('POST', '/comments', {
        body: { content_type: 'document', content_id: document.id, content: `Comment ${i} ${Math.random()}` },
      });
    return [guest, guest, user, user]
      .map((request) => repeat((i) => request('GET', paths[i % paths.length]!), 20))
      .concat(repeat(comment, 250));
  });
  try {
    await work();
  } finally {
    load.isOver = true;
    await Promise.all(loops);
  }
  return outcomes;
}

const failed = (outcomes: Outcome[]) => outcomes.filter(({ status }) => ![200, 201].includes(status));
const health = async () => {
  hub.get(HealthChecks).invalidate();
  return (await editor.request<SystemHealthResponse>('GET', '/admin/system-health')).body;
};

test(
  'a replica that is killed under load fails no request, and is used again after its restart',
  async () => {
    const during = { statesAfterKill: [] as string[], restartedMs: 0 };
    const outcomes = await underLoad([hub, other], async () => {
      await pause(1000);
      await replicated.replica.kill();
      await pause(1500);
      during.statesAfterKill = [...replicaStates(hub), ...replicaStates(other)];
      expect((await health()).alerts.map(({ code }) => code)).toContain('replica_left_out');
      await replicated.replica.restart();
      const restartedAt = performance.now();
      for (const instance of [hub, other]) await waitUntilUsed(instance, 15_000);
      during.restartedMs = performance.now() - restartedAt;
      const again = await countReads(other, () => pause(1000));
      expect([again, again.replica > again.primary]).toEqual([again, true]);
    });
    expect(during.statesAfterKill).toEqual(['unreachable', 'unreachable']);
    expect(during.restartedMs).toBeLessThan(5000);
    expect(outcomes.length).toBeGreaterThan(40);
    expect(failed(outcomes)).toEqual([]);
    const { alerts, replicas } = await health();
    expect([alerts.map(({ code }) => code).includes('replica_left_out'), replicas]).toEqual([
      false,
      [{ state: 'in_use', lag_seconds: expect.any(Number) }],
    ]);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'a replica that no longer responds fails no request, and is used again when it responds',
  async () => {
    const proxy = await TcpProxy.start(replicated.replica.port);
    const instance = await replicated.startInstance([proxy.urlFor(replicated.replica.url)], {
      SHARED_READS_SECONDS: '0',
    });
    await waitUntilUsed(instance);
    const outcomes = await underLoad([instance], async () => {
      await pause(500);
      proxy.setMode('freeze');
      await waitFor(
        () => replicaStates(instance),
        ([state]) => state === 'unreachable',
        15_000,
      );
      await pause(1000);
      proxy.setMode('pass');
      await waitUntilUsed(instance);
    });
    expect(failed(outcomes)).toEqual([]);
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(5000);
    await instance.close();
    await proxy.close();
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'a replica that lags by more than five seconds is left out, and comes back by itself',
  async () => {
    await replicated.replica.pauseReplay();
    await createDocument(editor);
    const pausedAt = performance.now();
    await pause(3000);
    expect(replicaStates(hub)).toEqual(['in_use']);
    await waitFor(
      () => replicaStates(hub),
      ([state]) => state === 'lagging',
      10_000,
    );
    expect(performance.now() - pausedAt).toBeGreaterThan(4000);
    const found = await health();
    expect(found.alerts.map(({ detail }) => detail)).toContain(
      'Database replica 1 is left out: it is more than 5 seconds behind the primary.',
    );
    expect(found.replicas?.[0]).toMatchObject({ state: 'lagging' });
    expect(found.replicas?.[0]?.lag_seconds).toBeGreaterThan(5);
    await replicated.replica.resumeReplay();
    await waitUntilUsed(hub, 5000);
    expect(
      await waitFor(
        () => portOfRead(hub),
        (port) => port === replicated.replica.port,
      ),
    ).toBe(replicated.replica.port);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test('a read that conflicts with replay is repeated on the primary', async () => {
  await replicated.replica.query(`alter system set max_standby_streaming_delay = '200ms'`);
  await replicated.replica.query('select pg_reload_conf()');
  await hub.database.query('create table conflicting (n int)');
  await hub.database.query('insert into conflicting values (7)');
  expect(await portOfRead(hub)).toBe(replicated.replica.port);
  const counts = await countReads(hub, async () => {
    const read = withTexts(hub.get(DatabaseReader)).query(
      'select n, inet_server_port() as port from conflicting, lateral (select pg_sleep(1.5)) s',
    );
    await pause(300);
    // Its exclusive lock cannot be replayed while the replica reads the table.
    await hub.database.query('alter table conflicting add column other int');
    expect(await read).toEqual([{ n: 7, port: replicated.primary.port }]);
  });
  expect(counts).toMatchObject({ retried: 1 });
});
