import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AsyncResource } from 'node:async_hooks';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Actor } from '../access/actor.js';
import { Database } from '../database/database.js';
import { defineSetting, Settings, siteName } from './settings.js';

let hub: TestApp;
let settings: Settings;
beforeAll(async () => {
  hub = await createTestApp();
  settings = hub.get(Settings);
});
afterAll(() => hub.close());

const color = defineSetting('test.color', z.enum(['red', 'green']), 'red');
const size = defineSetting('test.size', z.number().int().positive(), 3);
const marker = defineSetting('test.marker', z.boolean(), false, { isInternal: true });
const store = (key: string, value: unknown) =>
  hub.database.query(
    `insert into settings (key, value, updated_at) values ($1, $2, now())
     on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  );
/** Work that was begun before the current transaction, and so is not part of it. */
const outside = AsyncResource.bind((work: () => Promise<unknown>) => work());
/** Another instance of the hub on the same database: nothing cached yet. */
const elsewhere = async () => {
  const other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  return { settings: other.get(Settings), close: () => other.close() };
};

test('a setting has its fallback until it is set, and the new value at once', async () => {
  expect(await settings.get(color)).toBe('red');
  await settings.set(color, 'green', null);
  expect(await settings.get(color)).toBe('green');
  expect(await settings.get(size)).toBe(3);
});

test('the audit log records who changed what', async () => {
  const { id, name } = await hub.users.create('ADMIN');
  const actor = Actor.user({ id, name, role: 'ADMIN', permissions: [], sessionId: null });
  await settings.set(size, 4, actor);
  await settings.set(size, 5, actor);
  const entries = await hub.database.query(
    `select actor_id, action, before, after from audit_log where subject_id = 'test.size' order by id`,
  );
  expect(entries).toEqual([
    { actor_id: id, action: 'setting.changed', before: { value: 3 }, after: { value: 4 } },
    { actor_id: id, action: 'setting.changed', before: { value: 4 }, after: { value: 5 } },
  ]);
});

test('the state of the hub itself is not in the audit log', async () => {
  await settings.set(marker, true, null);
  expect(await settings.get(marker)).toBe(true);
  expect(await hub.database.query(`select id from audit_log where subject_id = 'test.marker'`)).toEqual([]);
});

test('an invalid value is neither stored nor logged', async () => {
  const before = await settings.get(size);
  await expect(settings.set(size, -1, null)).rejects.toThrow();
  await expect(settings.set(color, 'blue' as 'red', null)).rejects.toThrow();
  expect(await settings.get(size)).toBe(before);
  expect(await hub.database.query(`select id from audit_log where after->>'value' in ('-1', 'blue')`)).toEqual([]);
});

test('an invalid stored value becomes the fallback; changes elsewhere apply within two seconds', async () => {
  const other = await elsewhere();
  await store('test.color', 'purple');
  expect(await other.settings.get(color)).toBe('red');
  await store('test.color', { deep: [null] });
  await settings.set(size, 9, null);
  const until = Date.now() + 2500;
  while ((await other.settings.get(size)) !== 9 && Date.now() < until)
    await new Promise((done) => setTimeout(done, 50));
  expect([await other.settings.get(size), await other.settings.get(color)]).toEqual([9, 'red']);
  await other.close();
});

test('a rolled back change leaves nothing behind', async () => {
  const before = await settings.get(size);
  const work = hub.get(Database).transaction(async () => {
    await settings.set(size, 77, null);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await settings.get(size)).toBe(before);
});

test('a transaction sees its own value at once, others after the commit', async () => {
  await settings.set(size, 1, null);
  await hub.get(Database).transaction(async () => {
    await settings.set(size, 2, null);
    expect(await settings.get(size)).toBe(2);
    expect(await outside(() => settings.get(size))).toBe(1);
  });
  expect(await settings.get(size)).toBe(2);
});

test('a value that was set and read in a rolled back transaction is not cached', async () => {
  await settings.set(size, 1, null);
  const work = hub.get(Database).transaction(async () => {
    await settings.set(size, 66, null);
    await settings.get(size);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await settings.get(size)).toBe(1);
});

test('a value can be validated against the database', async () => {
  const shade = defineSetting('test.shade', z.string(), 'light');
  settings.restrict(shade, (value) => (value === 'dark' ? Promise.reject(new Error('not dark')) : Promise.resolve()));
  await expect(settings.set(shade, 'dark', null)).rejects.toThrow('not dark');
  expect(await settings.get(shade)).toBe('light');
  await settings.set(shade, 'dim', null);
  expect(await settings.get(shade)).toBe('dim');
});

test('the name of the hub is cleaned before validation and storage', async () => {
  await settings.set(siteName, ` Ju\u0308rgens\u202e\r\nHu\u200bb${' '.repeat(60)}`, null);
  expect(await hub.database.query(`select value from settings where key = 'site.name'`)).toEqual([
    { value: 'Jürgens Hub' },
  ]);
  expect(await settings.get(siteName)).toBe('Jürgens Hub');
  await expect(settings.set(siteName, '\u200b\u2066', null)).rejects.toThrow();
  await expect(settings.set(siteName, 'x'.repeat(61), null)).rejects.toThrow();
  expect(await settings.get(siteName)).toBe('Jürgens Hub');
});

test('a stored name of the hub is cleaned when it is read', async () => {
  await store('site.name', 'My\n\u202eHub');
  const other = await elsewhere();
  try {
    expect(await other.settings.get(siteName)).toBe('My Hub');
  } finally {
    await other.close();
  }
});
