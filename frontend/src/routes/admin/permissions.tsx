import { createFileRoute } from '@tanstack/react-router';
import { PermissionsScreen } from '../../features/admin/roles/permissions/permissions-screen';
import { permissionsQuery, rolePermissionsQuery } from '../../features/admin/roles/queries';
import { createSearchParser, textParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/permissions')({
  validateSearch: createSearchParser({ role: textParam }),
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the heading appears immediately, and the content has its own skeleton and errors.
    if (!(await hasPermission(queryClient, 'permissions.manage'))) return;
    void queryClient.prefetchQuery(permissionsQuery);
    void queryClient.prefetchQuery(rolePermissionsQuery);
  },
  component: Permissions,
});

function Permissions() {
  return (
    <Protected permission="permissions.manage" pending={<ScreenSkeleton />}>
      <PermissionsScreen role={Route.useSearch().role} />
    </Protected>
  );
}
