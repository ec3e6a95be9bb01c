import { createFileRoute } from '@tanstack/react-router';
import { GroupsScreen } from '../../features/admin/groups/groups-screen';
import { parseGroupsSearch } from '../../features/admin/groups/groups-search';
import { groupsQuery } from '../../features/admin/groups/queries';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/groups')({
  validateSearch: parseGroupsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the search field appears immediately, and the table has its own skeleton and errors.
    if (await hasPermission(queryClient, 'users.manage')) void queryClient.prefetchQuery(groupsQuery(deps));
  },
  component: Groups,
});

function Groups() {
  return (
    <Protected permission="users.manage" pending={<ScreenSkeleton />}>
      <GroupsScreen search={Route.useSearch()} />
    </Protected>
  );
}
