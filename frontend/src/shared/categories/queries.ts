import { queryOptions } from '@tanstack/react-query';
import { getListCategoriesQueryKey, listCategories } from '../../api/generated/categories/categories';

export const categoriesQuery = queryOptions({
  queryKey: getListCategoriesQueryKey(),
  queryFn: ({ signal }) => listCategories({ signal }),
  // Categories change rarely and are used on most screens.
  staleTime: 5 * 60_000,
});
