import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import {
  getListHiddenItemsQueryKey,
  getListReportsQueryKey,
  getListReportsUrl,
  listHiddenItems,
} from '../../../api/generated/moderation/moderation';
import type { ReportedType } from '../../../api/generated/model/reportedType';
import type { ReportResponse } from '../../../api/generated/model/reportResponse';
import type { ReportState } from '../../../api/generated/model/reportState';

const PAGE_SIZE = 25;

/** Key prefixes to refresh after an item was restored. */
export const reportKeys = [getListReportsQueryKey(), getListHiddenItemsQueryKey()];

export function reportsQuery(state: ReportState, type?: ReportedType) {
  const params = { state, type, limit: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: [...getListReportsQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      requestPage<ReportResponse>(getListReportsUrl({ ...params, before: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items }) => (items.length === PAGE_SIZE ? items.at(-1)?.id : undefined),
  });
}

export function hiddenItemsQuery(type?: ReportedType) {
  const params = { type, limit: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: [...getListHiddenItemsQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => listHiddenItems({ ...params, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
