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
