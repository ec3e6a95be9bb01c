import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';
import { hasStatus } from '../../../api/problem';
import { DocumentScreen } from '../../../features/documents/detail/document-screen';
import { DocumentNotFound, DocumentSkeleton } from '../../../features/documents/screen-states';
import { viewedDocumentQuery } from '../../../shared/content/document-cache';
import { loadQuery } from '../../../shared/query-client';

// Below the text, loaded when it comes into view.
const LinkedThreads = lazy(() => import('../../../features/forum/linked/linked-threads'));

export const Route = createFileRoute('/docs/$id/')({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      await loadQuery(queryClient, viewedDocumentQuery(params.id));
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
