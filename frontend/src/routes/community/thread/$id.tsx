import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { preloadContent } from '../../../features/markdown/load-content';
import { hasStatus } from '../../../api/problem';
import { postsQuery, threadQuery } from '../../../features/forum/queries';
import { threadSearch } from '../../../features/forum/thread/search-params';
import { ThreadNotFound, ThreadScreen } from '../../../features/forum/thread/thread-screen';
import { forum } from '../../../messages/forum';
import { isServer } from '../../../lib/is-server';
import { loadQuery } from '../../../shared/query-client';
import { alert } from '../../../ui/dialogs/dialogs';

export const Route = createFileRoute('/community/thread/$id')({
  validateSearch: threadSearch,
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { queryClient }, params: { id }, deps: { page }, preload }) => {
    try {
      const queries = [loadQuery(queryClient, threadQuery(id)), loadQuery(queryClient, postsQuery(id, page))];
      await Promise.all([...queries, preloadContent()]);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      // In the server's HTML, for readers without scripts.
      if (isServer) throw notFound();
      if (!preload) void alert({ title: forum.thread.notFound, text: forum.notFoundText });
      throw redirect({ to: '/community', replace: true });
    }
  },
  component: Thread,
  notFoundComponent: ThreadNotFound,
});

function Thread() {
  const { id } = Route.useParams();
  // Another thread starts with an empty reply form.
  return <ThreadScreen key={id} id={id} page={Route.useSearch().page ?? 1} />;
}
