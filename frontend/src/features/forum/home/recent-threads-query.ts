import { queryOptions } from '@tanstack/react-query';
import { getListAllThreadsQueryKey, listAllThreads } from '../../../api/generated/forum/forum';

const MAX_THREADS = 5;

/** The latest threads, of all categories or about the items of one. */
export function recentThreadsQuery(aboutCategoryId?: string) {
  const params = { limit: MAX_THREADS, ...(aboutCategoryId && { about_category_id: aboutCategoryId }) };
  return queryOptions({
    queryKey: getListAllThreadsQueryKey(params),
    queryFn: ({ signal }) => listAllThreads(params, { signal }),
  });
}
