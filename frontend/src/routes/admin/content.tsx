import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { ContentScreen } from '../../features/admin/content/content-screen';
import { ContentSkeleton } from '../../features/admin/content/content-skeleton';
import { contentQuery, countsQuery } from '../../features/admin/content/queries';
import { contentSearch } from '../../features/admin/content/search-params';
import { Protected } from '../../shared/access/protected';
import { categoriesQuery } from '../../shared/categories/queries';
import { hasPermission } from '../../shared/session/session';
import { LazyBoundary } from '../../ui/lazy';

export const Route = createFileRoute('/admin/content')({
  validateSearch: contentSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    if (!(await hasPermission(queryClient, 'admin.content'))) return;
    // Not awaited: the filters appear immediately, and the table has its own skeleton and errors.
    void queryClient.prefetchQuery(categoriesQuery);
    void queryClient.prefetchQuery(countsQuery);
    void queryClient.prefetchQuery(contentQuery(deps));
  },
  component: Content,
});

// The forms with the editor are larger than the list.
const EditDocumentDialog = lazy(() => import('../../features/documents/form/edit-document-dialog'));
const EditVideoDialog = lazy(() => import('../../features/videos/form/edit-video-dialog'));

function Content() {
  return (
    <Protected permission="admin.content" pending={<ContentSkeleton />}>
      <ContentScreen
        search={Route.useSearch()}
        renderEditor={({ tab, ...editing }) => (
          <LazyBoundary>
            {tab === 'videos' ? <EditVideoDialog {...editing} /> : <EditDocumentDialog {...editing} />}
          </LazyBoundary>
        )}
      />
    </Protected>
  );
}
