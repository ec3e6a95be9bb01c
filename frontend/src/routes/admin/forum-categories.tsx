import { createFileRoute } from '@tanstack/react-router';
import { ForumCategoriesScreen } from '../../features/admin/forum-categories/forum-categories-screen';
import { forumTreeQuery } from '../../features/admin/forum-categories/queries';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/forum-categories')({
  // Not awaited: the heading appears immediately, and the list has its own skeleton and errors.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(forumTreeQuery),
  component: ForumCategories,
});

function ForumCategories() {
  return (
    <Protected permission="forum.manage_categories" pending={<ScreenSkeleton />}>
      <ForumCategoriesScreen />
    </Protected>
  );
}
