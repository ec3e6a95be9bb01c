import { createFileRoute } from '@tanstack/react-router';
import { EditDocumentScreen } from '../../../features/documents/form/edit-document-screen';
import { FormSkeleton } from '../../../features/editing/form-skeleton';
import { documentQuery } from '../../../shared/content/document-cache';
import { Protected } from '../../../shared/access/protected';
import { categoriesQuery } from '../../../shared/categories/queries';
import { hasPermission } from '../../../shared/session/session';

export const Route = createFileRoute('/docs/$id/edit')({
  loader: async ({ context: { queryClient }, params, preload }) => {
    await queryClient.ensureQueryData(categoriesQuery);
    if (!(await hasPermission(queryClient, 'content.create'))) return;
    // Refetched on opening, because the form is based on the version it shows; the screen handles failures.
    await queryClient.prefetchQuery({ ...documentQuery(params.id), staleTime: preload ? 30_000 : 0 });
  },
  component: EditDocument,
  pendingComponent: FormSkeleton,
});

function EditDocument() {
  return (
    <Protected permission="content.create" pending={<FormSkeleton />}>
      <EditDocumentScreen id={Route.useParams().id} />
    </Protected>
  );
}
