import { createFileRoute } from '@tanstack/react-router';
import { AnalyticsScreen } from '../../features/admin/analytics/analytics-screen';
import { overviewQuery, seriesQuery } from '../../features/admin/analytics/queries';
import { analyticsSearch } from '../../features/admin/analytics/search-params';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/analytics')({
  validateSearch: analyticsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the heading appears immediately, and each part has its own skeleton and errors.
    if (!(await hasPermission(queryClient, 'analytics.view'))) return;
    void queryClient.prefetchQuery(overviewQuery);
    void queryClient.prefetchQuery(seriesQuery(deps));
  },
  component: Analytics,
});

function Analytics() {
  return (
    <Protected permission="analytics.view" pending={<ScreenSkeleton />}>
      <AnalyticsScreen search={Route.useSearch()} />
    </Protected>
  );
}
