import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';
import { defineEvent, Events } from './events.js';

const happened = defineEvent<{ n: number }>('test.happened');
const unheard = defineEvent<{ n: number }>('test.unheard');

let hub: TestApp;
let events: Events;
let database: Database;
let heard: string[] = [];
/** which id came with which event, from two listeners of which one fails at times */
let ids: [n: number, id: string][] = [];
let failures = 0;
beforeAll(async () => {
  hub = await createTestApp(
    {},
    {
      prepare: (app) => {
        app.get(Events).on(happened, 'first', ({ n }, { id }) => {
          ids.push([n, id]);
          return Promise.resolve(void heard.push(`first ${n}`));
        });
        app.get(Events).on(happened, 'failing', async ({ n }, { id }) => {
          ids.push([n, id]);
          // What a failed attempt has written must not stand beside what the next one writes.
          await app
            .get(Database)
            .query(`insert into settings (key, value, updated_at) values ($1, '1', now())`, [`test.effect.${n}`]);
          if (failures-- > 0) throw new Error('not yet');
          heard.push(`failing ${n}`);
        });
        app.get(Events).on(happened, 'second', ({ n }) => Promise.resolve(void heard.push(`second ${n}`)));
      },
    },
  );
  events = hub.get(Events);
  database = hub.get(Database);
});
beforeEach(() => {
  heard = [];
  ids = [];
  failures = 0;
});
afterAll(() => hub.close());

async function until(condition: () => boolean, ms = 12_000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
  expect({ heard, fulfilled: condition() }).toMatchObject({ fulfilled: true });
}
const idsOf = (n: number) => new Set(ids.filter(([of]) => of === n).map(([, id]) => id));
const quiet = () => new Promise((done) => setTimeout(done, 300));

test('an event of a committed transaction reaches each listener exactly once', async () => {
  await database.transaction(() => events.publish(happened, { n: 1 }));
  await until(() => heard.length >= 3);
  await quiet();
  expect([...heard].sort()).toEqual(['failing 1', 'first 1', 'second 1']);
});

test('an event of a rolled back transaction is not delivered', async () => {
  const work = database.transaction(async () => {
    await events.publish(happened, { n: 2 });
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  // Whatever was queued before the next event would be heard before it or with it.
  await database.transaction(() => events.publish(happened, { n: 3 }));
  await until(() => heard.length >= 3);
  await quiet();
  expect(heard.filter((one) => one.endsWith('2'))).toEqual([]);
});

test('a listener that throws is retried and does not delay the others', async () => {
  failures = 1;
  await database.transaction(() => events.publish(happened, { n: 4 }));
  await until(() => heard.includes('first 4') && heard.includes('second 4'));
  expect(heard).not.toContain('failing 4');
  await until(() => heard.includes('failing 4'));
  expect([...heard].sort()).toEqual(['failing 4', 'first 4', 'second 4']);
  // It is heard inside the transaction, which commits a moment later.
  const effect = () => database.query(`select key from settings where key = 'test.effect.4'`);
  for (let waited = 0; waited < 5000 && !(await effect()).length; waited += 50)
    await new Promise((done) => setTimeout(done, 50));
  expect(await effect()).toHaveLength(1);
});

test('concurrent events arrive once each', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, i) => database.transaction(() => events.publish(happened, { n: 100 + i }))),
  );
  await until(() => heard.length >= 90);
  await quiet();
  expect(heard).toHaveLength(90);
  expect(new Set(heard).size).toBe(90);
});

test('all listeners and attempts get the same event id, which is unique', async () => {
  failures = 1;
  await database.transaction(() => events.publish(happened, { n: 5 }));
  await database.transaction(() => events.publish(happened, { n: 6 }));
  await until(
    () =>
      ids.filter(([n]) => n === 5).length >= 2 &&
      ids.filter(([n]) => n === 6).length >= 2 &&
      heard.includes('failing 5'),
  );
  expect([idsOf(5).size, idsOf(6).size, new Set([...idsOf(5), ...idsOf(6)]).size]).toEqual([1, 1, 2]);
});

test('an event of an earlier release is delivered', async () => {
  await hub.get(Jobs).send('test.happened.first', { n: 7 });
  await until(() => heard.includes('first 7'));
});

test('an event without listeners is ignored, one outside a transaction is an error', async () => {
  await database.transaction(() => events.publish(unheard, { n: 1 }));
  await expect(events.publish(happened, { n: 1 })).rejects.toThrow('outside a transaction');
});

test('undefined jobs and duplicate names are refused', async () => {
  const jobs = hub.get(Jobs);
  await expect(jobs.send('test.unknown', {})).rejects.toThrow('not defined');
  expect(() => jobs.define('test.happened.first', () => Promise.resolve())).toThrow('defined twice');
});
