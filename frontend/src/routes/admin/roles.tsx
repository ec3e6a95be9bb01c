import { createFileRoute } from '@tanstack/react-router';
import { RolesScreen } from '../../features/admin/roles/list/roles-screen';
import { assignmentsQuery, rolesQuery } from '../../features/admin/roles/queries';
import { createSearchParser, integerParam, textParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/roles')({
  validateSearch: createSearchParser({ q: textParam, page: integerParam(1) }),
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
