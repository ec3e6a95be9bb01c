import { createFileRoute } from '@tanstack/react-router';
import { DocumentsScreen } from '../../features/documents/list/documents-screen';
import { DocumentsSkeleton } from '../../features/documents/list/documents-skeleton';
import { documentsSearch, filtersOf } from '../../features/documents/list/search-params';
import { documentsQuery } from '../../features/documents/queries';
import { categoriesQuery } from '../../shared/categories/queries';

export const Route = createFileRoute('/docs/')({
  validateSearch: documentsSearch,
  loaderDeps: ({ search }) => ({ filters: filtersOf(search), pages: search.pages ?? 1 }),
  // Started, not awaited: the filters stay in place and the list shows its own skeleton and errors.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(categoriesQuery);
    void queryClient.prefetchInfiniteQuery({ ...documentsQuery(deps.filters), pages: deps.pages });
  },
  component: Documents,
  pendingComponent: DocumentsSkeleton,
});

function Documents() {
  return <DocumentsScreen search={Route.useSearch()} />;
}
