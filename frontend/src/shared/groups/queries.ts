import { queryOptions } from '@tanstack/react-query';
import { getListGroupsQueryKey, listGroups } from '../../api/generated/groups/groups';

/** Key prefix to invalidate after changes of groups. */
export const groupsKey = getListGroupsQueryKey();

const MAX_OPTIONS = 10;
const MAX_FILTERS = 200;

/** The first groups that match what was typed. */
export function groupOptionsQuery(q: string) {
  const params = { ...(q && { q }), limit: MAX_OPTIONS };
  return queryOptions({
    queryKey: getListGroupsQueryKey(params),
    queryFn: ({ signal }) => listGroups(params, { signal }),
  });
}

/** The groups that a filter offers. */
export const groupFilterQuery = queryOptions({
  queryKey: getListGroupsQueryKey({ limit: MAX_FILTERS }),
  queryFn: ({ signal }) => listGroups({ limit: MAX_FILTERS }, { signal }),
});
