import { expect, jest, test } from '@jest/globals';
import { act, cleanup } from '@testing-library/react';
import { renderScreen } from '../../../test/render-screen';
import { ChunkLoadError, LoadError } from './load-error';

const goOnline = () => {
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
};

test('what failed is loaded again when the connection returns, until it is no longer shown', async () => {
  const onRetry = jest.fn();
  await renderScreen(<LoadError onRetry={onRetry} />);
  goOnline();
  expect(onRetry).toHaveBeenCalledTimes(1);
  cleanup();
  goOnline();
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a page is not reloaded by itself', async () => {
  const { fetch: original } = globalThis;
  const fetched = jest.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  globalThis.fetch = fetched;
  await renderScreen(<ChunkLoadError />);
  goOnline();
  expect(fetched).not.toHaveBeenCalled();
  globalThis.fetch = original;
});
