import { createFileRoute } from '@tanstack/react-router';
import { videosQuery } from '../../features/videos/list/queries';
import { videosSearch } from '../../features/videos/list/search-params';
import { VideosScreen } from '../../features/videos/list/videos-screen';
import { categoriesQuery } from '../../shared/categories/queries';
import { ListSkeleton } from '../../shared/content-list/list-skeleton';
import { toFilters } from '../../shared/content-list/list-search';

export const Route = createFileRoute('/videos/')({
  validateSearch: videosSearch,
  loaderDeps: ({ search }) => ({ filters: toFilters(search), pages: search.pages ?? 1 }),
  // Not awaited: the filters appear immediately, and the list has its own skeleton and errors.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(categoriesQuery);
    void queryClient.prefetchInfiniteQuery({ ...videosQuery(deps.filters), pages: deps.pages });
  },
  component: Videos,
  pendingComponent: ListSkeleton,
});

function Videos() {
  return <VideosScreen search={Route.useSearch()} />;
}
