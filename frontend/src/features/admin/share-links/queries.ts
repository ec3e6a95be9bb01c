import { queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import type { ListedShareLinkResponse } from '../../../api/generated/model/listedShareLinkResponse';
import { getListShareLinksQueryKey, getListShareLinksUrl } from '../../../api/generated/sharing/sharing';

export const PAGE_SIZE = 25;

export function allShareLinksQuery(page = 1) {
  const params = { page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...getListShareLinksQueryKey(params), 'page'],
    queryFn: ({ signal }) => requestPage<ListedShareLinkResponse>(getListShareLinksUrl(params), { signal }),
  });
}
