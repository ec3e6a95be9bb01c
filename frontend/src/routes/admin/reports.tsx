import { createFileRoute } from '@tanstack/react-router';
import { hiddenItemsQuery, reportsQuery } from '../../features/admin/reports/queries';
import { ReportsScreen } from '../../features/admin/reports/reports-screen';
import { reportsSearch } from '../../features/admin/reports/search-params';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/reports')({
  validateSearch: reportsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { view = 'open', type } }) => {
    // Not awaited: the heading appears immediately, and the list has its own skeleton and errors.
    if (!(await hasPermission(queryClient, 'moderation.handle'))) return;
    if (view === 'hidden') void queryClient.prefetchInfiniteQuery(hiddenItemsQuery(type));
    else void queryClient.prefetchInfiniteQuery(reportsQuery(view, type));
  },
  component: Reports,
});

function Reports() {
  return (
    <Protected permission="moderation.handle" pending={<ScreenSkeleton />}>
      <ReportsScreen search={Route.useSearch()} />
    </Protected>
  );
}
