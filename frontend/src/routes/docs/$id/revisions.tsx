import { createFileRoute, notFound } from '@tanstack/react-router';
import { hasStatus } from '../../../api/problem';
import { revisionsQuery } from '../../../features/documents/revisions/queries';
import { RevisionsScreen } from '../../../features/documents/revisions/revisions-screen';
import { revisionsSearch } from '../../../features/documents/revisions/search-params';
import { DocumentNotFound, RevisionsSkeleton } from '../../../features/documents/screen-states';
import { Protected } from '../../../shared/access/protected';
import { documentQuery } from '../../../shared/content/document-cache';
import { currentUserQuery } from '../../../shared/session/session';

export const Route = createFileRoute('/docs/$id/revisions')({
  validateSearch: revisionsSearch,
  loader: async ({ context: { queryClient }, params }) => {
    // The screen redirects guests, whose request would be rejected.
    if (!(await queryClient.ensureQueryData(currentUserQuery).catch(() => null))) return;
    try {
      const document = await queryClient.ensureQueryData(documentQuery(params.id));
      await queryClient.fetchInfiniteQuery(revisionsQuery(document.id));
    } catch (error) {
      throw hasStatus(error, 404) ? notFound() : error;
    }
  },
  component: Revisions,
  pendingComponent: RevisionsSkeleton,
  notFoundComponent: DocumentNotFound,
});

function Revisions() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  return (
    <Protected pending={<RevisionsSkeleton />}>
      <RevisionsScreen id={id} search={search} />
    </Protected>
  );
}
