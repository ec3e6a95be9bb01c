import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestNamedPage } from '../../../api/client';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import {
  getGetRoleDisplaySettingsQueryKey,
  getListCustomRolesQueryKey,
  getListPermissionsQueryKey,
  getListRoleAssignmentsQueryKey,
  getListRoleAssignmentsUrl,
  getListRolePermissionsQueryKey,
  getListRoleStylingQueryKey,
  getRoleDisplaySettings,
  listCustomRoles,
  listPermissions,
  listRolePermissions,
  listRoleStyling,
} from '../../../api/generated/roles/roles';
import { getListUsersQueryKey } from '../../../api/generated/users/users';
import { publicStylesKey } from '../../../shared/people/role-styles';
import { meQuery } from '../../../shared/session/session';
import type { RolesSearch } from './search-params';

export const ASSIGNMENTS_PAGE = 25;

export const displayQuery = queryOptions({
  queryKey: getGetRoleDisplaySettingsQueryKey(),
  queryFn: ({ signal }) => getRoleDisplaySettings({ signal }),
});

export const permissionsQuery = queryOptions({
  queryKey: getListPermissionsQueryKey(),
  queryFn: ({ signal }) => listPermissions({ signal }),
  staleTime: Infinity,
});

export const rolePermissionsQuery = queryOptions({
  queryKey: getListRolePermissionsQueryKey(),
  queryFn: ({ signal }) => listRolePermissions({ signal }),
});

export const stylesQuery = queryOptions({
  queryKey: getListRoleStylingQueryKey(),
  queryFn: ({ signal }) => listRoleStyling({ signal }),
});

export const rolesQuery = queryOptions({
  queryKey: getListCustomRolesQueryKey(),
  queryFn: ({ signal }) => listCustomRoles({ signal }),
});

export function assignmentsQuery({ q, page = 1 }: RolesSearch) {
  const params = { q, page, limit: ASSIGNMENTS_PAGE };
  return queryOptions({
    queryKey: [...getListRoleAssignmentsQueryKey(params), 'page'],
    queryFn: ({ signal }) =>
      requestNamedPage<UserSummaryResponse>(getListRoleAssignmentsUrl(params), 'users', { signal }),
  });
}

const concerned = [
  displayQuery.queryKey,
  rolePermissionsQuery.queryKey,
  stylesQuery.queryKey,
  rolesQuery.queryKey,
  publicStylesKey,
  getListRoleAssignmentsQueryKey(),
  getListUsersQueryKey(),
  // What one may do oneself may have changed with the role.
  meQuery.queryKey,
];

/** After any act on roles; one concerns what several screens show. */
export async function afterRolesChange(queryClient: QueryClient): Promise<void> {
  await Promise.all(concerned.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
