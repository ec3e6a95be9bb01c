import { createFileRoute } from '@tanstack/react-router';
import { stylesQuery } from '../../features/admin/roles/queries';
import { RoleStylingScreen } from '../../features/admin/roles/styling/role-styling-screen';
import { createSearchParser, textParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';
import { hasPermission } from '../../shared/session/session';

export const Route = createFileRoute('/admin/role-styling')({
  validateSearch: createSearchParser({ role: textParam }),
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
