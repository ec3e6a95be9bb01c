import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import { getListDocumentsUrl } from '../../../api/generated/reading/reading';
import type { DocumentSummaryResponse } from '../../../api/generated/model/documentSummaryResponse';
import type { ListDocumentsParams } from '../../../api/generated/model/listDocumentsParams';
import { DOCUMENTS_KEY } from '../../../shared/content/document-cache';

export type DocumentFilters = Pick<ListDocumentsParams, 'status' | 'category_id' | 'difficulty' | 'tag' | 'sort'>;

export const PAGE_SIZE = 24;

export function documentsQuery(filters: DocumentFilters) {
  return infiniteQueryOptions({
    queryKey: [...DOCUMENTS_KEY, 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      requestPage<DocumentSummaryResponse>(getListDocumentsUrl({ ...filters, page: pageParam, limit: PAGE_SIZE }), {
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ items, total, capped }, pages) =>
      items.length === PAGE_SIZE && (capped || pages.length * PAGE_SIZE < total) ? pages.length + 1 : undefined,
  });
}
