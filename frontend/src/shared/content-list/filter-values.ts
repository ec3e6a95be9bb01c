import { queryOptions } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { getListFilterValuesQueryKey, listFilterValues } from '../../api/generated/documents/documents';

/** The values of the filters of a list that match something. */
export function filterValuesQuery(type: ContentKind) {
  const params = { type };
  return queryOptions({
    queryKey: getListFilterValuesQueryKey(params),
    queryFn: ({ signal }) => listFilterValues(params, { signal }),
  });
}
