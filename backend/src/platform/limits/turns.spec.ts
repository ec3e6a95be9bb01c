import { expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Turns } from './turns.js';

test('only so many work at once, in the order they came, and a failure gives its turn back', async () => {
  const turns = new Turns({ atOnce: 2, waiting: 100, sentence: '' });
  const begun: number[] = [];
  let [working, most] = [0, 0];
  const work = (i: number) =>
    turns.take(async () => {
      begun.push(i);
      most = Math.max(most, ++working);
      await pause(2);
      working--;
      if (i % 3 === 0) throw new Error('failed');
      return i;
    });
  const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => work(i)));
  expect([most, begun]).toEqual([2, Array.from({ length: 12 }, (_, i) => i)]);
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await turns.take(() => Promise.resolve('free again'))).toBe('free again');
});

test('beyond those who may wait, people are sent away', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 100, sentence: 'Too many.' });
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => turns.take(() => pause(0))));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as object] : []));
  expect(refused).toHaveLength(9);
  for (const reason of refused)
    expect(reason).toMatchObject({ status: 503, code: 'busy', message: 'Too many.', details: { retry_after: 10 } });
});
