import { createFileRoute } from '@tanstack/react-router';
import { usersQuery } from '../../features/admin/users/queries';
import { usersSearch } from '../../features/admin/users/search-params';
import { UsersScreen } from '../../features/admin/users/users-screen';
import { UsersSkeleton } from '../../features/admin/users/users-skeleton';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/users')({
  validateSearch: usersSearch,
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
