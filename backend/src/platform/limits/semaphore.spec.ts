import { expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Semaphore } from './semaphore.js';

test('runs only so many tasks at once, in the order they came, and a failed task releases its place', async () => {
  const semaphore = new Semaphore({ concurrency: 2, maxQueued: 100, busyMessage: () => '' });
  const started: number[] = [];
  let [running, most] = [0, 0];
  const task = (i: number) =>
    semaphore.run(async () => {
      started.push(i);
      most = Math.max(most, ++running);
      await pause(2);
      running--;
      if (i % 3 === 0) throw new Error('failed');
      return i;
    });
  const results = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => task(i)));
  expect([most, started]).toEqual([2, Array.from({ length: 12 }, (_, i) => i)]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await semaphore.run(() => Promise.resolve('free again'))).toBe('free again');
});

test('refuses tasks beyond the queue', async () => {
  const semaphore = new Semaphore({ concurrency: 1, maxQueued: 100, busyMessage: () => 'Too many.' });
  const results = await Promise.allSettled(Array.from({ length: 110 }, () => semaphore.run(() => pause(0))));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as object] : []));
  expect(refused).toHaveLength(9);
  for (const reason of refused)
    expect(reason).toMatchObject({ status: 503, code: 'busy', message: 'Too many.', details: { retry_after: 10 } });
});

test('an aborted task leaves the queue and its place in it to others', async () => {
  const semaphore = new Semaphore({ concurrency: 1, maxQueued: 1, busyMessage: () => 'Too many.' });
  const first = Promise.withResolvers<void>();
  const running = semaphore.run(() => first.promise);
  const leaving = new AbortController();
  const started: string[] = [];
  const queued = semaphore.run(() => Promise.resolve(started.push('left')), leaving.signal);
  await expect(semaphore.run(() => Promise.resolve())).rejects.toMatchObject({ status: 503 });
  leaving.abort(new Error('gone'));
  await expect(queued).rejects.toThrow('gone');
  await expect(semaphore.run(() => Promise.resolve(), leaving.signal)).rejects.toThrow('gone');
  const next = semaphore.run(() => Promise.resolve(started.push('next')));
  first.resolve();
  await Promise.all([running, next]);
  expect(started).toEqual(['next']);
});

test('an abort after the start neither stops a task nor releases its place', async () => {
  const semaphore = new Semaphore({ concurrency: 1, maxQueued: 10, busyMessage: () => '' });
  const leaving = new AbortController();
  let [running, most] = [0, 0];
  const task = async () => {
    most = Math.max(most, ++running);
    await pause(2);
    running--;
  };
  const tasks = [
    semaphore.run(task),
    semaphore.run(() => {
      leaving.abort();
      return task();
    }, leaving.signal),
    semaphore.run(task),
    semaphore.run(task),
  ];
  await Promise.all(tasks);
  expect(most).toBe(1);
});
