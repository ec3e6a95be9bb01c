import { createFileRoute } from '@tanstack/react-router';
import { RoleDisplayScreen } from '../../features/admin/roles/display/role-display-screen';
import { displayQuery } from '../../features/admin/roles/queries';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';
import { roleStylesQuery } from '../../shared/roles/role-badge';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/role-display')({
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the heading appears immediately, and the content has its own skeleton and errors.
    if (!(await hasPermission(queryClient, 'roles.manage'))) return;
    void queryClient.prefetchQuery(displayQuery);
    void queryClient.prefetchQuery(roleStylesQuery);
  },
  component: RoleDisplay,
});

function RoleDisplay() {
  return (
    <Protected permission="roles.manage" pending={<ScreenSkeleton />}>
      <RoleDisplayScreen />
    </Protected>
  );
}
