import { queryOptions } from '@tanstack/react-query';
import { getListDocumentsQueryKey, listDocuments } from '../../api/generated/reading/reading';

const RECENT = { limit: 3 };

export const recentDocumentsQuery = queryOptions({
  queryKey: getListDocumentsQueryKey(RECENT),
  queryFn: ({ signal }) => listDocuments(RECENT, { signal }),
});
