import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, jest, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useActionMutation } from './use-action-mutation';

function setUp(mutationFn: (value: string) => Promise<string>) {
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const onError = jest.fn();
  const { result } = renderHook(() => useActionMutation({ mutationFn, onError }), { wrapper });
  return { mutate: (value: string) => result.current.mutate(value), result, onError };
}

test('calls while one is pending are ignored, also before it is rendered', async () => {
  let resolve!: (value: string) => void;
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  const send = jest.fn((_value: string) => promise);
  const { mutate, result } = setUp(send);
  act(() => {
    mutate('first');
    mutate('second');
  });
  await waitFor(() => {
    expect(result.current.isPending).toBe(true);
  });
  resolve('done');
  await waitFor(() => {
    expect(result.current.data).toBe('done');
  });
  expect(send.mock.calls.map(([value]) => value)).toEqual(['first']);
  act(() => {
    mutate('third');
  });
  await waitFor(() => {
    expect(send).toHaveBeenCalledTimes(2);
  });
});

test('after an error the action can be tried again', async () => {
  const send = jest.fn((_value: string) => Promise.reject(new Error('No.')));
  const { mutate, onError } = setUp(send);
  for (const attempt of [1, 2]) {
    act(() => {
      mutate('again');
    });
    await waitFor(() => {
      expect(onError).toHaveBeenCalledTimes(attempt);
    });
    await act(() => Promise.resolve());
  }
  expect(send).toHaveBeenCalledTimes(2);
});
