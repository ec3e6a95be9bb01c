import { createFileRoute } from '@tanstack/react-router';
import { RolesScreen } from '../../features/admin/roles/list/roles-screen';
import { assignmentsQuery, rolesQuery } from '../../features/admin/roles/queries';
import { rolesSearch } from '../../features/admin/roles/search-params';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../shared/errors/screen-skeleton';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/roles')({
  validateSearch: rolesSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the heading appears immediately, and the content has its own skeleton and errors.
    if (await hasPermission(queryClient, 'roles.manage')) void queryClient.prefetchQuery(rolesQuery);
    if (await hasPermission(queryClient, 'users.manage')) void queryClient.prefetchQuery(assignmentsQuery(deps));
  },
  component: Roles,
});

function Roles() {
  return (
    <Protected permission="roles.manage" pending={<ScreenSkeleton />}>
      <RolesScreen search={Route.useSearch()} />
    </Protected>
  );
}
