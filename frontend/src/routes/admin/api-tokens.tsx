import { createFileRoute } from '@tanstack/react-router';
import { ApiTokensScreen } from '../../features/admin/api-tokens/api-tokens-screen';
import { allTokensQuery } from '../../features/admin/api-tokens/queries';
import { createSearchParser, integerParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

const validateSearch = createSearchParser({ page: integerParam(1) });

export const Route = createFileRoute('/admin/api-tokens')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the heading appears immediately, and the table has its own skeleton and errors.
    if (await hasPermission(queryClient, 'system.manage')) void queryClient.prefetchQuery(allTokensQuery(deps.page));
  },
  component: ApiTokens,
});

function ApiTokens() {
  return (
    <Protected permission="system.manage" pending={<ScreenSkeleton />}>
      <ApiTokensScreen page={Route.useSearch().page} />
    </Protected>
  );
}
