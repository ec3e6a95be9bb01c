import { createFileRoute } from '@tanstack/react-router';
import { RecentActivity } from '../../features/admin/analytics/recent-activity';
import { AnalyticsTotals } from '../../features/admin/analytics/totals';
import { DashboardScreen } from '../../features/admin/dashboard/dashboard-screen';
import { healthQuery } from '../../features/admin/dashboard/queries';
import { QueuePanel } from '../../features/admin/moderation/queue-panel';
import { Protected } from '../../shared/access/protected';
import { REPORTS_REQUIREMENTS } from '../../shared/moderation/moderation';
import { hasPermission, meetsRequirement } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/')({
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the links appear immediately, and each panel has its own skeleton and errors.
    if (await hasPermission(queryClient, 'admin.dashboard')) void queryClient.prefetchQuery(healthQuery);
  },
  component: Dashboard,
});

const RECENT = 8;

function Dashboard() {
  return (
    <Protected permission="admin.dashboard" pending={<ScreenSkeleton />}>
      {(user) => (
        <DashboardScreen
          user={user}
          totals={user.permissions.includes('analytics.view') && <AnalyticsTotals />}
          moderation={REPORTS_REQUIREMENTS.some((each) => meetsRequirement(user, each)) && <QueuePanel />}
          recentActivity={user.permissions.includes('analytics.view') && <RecentActivity limit={RECENT} />}
        />
      )}
    </Protected>
  );
}
