import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { defineChannel, PubSub } from './pubsub.js';

const testChannel = defineChannel<{ n: number; text?: string }>('test.message');
const broken = defineChannel<{ n: number }>('test.broken');

let hub: TestApp;
let other: TestApp;
const received: Record<'here' | 'there', { n: number }[]> = { here: [], there: [] };
const reconnected = { here: 0, there: 0 };

beforeAll(async () => {
  hub = await createTestApp();
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  hub.get(PubSub).subscribe(testChannel, (data) => void received.here.push(data));
  hub.get(PubSub).onReconnected(() => void reconnected.here++);
  other.get(PubSub).onReconnected(() => void reconnected.there++);
  other.get(PubSub).subscribe(broken, () => {
    throw new Error('not understood');
  });
  other.get(PubSub).subscribe(testChannel, (data) => void received.there.push(data));
});
beforeEach(() => {
  received.here = [];
  received.there = [];
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

async function until(condition: () => boolean, ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (!condition() && Date.now() < end) await pause(5);
  expect({ received, reconnected, fulfilled: condition() }).toMatchObject({ fulfilled: true });
}
const publish = (n: number) => hub.get(PubSub).publish(testChannel, { n });

test('every instance gets a message within a second, including the sender', async () => {
  await publish(1);
  await until(() => received.here.length + received.there.length === 2, 1000);
  expect(received).toEqual({ here: [{ n: 1 }], there: [{ n: 1 }] });
});

test('a message is sent after the commit, and never after a rollback', async () => {
  const undone = hub.database.transaction(async () => {
    await publish(2);
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  await hub.database.transaction(async () => {
    await publish(3);
    await pause(200);
    expect(received).toEqual({ here: [], there: [] });
  });
  await until(() => received.here.length + received.there.length === 2, 1000);
  expect(received).toEqual({ here: [{ n: 3 }], there: [{ n: 3 }] });
});

test('a subscriber that throws, or an invalid message, does not affect the next message', async () => {
  await hub.get(PubSub).publish(broken, { n: 4 });
  await hub.database.query(`select pg_notify('hub_signals', 'no JSON')`);
  await hub.database.query(`select pg_notify('hub_signals', '["test.unknown", {}]')`);
  await publish(5);
  await until(() => received.here.length + received.there.length === 2, 1000);
  expect(received.there).toEqual([{ n: 5 }]);
});

test('a message that is too long is refused', async () => {
  await expect(hub.get(PubSub).publish(testChannel, { n: 6, text: 'ü'.repeat(4000) })).rejects.toThrow(
    'more than 7900 bytes',
  );
});

test('a broken connection is detected, is restored, and reports that messages may be missing', async () => {
  const signals = hub.get(PubSub);
  expect(signals.isListening).toBe(true);
  // Starts first: the connection may be restored before the next query returns.
  const wentDown = until(() => !signals.isListening, 10_000);
  const [{ n: ended } = { n: 0 }] = await hub.database.query<{ n: number }>(
    `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
     where datname = current_database() and application_name = 'knowledge-hub signals'`,
  );
  expect(ended).toBe(2);
  await wentDown;
  await until(() => reconnected.here === 1 && reconnected.there === 1, 10_000);
  expect([signals.isListening, other.get(PubSub).isListening]).toEqual([true, true]);
  await publish(7);
  await until(() => received.here.length + received.there.length === 2, 1000);
});
