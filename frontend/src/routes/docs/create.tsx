import { createFileRoute } from '@tanstack/react-router';
import { CreateDocumentScreen } from '../../features/documents/form/create-document-screen';
import { FormSkeleton } from '../../features/documents/form/form-skeleton';
import { Protected } from '../../shared/access/protected';
import { categoriesQuery } from '../../shared/categories/queries';

export const Route = createFileRoute('/docs/create')({
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
