import { createFileRoute } from '@tanstack/react-router';
import { DocumentsScreen } from '../../features/documents/list/documents-screen';
import { documentsQuery, documentsSearch } from '../../features/documents/list/queries';
import { categoriesQuery } from '../../shared/categories/queries';
import { ListSkeleton } from '../../shared/content-list/list-skeleton';
import { toFilters } from '../../shared/content-list/list-search';

export const Route = createFileRoute('/docs/')({
  validateSearch: documentsSearch,
  loaderDeps: ({ search }) => ({ filters: toFilters(search), pages: search.pages ?? 1 }),
  // Not awaited: the filters appear immediately, and the list has its own skeleton and errors.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(categoriesQuery);
    void queryClient.prefetchInfiniteQuery({ ...documentsQuery(deps.filters), pages: deps.pages });
  },
  component: Documents,
  pendingComponent: ListSkeleton,
});

function Documents() {
  return <DocumentsScreen search={Route.useSearch()} />;
}
