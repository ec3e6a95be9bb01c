import { QueryClient } from '@tanstack/react-query';
import { hasStatus, NetworkError } from '../api/problem';

const MAX_RETRIES = 2;

/** A "no" stays a no; only a server that is away for a moment is worth asking again. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < MAX_RETRIES && (error instanceof NetworkError || hasStatus(error, 503));
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': while offline a screen says so, rather than waiting in silence.
      queries: { staleTime: 30_000, retry: shouldRetry, retryDelay: (n) => 400 * 2 ** n, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
