import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { withTexts, type WithTexts } from '../../../test/support/statement-texts.js';
import { Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';
import { defineEvent, Events } from './events.js';

const occurred = defineEvent<{ n: number }>('test.occurred');
const ignored = defineEvent<{ n: number }>('test.ignored');

let hub: TestApp;
let events: Events;
let database: WithTexts<Database>;
let received: string[] = [];
/** event ids by event, as received by two listeners, one of which can fail */
let ids: [n: number, id: string][] = [];
let failures = 0;
beforeAll(async () => {
  hub = await createTestApp(
    {},
    {
      prepare: (app) => {
        app.get(Events).on(occurred, 'first', ({ n }, { id }) => {
          ids.push([n, id]);
          return Promise.resolve(void received.push(`first ${n}`));
        });
        app.get(Events).on(occurred, 'failing', async ({ n }, { id }) => {
          ids.push([n, id]);
          // Effects of a failed attempt are rolled back.
          await withTexts(app.get(Database)).query(
            `insert into settings (key, value, updated_at) values ($1, '1', now())`,
            [`test.effect.${n}`],
          );
          if (failures-- > 0) throw new Error('not yet');
          received.push(`failing ${n}`);
        });
        app.get(Events).on(occurred, 'second', ({ n }) => Promise.resolve(void received.push(`second ${n}`)));
      },
    },
  );
  events = hub.get(Events);
  database = hub.database;
});
beforeEach(() => {
  received = [];
  ids = [];
  failures = 0;
});
afterAll(() => hub.close());

async function until(condition: () => boolean, ms = 12_000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
  expect({ received, fulfilled: condition() }).toMatchObject({ fulfilled: true });
}
const idsOf = (n: number) => new Set(ids.filter(([of]) => of === n).map(([, id]) => id));
const settle = () => new Promise((done) => setTimeout(done, 300));

test('an event of a committed transaction reaches each listener exactly once', async () => {
  await database.transaction(() => events.publish(occurred, { n: 1 }));
  await until(() => received.length >= 3);
  await settle();
  expect([...received].sort()).toEqual(['failing 1', 'first 1', 'second 1']);
});

test('an event of a rolled back transaction is not delivered', async () => {
  const work = database.transaction(async () => {
    await events.publish(occurred, { n: 2 });
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  // An event queued earlier would be received before the next one or with it.
  await database.transaction(() => events.publish(occurred, { n: 3 }));
  await until(() => received.length >= 3);
  await settle();
  expect(received.filter((one) => one.endsWith('2'))).toEqual([]);
});

test('a listener that throws is retried and does not delay the others', async () => {
  failures = 1;
  await database.transaction(() => events.publish(occurred, { n: 4 }));
  await until(() => received.includes('first 4') && received.includes('second 4'));
  expect(received).not.toContain('failing 4');
  await until(() => received.includes('failing 4'));
  expect([...received].sort()).toEqual(['failing 4', 'first 4', 'second 4']);
  // The listener runs inside the transaction, which commits a moment later.
  const effect = () => database.query(`select key from settings where key = 'test.effect.4'`);
  for (let waited = 0; waited < 5000 && !(await effect()).length; waited += 50)
    await new Promise((done) => setTimeout(done, 50));
  expect(await effect()).toHaveLength(1);
});

test('concurrent events arrive once each', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, i) => database.transaction(() => events.publish(occurred, { n: 100 + i }))),
  );
  await until(() => received.length >= 90);
  await settle();
  expect(received).toHaveLength(90);
  expect(new Set(received).size).toBe(90);
});

test('all listeners and attempts get the same event id, which is unique', async () => {
  failures = 1;
  await database.transaction(() => events.publish(occurred, { n: 5 }));
  await database.transaction(() => events.publish(occurred, { n: 6 }));
  await until(
    () =>
      ids.filter(([n]) => n === 5).length >= 2 &&
      ids.filter(([n]) => n === 6).length >= 2 &&
      received.includes('failing 5'),
  );
  expect([idsOf(5).size, idsOf(6).size, new Set([...idsOf(5), ...idsOf(6)]).size]).toEqual([1, 1, 2]);
});

test('an event of an earlier release is delivered', async () => {
  await hub.get(Jobs).send('test.occurred.first', { n: 7 });
  await until(() => received.includes('first 7'));
});

test('an event without listeners is ignored, one outside a transaction is an error', async () => {
  await database.transaction(() => events.publish(ignored, { n: 1 }));
  await expect(events.publish(occurred, { n: 1 })).rejects.toThrow('outside a transaction');
});

test('undefined jobs and duplicate names are refused', async () => {
  const jobs = hub.get(Jobs);
  await expect(jobs.send('test.unknown', {})).rejects.toThrow('not defined');
  expect(() => jobs.define('test.occurred.first', () => Promise.resolve())).toThrow('defined twice');
});
