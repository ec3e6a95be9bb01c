import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { getListRoleAssignmentsQueryKey } from '../../../api/generated/roles/roles';
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
  // The same people stand in the assignments of the role administration.
  await Promise.all(
    [getListUsersQueryKey(), getListRoleAssignmentsQueryKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
