import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import {
  getDocumentRevision,
  getGetDocumentRevisionQueryKey,
  getListDocumentRevisionsQueryKey,
  listDocumentRevisions,
} from '../../api/generated/documents/documents';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import type { DocumentRevisionSummaryResponse } from '../../api/generated/model/documentRevisionSummaryResponse';
import { review as text } from '../../messages/review';
import { LoadError } from '../../shared/errors/load-error';
import { useSession } from '../../shared/session/session';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';

const DocumentDiff = lazy(() => import('./compare/document-diff'));

export function LazyDocumentDiff(props: ComponentProps<typeof DocumentDiff>) {
  return (
    <Suspense fallback={<SkeletonItem height="8rem" />}>
      <DocumentDiff {...props} />
    </Suspense>
  );
}

/** Loads a revision by its version, or by its id if it has no version. */
export function revisionQuery(id: string, which: number | string) {
  return queryOptions({
    queryKey: getGetDocumentRevisionQueryKey(id, String(which)),
    queryFn: ({ signal }) => getDocumentRevision(id, String(which), { signal }),
    // Stored revisions are immutable.
    staleTime: Infinity,
  });
}

const LATEST = 20;

interface LastReview {
  /** The revision with the text that was reviewed, the note and the reviewer. */
  review: DocumentRevisionSummaryResponse;
  /** "Changes since your last review", or since that of another reviewer. */
  changesLabel: string;
}

/** The user's own last review of a document in a further round, else the last one; undefined in the first round. */
export function useLastReview(document: DocumentResponse): LastReview | undefined {
  const { user } = useSession();
  // Without its history the document can still be reviewed.
  const { data: revisions } = useQuery({
    queryKey: getListDocumentRevisionsQueryKey(document.id, { limit: LATEST }),
    queryFn: ({ signal }) => listDocumentRevisions(document.id, { limit: LATEST }, { signal }),
  });
  const reviews = revisions?.filter(({ reviewed_at, version }) => reviewed_at && version !== document.version) ?? [];
  const own = reviews.find(({ reviewer_id }) => reviewer_id === user?.id);
  const review = own ?? reviews[0];
  return review && { review, changesLabel: own ? text.changesSinceYours : text.changesSinceLast };
}

/** The text now, compared with that of the review. */
export function ChangesSinceReview({ document, review }: { document: DocumentResponse } & Pick<LastReview, 'review'>) {
  const { data, error, refetch } = useQuery(revisionQuery(document.id, review.version ?? review.id));
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton>
        <SkeletonItem height="12rem" />
      </Skeleton>
    );
  }
  return (
    <LazyDocumentDiff
      before={data.snapshot}
      after={document}
      beforeLabel={text.lastReviewed}
      afterLabel={text.submitted}
    />
  );
}
