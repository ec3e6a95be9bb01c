import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { hasStatus } from '../../../../api/problem';
import { CategoryNotFound, CategoryScreen } from '../../../../features/forum/category/category-screen';
import { threadsSearch } from '../../../../features/forum/category/search-params';
import { findForumCategory, threadsQuery } from '../../../../features/forum/queries';
import { loadQuery } from '../../../../shared/query-client';

export const Route = createFileRoute('/community/category/$id/')({
  validateSearch: threadsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { id }, deps: search }) => {
    const [category] = await Promise.all([
      findForumCategory(queryClient, id),
      loadQuery(queryClient, threadsQuery(id, search)).catch((error: unknown) => {
        if (hasStatus(error, 404)) throw notFound();
        // The place where the page began is no longer one of this list.
        if (hasStatus(error, 400) && (search.after ?? search.before))
          throw redirect({
            to: '/community/category/$id',
            params: { id },
            search: { ...search, after: undefined, before: undefined },
            replace: true,
          });
        throw error;
      }),
    ]);
    if (!category) throw notFound();
  },
  component: Category,
  notFoundComponent: CategoryNotFound,
});

function Category() {
  return <CategoryScreen id={Route.useParams().id} search={Route.useSearch()} />;
}
