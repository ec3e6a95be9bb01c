import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { getListUsersQueryKey, getListUsersUrl } from '../../../api/generated/users/users';
import type { UsersSearch } from './search-params';

export const PAGE_SIZE = 25;

export function usersQuery({ q, page = 1 }: UsersSearch) {
  const params = { q, page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListUsersQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<UserSummaryResponse>(getListUsersUrl(params), { signal }),
  });
}

export async function afterRoleChange(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: getListUsersQueryKey() });
}
