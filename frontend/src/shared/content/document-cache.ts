import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getDocument, getGetDocumentQueryKey, getListDocumentsQueryKey } from '../../api/generated/reading/reading';
import { getListBookmarksQueryKey } from '../../api/generated/bookmarks/bookmarks';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import { categoriesQuery } from '../categories/queries';

/** The first part of the key of everything about documents. */
export const DOCUMENTS = getListDocumentsQueryKey();

/** By id or by slug. */
export function documentQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: getGetDocumentQueryKey(idOrSlug),
    queryFn: ({ signal }) => getDocument(idOrSlug, { signal }),
  });
}

/** A saved document is the newest truth under both its names; whatever shows several is asked again. */
export async function afterSave(queryClient: QueryClient, document: DocumentResponse): Promise<void> {
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
  queryClient.setQueryData(documentQuery(document.slug).queryKey, document);
  await afterChange(queryClient);
}

export async function afterChange(queryClient: QueryClient): Promise<void> {
  const shown = [DOCUMENTS, categoriesQuery.queryKey, getGetHomeQueryKey(), getListBookmarksQueryKey()];
  await Promise.all(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
