import { createFileRoute } from '@tanstack/react-router';
import { DocumentsScreen } from '../../features/documents/list/documents-screen';
import { DocumentsSkeleton } from '../../features/documents/list/documents-skeleton';
import { documentsSearch } from '../../features/documents/list/search-params';
import { documentsQuery } from '../../features/documents/queries';
import { categoriesQuery } from '../../shared/categories/queries';

export const Route = createFileRoute('/docs/')({
  validateSearch: documentsSearch,
  loaderDeps: ({ search: { status, category_id } }) => ({ status, category_id }),
  // Started, not awaited: the filters stay in place and the list shows its own skeleton and errors.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(categoriesQuery);
    void queryClient.prefetchInfiniteQuery(documentsQuery(deps));
  },
  component: Documents,
  pendingComponent: DocumentsSkeleton,
});

function Documents() {
  return <DocumentsScreen search={Route.useSearch()} />;
}
