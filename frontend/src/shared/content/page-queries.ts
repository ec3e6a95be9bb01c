import { queryOptions } from '@tanstack/react-query';
import { getNeighbours } from '../../api/generated/reading/reading';
import type { ContentKind } from '../../api/generated/model/contentKind';

/** The key prefixes of all levels of trees, and of the pages before and after each other. */
export const PAGE_TREE_KEY = ['page-tree'] as const;
export const NEIGHBOURS_KEY = ['page-neighbours'] as const;

/** The pages before and after an item. Not retried, because a page that is read without a connection waits for it. */
export const neighboursQuery = (type: ContentKind, id: string) =>
  queryOptions({
    queryKey: [...NEIGHBOURS_KEY, type, id],
    queryFn: ({ signal }) => getNeighbours(type, id, { signal }),
    retry: false,
  });
