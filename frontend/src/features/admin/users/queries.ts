import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import type { InvitationResponse } from '../../../api/generated/model/invitationResponse';
import type { ListUsersParams } from '../../../api/generated/model/listUsersParams';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { getListRoleAssignmentsQueryKey } from '../../../api/generated/roles/roles';
import {
  getListInvitationsQueryKey,
  getListInvitationsUrl,
  getListUsersQueryKey,
  getListUsersUrl,
} from '../../../api/generated/users/users';
import { refreshQueries } from '../../../shared/query-client';
import type { UsersSearch, UserSortOption } from './users-search';

export const PAGE_SIZE = 25;

const sortParams: Record<UserSortOption, Pick<ListUsersParams, 'sort' | 'order'>> = {
  newest: {},
  oldest: { sort: 'joined', order: 'asc' },
  name: { sort: 'name' },
  email: { sort: 'email' },
  role: { sort: 'role' },
  last_login: { sort: 'last_login' },
};

/** The filters and the order of a search, without its page. */
export const toListParams = ({ q, role, group, state, sort = 'newest' }: UsersSearch): ListUsersParams => ({
  q,
  role,
  group,
  state,
  ...sortParams[sort],
});

export function usersQuery({ page = 1, ...search }: UsersSearch) {
  const params = { ...toListParams(search), page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListUsersQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<UserSummaryResponse>(getListUsersUrl(params), { signal }),
  });
}

/** Key prefix to invalidate after changes of invitations. */
export const invitationsKey = getListInvitationsQueryKey();

export function invitationsQuery({ page = 1 }: UsersSearch) {
  const params = { page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListInvitationsQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<InvitationResponse>(getListInvitationsUrl(params), { signal }),
  });
}

export async function refreshUserQueries(queryClient: QueryClient): Promise<void> {
  // The role administration lists the same users.
  await refreshQueries(queryClient, getListUsersQueryKey(), getListRoleAssignmentsQueryKey());
}
