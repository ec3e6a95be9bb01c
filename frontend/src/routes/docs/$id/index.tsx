import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';
import { hasStatus } from '../../../api/problem';
import { DocumentScreen } from '../../../features/documents/detail/document-screen';
import { DocumentNotFound, DocumentSkeleton } from '../../../features/documents/screen-states';
import { preloadContent } from '../../../features/markdown/load-content';
import { viewedDocumentQuery } from '../../../shared/content/document-cache';
import { neighboursQuery } from '../../../shared/content/page-queries';
import { loadQuery } from '../../../shared/query-client';

// Below the text, loaded when it comes into view.
const LinkedThreads = lazy(() => import('../../../features/forum/linked/linked-threads'));

export const Route = createFileRoute('/docs/$id/')({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const [document] = await Promise.all([loadQuery(queryClient, viewedDocumentQuery(params.id)), preloadContent()]);
      // The layout depends on it.
      if (document.category) await queryClient.prefetchQuery(neighboursQuery('document', document.id));
    } catch (error) {
      throw hasStatus(error, 404) ? notFound() : error;
    }
  },
  component: Document,
  pendingComponent: DocumentSkeleton,
  notFoundComponent: DocumentNotFound,
});

function Document() {
  return (
    <DocumentScreen
      id={Route.useParams().id}
      renderThreads={(document) => <LinkedThreads key={document.id} item={{ ...document, kind: 'document' }} />}
    />
  );
}
