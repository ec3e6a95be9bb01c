import type { QueryClient } from '@tanstack/react-query';
import { getListApiTokensQueryKey } from '../../../api/generated/api-tokens/api-tokens';
import { getListSessionsQueryKey } from '../../../api/generated/auth/auth';
import { refreshQueries } from '../../../shared/query-client';

/** Refreshes the lists of all that acts as the user: sessions and API tokens. */
export async function refreshAccess(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [getListSessionsQueryKey(), getListApiTokensQueryKey()].map((key) => refreshQueries(queryClient, key)),
  );
}
