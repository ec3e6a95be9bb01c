import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { getDocument, getGetDocumentQueryKey, getListDocumentsQueryKey } from '../../api/generated/reading/reading';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import { NetworkError } from '../../api/problem';
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

interface ShownDocument extends DocumentResponse {
  /** ISO time of the version that the browser has kept, in place of the server's */
  kept_at?: string;
}

/** Of documents that the browser has kept before they had these. */
const missingFields: Partial<DocumentResponse> = { parent_id: null, trail: [] };

/** What the browser keeps. The text that a reader has before them stays as it is. */
async function readKept(queryClient: QueryClient, queryKey: QueryKey): Promise<ShownDocument | undefined> {
  if (queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive()) return undefined;
  const { findKept } = await import('../offline/kept-documents');
  const kept = await findKept(String(queryKey.at(-1)));
  return kept && { ...missingFields, ...kept.document, kept_at: kept.keptAt };
}

/**
 * For the document's own screen: the same cache entry as {@link documentQuery}, but a fetch counts as a view, and
 * without a connection there is the version that the browser keeps.
 */
export function viewedDocumentQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: getGetDocumentQueryKey(idOrSlug),
    queryFn: async ({ client, queryKey, signal }): Promise<ShownDocument> => {
      try {
        return await getDocument(idOrSlug, undefined, { signal });
      } catch (error) {
        const kept = error instanceof NetworkError && (await readKept(client, queryKey).catch(() => undefined));
        if (!kept) throw error;
        return kept;
      }
    },
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
