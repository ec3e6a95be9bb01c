import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestPage } from '../../api/client';
import {
  getDocument,
  getGetDocumentQueryKey,
  getListDocumentsQueryKey,
  getListDocumentsUrl,
} from '../../api/generated/documents/documents';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { categoriesQuery } from '../../shared/categories/queries';
import type { DocumentStatus } from '../../api/generated/model/documentStatus';

export interface DocumentFilters {
  status?: DocumentStatus;
  category_id?: string;
}

export const PAGE_SIZE = 24;
const RESOURCE = getListDocumentsQueryKey();

export function documentsQuery(filters: DocumentFilters) {
  return infiniteQueryOptions({
    queryKey: [...RESOURCE, 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      requestPage<DocumentSummaryResponse>(getListDocumentsUrl({ ...filters, page: pageParam, limit: PAGE_SIZE }), {
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined),
  });
}

/** By id or by slug. */
export function documentQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: getGetDocumentQueryKey(idOrSlug),
    queryFn: ({ signal }) => getDocument(idOrSlug, { signal }),
  });
}

/** A saved document is the newest truth under both its names; lists and category counts are asked again. */
export async function afterSave(queryClient: QueryClient, document: DocumentResponse): Promise<void> {
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
  queryClient.setQueryData(documentQuery(document.slug).queryKey, document);
  await afterChange(queryClient);
}

export async function afterChange(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: RESOURCE }),
    queryClient.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  ]);
}
