import { createFileRoute } from '@tanstack/react-router';
import { hasQuery, includesCommunity, toFilters } from '../features/search/filters';
import { searchQuery } from '../features/search/queries';
import { searchParams } from '../features/search/search-params';
import { SearchScreen } from '../features/search/search-screen';
import { communityQuery } from '../features/search/use-community-results';
import { categoriesQuery } from '../shared/categories/queries';

export const Route = createFileRoute('/search')({
  validateSearch: searchParams,
  loaderDeps: ({ search }) => search,
  // Not awaited: the input and filters appear immediately, and the results have their own skeleton and errors.
  loader: ({ context: { queryClient }, deps }) => {
    const filters = toFilters(deps);
    void queryClient.prefetchQuery(categoriesQuery);
    if (hasQuery(filters)) void queryClient.prefetchInfiniteQuery({ ...searchQuery(filters), pages: deps.pages ?? 1 });
    if (includesCommunity(filters)) void queryClient.prefetchQuery(communityQuery(filters.q ?? ''));
  },
  component: Search,
});

function Search() {
  return <SearchScreen search={Route.useSearch()} />;
}
