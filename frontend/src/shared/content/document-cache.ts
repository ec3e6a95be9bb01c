import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getDocument, getGetDocumentQueryKey, getListDocumentsQueryKey } from '../../api/generated/reading/reading';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import { refreshContentLists } from './content-lists';

/** The key prefix of all document queries. */
export const DOCUMENTS_KEY = getListDocumentsQueryKey();

/** For forms and previews; it does not count as a view. */
export function documentQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: getGetDocumentQueryKey(idOrSlug),
    queryFn: ({ signal }) => getDocument(idOrSlug, { count_view: false }, { signal }),
  });
}

/** For the document's own screen: the same cache entry as {@link documentQuery}, but a fetch counts as a view. */
export function viewedDocumentQuery(idOrSlug: string) {
  return queryOptions({
    ...documentQuery(idOrSlug),
    queryFn: ({ signal }) => getDocument(idOrSlug, undefined, { signal }),
  });
}

/** Caches a saved document under its id and slug and invalidates all lists. */
export async function updateDocumentCache(queryClient: QueryClient, document: DocumentResponse): Promise<void> {
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
  queryClient.setQueryData(documentQuery(document.slug).queryKey, document);
  await refreshDocumentLists(queryClient);
}

export async function refreshDocumentLists(queryClient: QueryClient): Promise<void> {
  await refreshContentLists(queryClient, DOCUMENTS_KEY);
}
