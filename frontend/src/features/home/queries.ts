import { queryOptions } from '@tanstack/react-query';
import { getGetHomeQueryKey, getHome } from '../../api/generated/home/home';

/** All content of the home page in one response. */
export const homeQuery = queryOptions({
  queryKey: getGetHomeQueryKey(),
  queryFn: ({ signal }) => getHome({ signal }),
});
