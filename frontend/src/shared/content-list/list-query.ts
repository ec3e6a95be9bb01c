import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { requestPage } from '../../api/client';
import type { ListedContent } from '../content/content-kind';
import { cursorPaging } from '../cursor-pages';
import type { ListFilters } from './list-search';

const PAGE_SIZE = 24;

/**
 * Creates the query of a list.
 *
 * @param key the key prefix of all queries of the kind
 */
export function createListQuery(
  key: QueryKey,
  getUrl: (params: ListFilters & { cursor?: string | undefined; limit: number }) => string,
) {
  return (filters: ListFilters) =>
    infiniteQueryOptions({
      queryKey: [...key, 'pages', filters] as QueryKey,
      queryFn: ({ pageParam: cursor, signal }) =>
        requestPage<ListedContent>(getUrl({ ...filters, cursor, limit: PAGE_SIZE }), { signal }),
      ...cursorPaging,
    });
}

export type ListQuery = ReturnType<typeof createListQuery>;
