import { createFileRoute, redirect } from '@tanstack/react-router';
import { hasStatus } from '../../../api/problem';
import { postsQuery, threadQuery } from '../../../features/forum/queries';
import { threadSearch } from '../../../features/forum/thread/search-params';
import { ThreadScreen } from '../../../features/forum/thread/thread-screen';
import { forum } from '../../../messages/forum';
import { loadQuery } from '../../../shared/query-client';
import { alert } from '../../../ui/dialogs/dialogs';

export const Route = createFileRoute('/community/thread/$id')({
  validateSearch: threadSearch,
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { queryClient }, params: { id }, deps: { page }, preload }) => {
    try {
      await Promise.all([loadQuery(queryClient, threadQuery(id)), loadQuery(queryClient, postsQuery(id, page))]);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      if (!preload) void alert({ title: forum.thread.notFound, text: forum.notFoundText });
      throw redirect({ to: '/community', replace: true });
    }
  },
  component: Thread,
});

function Thread() {
  const { id } = Route.useParams();
  // Another thread starts with an empty reply form.
  return <ThreadScreen key={id} id={id} page={Route.useSearch().page ?? 1} />;
}
