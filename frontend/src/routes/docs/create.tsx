import { createFileRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { CreateDocumentScreen } from '../../features/documents/form/create-document-screen';
import { FormSkeleton } from '../../features/documents/form/form-skeleton';
import { Protected } from '../../shared/access/protected';
import { categoriesQuery } from '../../shared/categories/queries';

export const Route = createFileRoute('/docs/create')({
  // The document this form has become by saving.
  validateSearch: z.object({ saved: z.catch(z.optional(z.guid()), undefined) }),
  beforeLoad: ({ search, cause }) => {
    if (search.saved && cause === 'enter') {
      throw redirect({ to: '/docs/$id/edit', params: { id: search.saved }, replace: true });
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
