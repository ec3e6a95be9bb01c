import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { hasStatus } from '../api/problem';
import { isCurrentUserQuery } from './session/session';

const isMissing = (query: Query) => hasStatus(query.state.error, 404);

/**
 * Returns a function that makes screens show the present state of the server: what is displayed is refetched, what is
 * only cached is fetched again when it is needed, and screens report that their content no longer exists.
 */
export function useRefreshScreen() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (isKept: (query: Query) => boolean = isCurrentUserQuery) => {
    queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 && !isKept(query) });
    await queryClient.invalidateQueries({ predicate: (query) => !isKept(query) });
    // Queries with data keep it when a refetch fails; the loader of the screen finds out that it is gone.
    if (queryClient.getQueryCache().findAll({ type: 'active', predicate: isMissing }).length > 0)
      await router.invalidate();
  };
}
