import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../../api/client';
import {
  getListHiddenItemsQueryKey,
  getListReportsQueryKey,
  getListReportsUrl,
  listHiddenItems,
} from '../../../../api/generated/moderation/moderation';
import type { ReportedType } from '../../../../api/generated/model/reportedType';
import type { ReportResponse } from '../../../../api/generated/model/reportResponse';
import type { ReportState } from '../../../../api/generated/model/reportState';
import { cursorPaging, namedCursorPaging } from '../../../../shared/cursor-pages';

const PAGE_SIZE = 25;

/** Key prefixes to refresh after an item was restored. */
export const reportKeys = [getListReportsQueryKey(), getListHiddenItemsQueryKey()];

export function reportsQuery(state: ReportState, type?: ReportedType) {
  const params = { state, type, limit: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: [...getListReportsQueryKey(params), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      requestPage<ReportResponse>(getListReportsUrl({ ...params, cursor }), { signal }),
    ...cursorPaging,
  });
}

/** Only the number of open reports. */
export const openReportsCountQuery = queryOptions({
  queryKey: [...getListReportsQueryKey({ state: 'open', limit: 1 }), 'count'],
  queryFn: ({ signal }) => requestPage<ReportResponse>(getListReportsUrl({ state: 'open', limit: 1 }), { signal }),
  select: ({ total, capped }) => ({ total, capped }),
});

export function hiddenItemsQuery(type?: ReportedType) {
  const params = { type, limit: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: [...getListHiddenItemsQueryKey(params), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => listHiddenItems({ ...params, cursor }, { signal }),
    ...namedCursorPaging,
  });
}
