import { createFileRoute } from '@tanstack/react-router';
import { ModerationScreen } from '../../features/admin/moderation/moderation-screen';
import { queueQuery } from '../../features/admin/moderation/queries';
import { moderationSearch } from '../../features/admin/moderation/search-params';
import { hiddenItemsQuery, reportsQuery } from '../../features/admin/moderation/reports/queries';
import { Protected } from '../../shared/access/protected';
import { MODERATION_REQUIREMENTS, REPORTS_REQUIREMENTS } from '../../shared/moderation/moderation';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/moderation')({
  validateSearch: moderationSearch,
  loaderDeps: ({ search: { tab, view, type, reason } }) => ({ tab, view, type, reason }),
  loader: async ({ context: { queryClient }, deps: { tab, view = 'open', type, reason } }) => {
    // Not awaited: the heading appears immediately, and the lists have their own skeletons and errors.
    if (tab !== 'reports') {
      if (await hasPermission(queryClient, ...MODERATION_REQUIREMENTS))
        void queryClient.prefetchInfiniteQuery(queueQuery({ type, reason }));
      return;
    }
    if (!(await hasPermission(queryClient, ...REPORTS_REQUIREMENTS))) return;
    if (view === 'hidden') void queryClient.prefetchInfiniteQuery(hiddenItemsQuery(type));
    else void queryClient.prefetchInfiniteQuery(reportsQuery(view, type));
  },
  component: Moderation,
});

function Moderation() {
  const search = Route.useSearch();
  return (
    <Protected
      permission={search.tab === 'reports' ? REPORTS_REQUIREMENTS : MODERATION_REQUIREMENTS}
      pending={<ScreenSkeleton />}
    >
      <ModerationScreen search={search} />
    </Protected>
  );
}
