import { createFileRoute } from '@tanstack/react-router';
import { RoleDisplayScreen } from '../../features/admin/roles/display/role-display-screen';
import { displayQuery } from '../../features/admin/roles/queries';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../shared/errors/screen-skeleton';
import { publicStylesQuery } from '../../shared/people/role-styles';
import { can } from '../../shared/session/session';

export const Route = createFileRoute('/admin/role-display')({
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the heading stays in place and what is below shows its own skeleton and errors.
    if (!(await can(queryClient, 'roles.manage'))) return;
    void queryClient.prefetchQuery(displayQuery);
    void queryClient.prefetchQuery(publicStylesQuery);
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
