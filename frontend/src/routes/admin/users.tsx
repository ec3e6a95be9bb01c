import { createFileRoute } from '@tanstack/react-router';
import { invitationsQuery, usersQuery } from '../../features/admin/users/queries';
import { parseUsersSearch } from '../../features/admin/users/users-search';
import { UsersScreen } from '../../features/admin/users/users-screen';
import { UsersSkeleton } from '../../features/admin/users/users-skeleton';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/users')({
  validateSearch: parseUsersSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    if (!(await hasPermission(queryClient, 'users.manage'))) return;
    // Not awaited: the search field appears immediately, and the lists have their own skeletons and errors.
    if (deps.tab === 'invitations') void queryClient.prefetchQuery(invitationsQuery(deps));
    else void queryClient.prefetchQuery(usersQuery(deps));
  },
  component: Users,
});

function Users() {
  return (
    <Protected permission="users.manage" pending={<UsersSkeleton />}>
      <UsersScreen search={Route.useSearch()} />
    </Protected>
  );
}
