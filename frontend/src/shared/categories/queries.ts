import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { getListCategoriesQueryKey, listCategories } from '../../api/generated/reading/reading';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';

export const categoriesQuery = queryOptions({
  queryKey: getListCategoriesQueryKey(),
  queryFn: ({ signal }) => listCategories({ signal }),
  // Categories change rarely and are used on most screens.
  staleTime: 5 * 60_000,
});

/** Finds a category; one created recently may be missing only in the cache. */
export async function findCategory(queryClient: QueryClient, id: string): Promise<CategoryResponse | undefined> {
  const isIt = (category: CategoryResponse) => category.id === id;
  const known = await queryClient.ensureQueryData(categoriesQuery);
  return known.find(isIt) ?? (await queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 })).find(isIt);
}

/** All categories, and whether the category in the URL is missing among them. */
export function useSelectedCategory(id: string | undefined) {
  const {
    data: categories = [],
    isSuccess,
    isFetching,
  } = useQuery({
    ...categoriesQuery,
    // A category created recently may be missing only in the cache.
    refetchOnMount: ({ state }) => (id && state.data && !state.data.some((known) => known.id === id) ? 'always' : true),
  });
  const isMissing = id !== undefined && isSuccess && !isFetching && !categories.some((known) => known.id === id);
  return { categories, isMissing };
}
