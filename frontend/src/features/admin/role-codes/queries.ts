import { queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import type { RoleCodeResponse } from '../../../api/generated/model/roleCodeResponse';
import { getListRoleCodesQueryKey, getListRoleCodesUrl } from '../../../api/generated/role-codes/role-codes';

export const PAGE_SIZE = 25;

/** Key prefix to invalidate after changes of role codes. */
export const roleCodesKey = getListRoleCodesQueryKey();

export function roleCodesQuery(page = 1) {
  const params = { page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListRoleCodesQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<RoleCodeResponse>(getListRoleCodesUrl(params), { signal }),
  });
}
