import { createFileRoute } from '@tanstack/react-router';
import { communityQuery, searchQuery } from '../features/search/queries';
import { toFilters, hasQuery, includesCommunity, searchParams } from '../features/search/search-params';
import { SearchScreen } from '../features/search/search-screen';
import { categoriesQuery } from '../shared/categories/queries';

export const Route = createFileRoute('/search')({
  validateSearch: searchParams,
  loaderDeps: ({ search }) => ({ filters: toFilters(search), pages: search.pages ?? 1 }),
  // Not awaited: the input and filters appear immediately, and the results have their own skeleton and errors.
  loader: ({ context: { queryClient }, deps: { filters, pages } }) => {
    void queryClient.prefetchQuery(categoriesQuery);
    if (includesCommunity(filters)) void queryClient.prefetchQuery(communityQuery(filters.q ?? ''));
    if (hasQuery(filters)) void queryClient.prefetchInfiniteQuery({ ...searchQuery(filters), pages });
  },
  component: Search,
});

function Search() {
  return <SearchScreen search={Route.useSearch()} />;
}
