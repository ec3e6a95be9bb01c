import { queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import {
  getGetGroupQueryKey,
  getGroup,
  getListGroupMembersQueryKey,
  getListGroupMembersUrl,
  getListGroupsQueryKey,
  getListGroupsUrl,
} from '../../../api/generated/groups/groups';
import type { GroupMemberResponse } from '../../../api/generated/model/groupMemberResponse';
import type { GroupResponse } from '../../../api/generated/model/groupResponse';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { getListUsersQueryKey, getListUsersUrl } from '../../../api/generated/users/users';
import type { GroupsSearch } from './groups-search';

export const PAGE_SIZE = 25;
export const MEMBERS_PAGE_SIZE = 20;
const MAX_FOUND = 8;

export function groupsQuery({ q, page = 1 }: GroupsSearch) {
  const params = { q, page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListGroupsQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<GroupResponse>(getListGroupsUrl(params), { signal }),
  });
}

/** A group with what it opens. */
export const groupQuery = (id: string) =>
  queryOptions({ queryKey: getGetGroupQueryKey(id), queryFn: ({ signal }) => getGroup(id, { signal }) });

export function membersQuery(id: string, page: number) {
  const params = { page, limit: MEMBERS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListGroupMembersQueryKey(id, params), 'page'],
    queryFn: ({ signal }) => requestPage<GroupMemberResponse>(getListGroupMembersUrl(id, params), { signal }),
  });
}

/** Key prefix of the members of a group. */
export const membersKey = (id: string) => getListGroupMembersQueryKey(id);

/** Users whose name, address or handle has these words. */
export function candidatesQuery(q: string) {
  const params = { q, limit: MAX_FOUND, state: 'active' } as const;
  return queryOptions({
    queryKey: [...getListUsersQueryKey(params), 'candidates'],
    queryFn: ({ signal }) => requestPage<UserSummaryResponse>(getListUsersUrl(params), { signal }),
    enabled: q !== '',
  });
}
