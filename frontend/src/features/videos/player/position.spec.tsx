import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { createPlayback, PlaybackContext } from './playback';
import { loadPosition, usePositionStorage } from './position';

const GET = 'GET /videos/video/position';
const PUT = 'PUT /videos/video/position';

let visibility: DocumentVisibilityState;
beforeEach(() => {
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
});

function changeVisibility(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

function setUp(isEnabled = true) {
  jest.useFakeTimers();
  const api = stubApi({ [PUT]: ok({ seconds: 0 }) });
  const playback = createPlayback();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PlaybackContext value={playback}>{children}</PlaybackContext>
  );
  const { unmount } = renderHook(
    () => {
      usePositionStorage('video', isEnabled);
    },
    { wrapper },
  );
  const getStored = () =>
    api.sent(PUT).map(({ body, keepalive }) => [(body as { seconds: number }).seconds, keepalive]);
  return { api, playback, unmount, getStored };
}

describe('the position is stored', () => {
  test('every 10 seconds while playing', () => {
    const { playback, getStored } = setUp();
    for (let second = 1; second <= 25; second++) {
      playback.reportTime(second);
      jest.advanceTimersByTime(1000);
    }
    expect(getStored()).toEqual([
      [10, false],
      [20, false],
    ]);
    jest.advanceTimersByTime(5000);
    expect(getStored().at(-1)).toEqual([25, false]);
    jest.advanceTimersByTime(60_000);
    expect(getStored()).toHaveLength(3);
  });

  test('on pause, once per position', () => {
    const { playback, getStored } = setUp();
    playback.reportTime(12.9);
    playback.reportPause();
    playback.reportPause();
    jest.advanceTimersByTime(60_000);
    expect(getStored()).toEqual([[12, false]]);
  });

  test('when the page is hidden, in a request that outlives it', () => {
    const { playback, getStored } = setUp();
    playback.reportTime(12);
    changeVisibility('visible');
    expect(getStored()).toEqual([]);
    changeVisibility('hidden');
    expect(getStored()).toEqual([[12, true]]);
  });

  test('when the user leaves the screen, and not afterwards', () => {
    const { playback, unmount, getStored } = setUp();
    playback.reportTime(12);
    unmount();
    expect(getStored()).toEqual([[12, true]]);
    playback.reportTime(30);
    playback.reportPause();
    changeVisibility('hidden');
    jest.advanceTimersByTime(60_000);
    expect(getStored()).toHaveLength(1);
  });

  test('without an alert if that fails', () => {
    const { api, playback, getStored } = setUp();
    api.on(PUT, offline);
    playback.reportTime(12);
    playback.reportPause();
    playback.reportTime(14);
    playback.reportPause();
    expect(getStored()).toHaveLength(2);
  });
});

test('the position of guests is not stored', () => {
  const { playback, unmount, getStored } = setUp(false);
  playback.reportTime(12);
  playback.reportPause();
  changeVisibility('hidden');
  jest.advanceTimersByTime(60_000);
  unmount();
  expect(getStored()).toEqual([]);
});

test.each([
  ['in the middle', ok({ seconds: 65 }), 300, 65],
  ['of a video of unknown length', ok({ seconds: 65 }), null, 65],
  ['near the start', ok({ seconds: 9 }), 300, undefined],
  ['near the end', ok({ seconds: 295 }), 300, undefined],
  ['that cannot be loaded', problem(404), 300, undefined],
])('a position %s continues there or at the start', async (_name, response, duration, expected) => {
  stubApi({ [GET]: response });
  expect(await loadPosition('video', duration)).toBe(expected);
});
