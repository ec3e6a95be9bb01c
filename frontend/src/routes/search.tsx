import { createFileRoute } from '@tanstack/react-router';
import { searchQuery } from '../features/search/queries';
import { filtersOf, isAsked, searchParams } from '../features/search/search-params';
import { SearchScreen } from '../features/search/search-screen';
import { categoriesQuery } from '../shared/categories/queries';

export const Route = createFileRoute('/search')({
  validateSearch: searchParams,
  loaderDeps: ({ search }) => ({ filters: filtersOf(search), pages: search.pages ?? 1 }),
  // Started, not awaited: the box and the filters stay in place and the results show their own skeleton and errors.
  loader: ({ context: { queryClient }, deps: { filters, pages } }) => {
    void queryClient.prefetchQuery(categoriesQuery);
    if (isAsked(filters)) void queryClient.prefetchInfiniteQuery({ ...searchQuery(filters), pages });
  },
  component: Search,
});

function Search() {
  return <SearchScreen search={Route.useSearch()} />;
}
