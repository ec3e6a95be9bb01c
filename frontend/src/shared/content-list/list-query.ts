import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { type Page, requestPage } from '../../api/client';
import type { ListedContent } from '../content/content-kind';
import type { ListFilters } from './list-search';

const PAGE_SIZE = 24;

/** The number of the page after the loaded ones, if there is one. */
function getNextPage({ items, total, capped }: Page<unknown>, pages: readonly unknown[]): number | undefined {
  return items.length === PAGE_SIZE && (capped || pages.length * PAGE_SIZE < total) ? pages.length + 1 : undefined;
}

/**
 * Creates the query of a list.
 *
 * @param key the key prefix of all queries of the kind
 */
export function createListQuery(
  key: QueryKey,
  getUrl: (params: ListFilters & { page: number; limit: number }) => string,
) {
  return (filters: ListFilters) =>
    infiniteQueryOptions({
      queryKey: [...key, 'pages', filters] as QueryKey,
      queryFn: ({ pageParam, signal }) =>
        requestPage<ListedContent>(getUrl({ ...filters, page: pageParam, limit: PAGE_SIZE }), { signal }),
      initialPageParam: 1,
      getNextPageParam: getNextPage,
    });
}

export type ListQuery = ReturnType<typeof createListQuery>;
