import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';
import { CategoryNotFound, CategoryScreen } from '../../features/categories/category-screen';
import { categoryDocumentsQuery, categoryVideosQuery } from '../../features/categories/queries';
import { findCategory } from '../../shared/categories/queries';
import { treeLevelQuery } from '../../shared/page-tree/queries';

// Below what is read first.
const RecentThreads = lazy(() => import('../../features/forum/home/recent-threads'));

export const Route = createFileRoute('/categories/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const category = await findCategory(queryClient, id);
    if (!category) throw notFound();
    await Promise.all([
      queryClient.ensureQueryData(categoryDocumentsQuery(id)),
      queryClient.ensureQueryData(categoryVideosQuery(id)),
      category.is_series && queryClient.ensureInfiniteQueryData(treeLevelQuery(id, null)),
    ]);
  },
  component: Category,
  notFoundComponent: CategoryNotFound,
});

function Category() {
  const { id } = Route.useParams();
  return <CategoryScreen id={id} threads={<RecentThreads aboutCategoryId={id} />} />;
}
