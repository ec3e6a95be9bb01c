import { expect, jest, test } from '@jest/globals';
import { createPlayback } from './playback';

test('a jump before the player has loaded happens once it has', () => {
  const playback = createPlayback();
  playback.seek(65);
  expect(playback.getTime()).toBe(65);
  const seek = jest.fn();
  const detach = playback.attach(seek);
  expect(seek).toHaveBeenCalledWith(65);
  playback.seek(70);
  expect(seek).toHaveBeenLastCalledWith(70);
  detach();
  playback.attach(seek);
  expect(seek).toHaveBeenCalledTimes(2);
});

test('the time is known once the player reports it, until the player is gone', () => {
  const playback = createPlayback();
  const listener = jest.fn();
  playback.subscribe(listener);
  const detach = playback.attach(() => undefined);
  expect(playback.hasTime()).toBe(false);
  playback.reportTime(0);
  expect([playback.hasTime(), listener.mock.calls.length]).toEqual([true, 1]);
  detach();
  expect([playback.hasTime(), listener.mock.calls.length]).toEqual([false, 2]);
});

test('listeners are notified of new times only', () => {
  const playback = createPlayback();
  const listener = jest.fn();
  const unsubscribe = playback.subscribe(listener);
  playback.reportTime(1);
  playback.reportTime(1);
  unsubscribe();
  playback.reportTime(2);
  expect(listener).toHaveBeenCalledTimes(1);
});
