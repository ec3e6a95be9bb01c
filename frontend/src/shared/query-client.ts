import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { hasStatus, NetworkError } from '../api/problem';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** kinds of notifications whose changes the screen announces instead of inserting them while the user reads */
      announcedKinds?: readonly string[];
    };
  }
}

const MAX_RETRIES = 2;

/** Retries only unavailable servers; other error responses are final. */
function shouldRetry(failureCount: number, error: Error): boolean {
  return failureCount < MAX_RETRIES && (error instanceof NetworkError || hasStatus(error, 503));
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': while offline, screens show an error instead of waiting silently.
      queries: { staleTime: 30_000, retry: shouldRetry, retryDelay: (n) => 400 * 2 ** n, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** For loaders: the cached data, unless the last fetch failed, such as the refetch of content that is gone. */
export async function loadQuery<T, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<T, Error, T, Key>,
): Promise<T> {
  const hasFailed = queryClient.getQueryState(options.queryKey)?.status === 'error';
  return hasFailed ? queryClient.fetchQuery({ ...options, staleTime: 0 }) : queryClient.ensureQueryData(options);
}

/**
 * Refetches queries after a mutation. `invalidateQueries` would keep the response of a first fetch in progress, which
 * the server may have sent before the change.
 */
export async function refreshQueries(queryClient: QueryClient, ...queryKeys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    queryKeys.map((queryKey) => {
      // Silent: callers that await the first fetch get the response of the second.
      void queryClient.cancelQueries({ queryKey, type: 'active', predicate: isFirstFetch }, { silent: true });
      return queryClient.invalidateQueries({ queryKey });
    }),
  );
}

const isFirstFetch = (query: { state: { data: unknown } }) => query.state.data === undefined;
