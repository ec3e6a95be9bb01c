import { queryOptions } from '@tanstack/react-query';
import { getListDocumentsQueryKey, listDocuments } from '../../api/generated/documents/documents';

const RECENT = { limit: 3 };

export const recentDocumentsQuery = queryOptions({
  queryKey: getListDocumentsQueryKey(RECENT),
  queryFn: ({ signal }) => listDocuments(RECENT, { signal }),
});
