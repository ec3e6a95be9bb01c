import { createFileRoute } from '@tanstack/react-router';
import { stylesQuery } from '../../features/admin/roles/queries';
import { roleSearch } from '../../features/admin/roles/search-params';
import { RoleStylingScreen } from '../../features/admin/roles/styling/role-styling-screen';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../shared/errors/screen-skeleton';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/role-styling')({
  validateSearch: roleSearch,
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the heading appears immediately, and the content has its own skeleton and errors.
    if (await hasPermission(queryClient, 'roles.manage')) void queryClient.prefetchQuery(stylesQuery);
  },
  component: RoleStyling,
});

function RoleStyling() {
  return (
    <Protected permission="roles.manage" pending={<ScreenSkeleton />}>
      <RoleStylingScreen role={Route.useSearch().role} />
    </Protected>
  );
}
