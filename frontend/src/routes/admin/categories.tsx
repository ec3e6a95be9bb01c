import { createFileRoute } from '@tanstack/react-router';
import { CategoriesScreen } from '../../features/admin/categories/categories-screen';
import { Protected } from '../../shared/access/protected';
import { categoriesQuery } from '../../shared/categories/queries';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/categories')({
  // Not awaited: the heading appears immediately, and the grid has its own skeleton and errors.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(categoriesQuery),
  component: Categories,
});

function Categories() {
  return (
    <Protected permission="categories.manage" pending={<ScreenSkeleton />}>
      <CategoriesScreen />
    </Protected>
  );
}
