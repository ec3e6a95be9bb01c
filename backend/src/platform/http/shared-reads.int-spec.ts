import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Signals } from '../signals/signals.js';
import { SharedReads } from './shared-reads.js';

let hub: TestApp;
let other: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

/** Reads that count themselves. */
function counted(instance = hub) {
  const key = `key ${Math.random()}`;
  let times = 0;
  const find = () => Promise.resolve({ time: ++times });
  return (isKept?: () => boolean) => instance.get(SharedReads).read(key, find, isKept);
}
const tooMuch = () => false;
const write = () => hub.database.query(`update users set name = name where false`);

test('what is asked alike is read once, also by those who ask meanwhile', async () => {
  const read = counted();
  const found = await Promise.all([read(), read(), read()]);
  expect(found.map(({ time }) => time)).toEqual([1, 1, 1]);
  expect((await read()).time).toBe(1);
});

test('whatever this instance writes, or another publishes, throws it away', async () => {
  const [here, there] = [counted(), counted(other)];
  await Promise.all([here(), there()]);
  await write();
  expect((await here()).time).toBe(2);
  expect((await there()).time).toBe(1);
  await hub.get(SharedReads).tellOthers();
  await eventually(there, ({ time }) => time > 1, 1000);
});

test('a failure is told to those who asked, and the next one tries again', async () => {
  const find = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here');
  const read = () => hub.get(SharedReads).read('failing', find);
  const answers = await Promise.allSettled([read(), read()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read()).toBe('here');
  expect(find).toHaveBeenCalledTimes(2);
});

test('an operator may want none of it: then only those who ask at once share what holds after they asked', async () => {
  const without = await createTestApp({ SHARED_READS_SECONDS: '0' }, { databaseUrl: hub.databaseUrl });
  const read = counted(without);
  expect([(await read()).time, (await read()).time]).toEqual([1, 2]);
  const atOnce = [read(), read()];
  await new Promise(setImmediate);
  const later = read();
  expect((await Promise.all([...atOnce, later])).map(({ time }) => time)).toEqual([3, 3, 4]);
  await without.close();
});

test('what is too much to keep is read each time, and so is everything while changes are not heard of', async () => {
  const read = counted();
  expect([(await read(tooMuch)).time, (await read(tooMuch)).time]).toEqual([1, 2]);
  const heard = jest.spyOn(hub.get(Signals), 'isListening', 'get').mockReturnValue(false);
  const deaf = counted();
  expect([(await deaf()).time, (await deaf()).time]).toEqual([1, 2]);
  heard.mockRestore();
});
