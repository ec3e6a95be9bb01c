import { infiniteQueryOptions } from '@tanstack/react-query';
import { listTreeLevel } from '../../api/generated/categories/categories';
import type { TreeItemResponse } from '../../api/generated/model/treeItemResponse';
import type { TreeLevelResponse } from '../../api/generated/model/treeLevelResponse';
import { PAGE_TREE_KEY } from '../content/page-queries';
import { getUniqueItems, namedCursorPaging } from '../cursor-pages';

export type TreeItem = TreeItemResponse;

const PAGE_SIZE = 100;

/**
 * A level of the tree of a category.
 *
 * @param parentId null for the root level
 */
export const treeLevelQuery = (categoryId: string, parentId: string | null) =>
  infiniteQueryOptions({
    queryKey: [...PAGE_TREE_KEY, categoryId, parentId] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      listTreeLevel(
        categoryId,
        { limit: PAGE_SIZE, ...(cursor && { cursor }), ...(parentId && { parent_id: parentId }) },
        { signal },
      ),
    ...namedCursorPaging,
  });

export const getLevelItems = (pages: readonly TreeLevelResponse[]): TreeItem[] =>
  getUniqueItems(
    pages.map(({ items }) => items),
    ({ id }) => id,
  );
