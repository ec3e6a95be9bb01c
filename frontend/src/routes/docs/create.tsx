import { createFileRoute, redirect } from '@tanstack/react-router';
import { idParam, createSearchParser, textParam } from '../../lib/search-params';
import { CreateDocumentScreen } from '../../features/documents/form/create-document-screen';
import { FormSkeleton } from '../../features/editing/form-skeleton';
import { Protected } from '../../shared/access/protected';
import { categoriesQuery } from '../../shared/categories/queries';

/** `saved` is the id of the document created by this form, `title` and `category` are suggestions for a new one,
 * and `below` is the page that it is created below. */
const search = createSearchParser({ saved: idParam, title: textParam, category: idParam, below: idParam });

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
  const { title, category, below } = Route.useSearch();
  return (
    <Protected permission="content.create" pending={<FormSkeleton />}>
      <CreateDocumentScreen title={title} categoryId={category} parentId={below} />
    </Protected>
  );
}
