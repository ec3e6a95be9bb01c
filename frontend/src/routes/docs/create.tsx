import { createFileRoute, redirect } from '@tanstack/react-router';
import { anId, readSearch } from '../../lib/search-params';
import { CreateDocumentScreen } from '../../features/documents/form/create-document-screen';
import { FormSkeleton } from '../../features/documents/form/form-skeleton';
import { Protected } from '../../shared/access/protected';
import { categoriesQuery } from '../../shared/categories/queries';

/** The document this form has become by saving. */
const search = readSearch({ saved: anId });

export const Route = createFileRoute('/docs/create')({
  validateSearch: search,
  beforeLoad: ({ search: { saved }, cause }) => {
    if (saved && cause === 'enter') {
      throw redirect({ to: '/docs/$id/edit', params: { id: saved }, replace: true });
    }
  },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(categoriesQuery),
  component: CreateDocument,
  pendingComponent: FormSkeleton,
});

function CreateDocument() {
  return (
    <Protected permission="content.create" pending={<FormSkeleton />}>
      <CreateDocumentScreen />
    </Protected>
  );
}
