import { createFileRoute } from '@tanstack/react-router';
import { ShareLinksScreen } from '../../features/admin/share-links/share-links-screen';
import { allShareLinksQuery } from '../../features/admin/share-links/queries';
import { createSearchParser, integerParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

const validateSearch = createSearchParser({ page: integerParam(1) });

export const Route = createFileRoute('/admin/share-links')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Not awaited: the heading appears immediately, and the table has its own skeleton and errors.
    if (await hasPermission(queryClient, 'content.edit_any'))
      void queryClient.prefetchQuery(allShareLinksQuery(deps.page));
  },
  component: ShareLinks,
});

function ShareLinks() {
  return (
    <Protected permission="content.edit_any" pending={<ScreenSkeleton />}>
      <ShareLinksScreen page={Route.useSearch().page} />
    </Protected>
  );
}
