import { createFileRoute } from '@tanstack/react-router';
import { usersQuery } from '../../features/admin/users/queries';
import { UsersScreen } from '../../features/admin/users/users-screen';
import { UsersSkeleton } from '../../features/admin/users/users-skeleton';
import { createSearchParser, integerParam, textParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/users')({
  validateSearch: createSearchParser({ q: textParam, page: integerParam(1) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the search field appears immediately, and the table has its own skeleton and errors.
    if (await hasPermission(queryClient, 'users.manage')) void queryClient.prefetchQuery(usersQuery(deps));
  },
  component: Users,
  pendingComponent: UsersSkeleton,
});

function Users() {
  return (
    <Protected permission="users.manage" pending={<UsersSkeleton />}>
      <UsersScreen search={Route.useSearch()} />
    </Protected>
  );
}
