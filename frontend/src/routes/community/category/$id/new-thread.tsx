import { createFileRoute, notFound } from '@tanstack/react-router';
import { CategoryNotFound } from '../../../../features/forum/category/category-screen';
import { NewThreadScreen } from '../../../../features/forum/new-thread/new-thread-screen';
import { toAboutItem } from '../../../../features/forum/linked/about-item';
import { aboutSearch } from '../../../../features/forum/linked/search-params';
import { findForumCategory } from '../../../../features/forum/queries';

export const Route = createFileRoute('/community/category/$id/new-thread')({
  validateSearch: aboutSearch,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!(await findForumCategory(queryClient, id))) throw notFound();
  },
  component: NewThread,
  notFoundComponent: CategoryNotFound,
});

function NewThread() {
  return <NewThreadScreen id={Route.useParams().id} about={toAboutItem(Route.useSearch())} />;
}
