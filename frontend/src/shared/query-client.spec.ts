import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { refreshQueries } from './query-client';

const queryKey = ['role'];

/** A query whose responses are resolved manually, in request order. */
function createManualQuery() {
  const resolvers: ((role: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => resolvers.push(resolve));
  return { resolvers, queryFn };
}

describe('refreshQueries', () => {
  it('drops the response of a first fetch that began before the change', async () => {
    const queryClient = new QueryClient();
    const { resolvers, queryFn } = createManualQuery();
    const observer = new QueryObserver(queryClient, { queryKey, queryFn });
    const unsubscribe = observer.subscribe(() => undefined);
    const loading = queryClient.ensureQueryData({ queryKey, queryFn });

    const refreshed = refreshQueries(queryClient, queryKey);
    resolvers[0]?.('before');
    await Promise.resolve();
    resolvers[1]?.('after');
    await refreshed;

    expect(resolvers).toHaveLength(2);
    expect(observer.getCurrentResult().data).toBe('after');
    await expect(loading).resolves.toBe('after');
    unsubscribe();
  });

  it('refetches active queries', async () => {
    const queryClient = new QueryClient();
    const { resolvers, queryFn } = createManualQuery();
    queryClient.setQueryData(queryKey, 'before');
    const observer = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity });
    const unsubscribe = observer.subscribe(() => undefined);

    const refreshed = refreshQueries(queryClient, queryKey);
    resolvers[0]?.('after');
    await refreshed;

    expect(observer.getCurrentResult().data).toBe('after');
    unsubscribe();
  });
});
