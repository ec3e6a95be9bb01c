import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import {
  getDocumentRevision,
  getGetDocumentRevisionQueryKey,
  getListDocumentRevisionsQueryKey,
  getListDocumentRevisionsUrl,
} from '../../../api/generated/documents/documents';
import type { DocumentRevisionSummaryResponse } from '../../../api/generated/model/documentRevisionSummaryResponse';

const PAGE_SIZE = 50;

export function revisionsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...getListDocumentRevisionsQueryKey(id), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      requestPage<DocumentRevisionSummaryResponse>(
        getListDocumentRevisionsUrl(id, { page: pageParam, limit: PAGE_SIZE }),
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined),
  });
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
