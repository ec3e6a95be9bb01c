import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getListAuditLogQueryKey, listAuditLog } from '../../../api/generated/administration/administration';
import { type AuditSearch, toFilterParams } from './search-params';

export function auditLogQuery(search: AuditSearch) {
  const params = { ...toFilterParams(search), before: search.before, after: search.after };
  return queryOptions({
    queryKey: getListAuditLogQueryKey(params),
    queryFn: ({ signal }) => listAuditLog(params, { signal }),
    placeholderData: keepPreviousData,
    // New entries come at any time.
    staleTime: 0,
  });
}
