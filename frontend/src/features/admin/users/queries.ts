import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { getListRoleAssignmentsQueryKey } from '../../../api/generated/roles/roles';
import { getListUsersQueryKey, getListUsersUrl } from '../../../api/generated/users/users';
import { refreshQueries } from '../../../shared/query-client';

export const PAGE_SIZE = 25;

/** The search in the URL. */
export interface UsersSearch {
  q?: string;
  page?: number;
}

export function usersQuery({ q, page = 1 }: UsersSearch) {
  const params = { q, page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListUsersQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<UserSummaryResponse>(getListUsersUrl(params), { signal }),
  });
}

export async function refreshUserQueries(queryClient: QueryClient): Promise<void> {
  // The role administration lists the same users.
  await refreshQueries(queryClient, getListUsersQueryKey(), getListRoleAssignmentsQueryKey());
}
