import { queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import { getListAllApiTokensQueryKey, getListAllApiTokensUrl } from '../../../api/generated/api-tokens/api-tokens';
import type { UserApiTokenResponse } from '../../../api/generated/model/userApiTokenResponse';

export const PAGE_SIZE = 25;

export function allTokensQuery(page = 1) {
  const params = { page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListAllApiTokensQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<UserApiTokenResponse>(getListAllApiTokensUrl(params), { signal }),
  });
}
