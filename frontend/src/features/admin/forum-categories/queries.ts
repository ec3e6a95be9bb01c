import { queryOptions } from '@tanstack/react-query';
import {
  getGetForumStatsQueryKey,
  getListForumCategoriesQueryKey,
  listForumCategories,
} from '../../../api/generated/forum/forum';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';

const params = { hierarchical: true };

/** The top-level categories with their subcategories. */
export const forumTreeQuery = queryOptions({
  queryKey: getListForumCategoriesQueryKey(params),
  queryFn: ({ signal }) => listForumCategories(params, { signal }),
});

/** What a change of a category changes: the tree, the lists of the forum and its totals. */
export const changedKeys = [getListForumCategoriesQueryKey(), getGetForumStatsQueryKey()] as const;

/** The categories of a tree, each followed by those below it. */
export const flattenTree = (tree: readonly ForumCategoryResponse[]): ForumCategoryResponse[] =>
  tree.flatMap((category) => [category, ...flattenTree(category.subcategories)]);
