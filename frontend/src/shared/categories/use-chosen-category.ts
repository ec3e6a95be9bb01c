import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from './queries';

/** All categories, and whether the one that an address names is none of them (any more). */
export function useChosenCategory(id: string | undefined) {
  const {
    data: categories = [],
    isSuccess,
    isFetching,
  } = useQuery({
    ...categoriesQuery,
    // One that was made in the last minutes may be missing here only.
    refetchOnMount: ({ state }) => (id && state.data && !state.data.some((known) => known.id === id) ? 'always' : true),
  });
  const isGone = id !== undefined && isSuccess && !isFetching && !categories.some((known) => known.id === id);
  return { categories, isGone };
}
