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
import { roleStylesKey } from '../../../shared/roles/role-badge';
import { currentUserQuery } from '../../../shared/session/session';
import { refreshQueries } from '../../../shared/query-client';

export const ASSIGNMENTS_PAGE_SIZE = 25;

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

/** The search in the URL. */
export interface AssignmentsSearch {
  q?: string;
  page?: number;
}

export function assignmentsQuery({ q, page = 1 }: AssignmentsSearch) {
  const params = { q, page, limit: ASSIGNMENTS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListRoleAssignmentsQueryKey(params), 'page'],
    queryFn: ({ signal }) =>
      requestNamedPage<UserSummaryResponse>(getListRoleAssignmentsUrl(params), 'users', { signal }),
  });
}

const affectedKeys = [
  displayQuery.queryKey,
  rolePermissionsQuery.queryKey,
  stylesQuery.queryKey,
  rolesQuery.queryKey,
  roleStylesKey,
  getListRoleAssignmentsQueryKey(),
  getListUsersQueryKey(),
  // The user's own permissions may have changed with the role.
  currentUserQuery.queryKey,
];

/** Refreshes all queries that depend on roles. */
export async function refreshRoleQueries(queryClient: QueryClient): Promise<void> {
  await refreshQueries(queryClient, ...affectedKeys);
}
