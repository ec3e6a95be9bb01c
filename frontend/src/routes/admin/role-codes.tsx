import { createFileRoute } from '@tanstack/react-router';
import { roleCodesQuery } from '../../features/admin/role-codes/queries';
import { RoleCodesScreen } from '../../features/admin/role-codes/role-codes-screen';
import { createSearchParser, integerParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';
import { hasPermission } from '../../shared/session/session';

const validateSearch = createSearchParser({ page: integerParam(1) });

export const Route = createFileRoute('/admin/role-codes')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the heading appears immediately, and the table has its own skeleton and errors.
    if (await hasPermission(queryClient, 'system.manage')) void queryClient.prefetchQuery(roleCodesQuery(deps.page));
  },
  component: RoleCodes,
});

function RoleCodes() {
  return (
    <Protected permission="system.manage" pending={<ScreenSkeleton />}>
      <RoleCodesScreen page={Route.useSearch().page} />
    </Protected>
  );
}
