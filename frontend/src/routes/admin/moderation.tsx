import { createFileRoute } from '@tanstack/react-router';
import { ModerationScreen } from '../../features/admin/moderation/moderation-screen';
import { queueQuery } from '../../features/admin/moderation/queries';
import { queueSearch } from '../../features/admin/moderation/search-params';
import { Protected } from '../../shared/access/protected';
import { MODERATION_PERMISSIONS } from '../../shared/moderation/moderation';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/moderation')({
  validateSearch: queueSearch,
  loaderDeps: ({ search: { type, reason } }) => ({ type, reason }),
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the heading appears immediately, and the queue has its own skeleton and errors.
    if (await hasPermission(queryClient, ...MODERATION_PERMISSIONS))
      void queryClient.prefetchInfiniteQuery(queueQuery(deps));
  },
  component: Moderation,
});

function Moderation() {
  return (
    <Protected permission={MODERATION_PERMISSIONS} pending={<ScreenSkeleton />}>
      <ModerationScreen search={Route.useSearch()} />
    </Protected>
  );
}
