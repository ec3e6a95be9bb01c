import { infiniteQueryOptions, type InfiniteData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { getGetModerationQueueQueryKey, getModerationQueue } from '../../../api/generated/moderation/moderation';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import type { ModerationQueueResponse } from '../../../api/generated/model/moderationQueueResponse';
import { namedCursorPaging } from '../../../shared/cursor-pages';
import { moderationQueueKey } from '../../../shared/moderation/pending-count';
import type { QueueSearch } from './search-params';

const PAGE_SIZE = 25;
const PANEL_SIZE = 3;

/** Names an entry: an item is in the queue once per reason. */
export const getEntryKey = ({ reason, id }: Pick<ModerationItemResponse, 'reason' | 'id'>): string => `${reason}-${id}`;

/** Acts on an item run one after the other: a decision would end an assignment that is not stored yet. */
export const getItemScope = ({ type, id }: Pick<ModerationItemResponse, 'type' | 'id'>) => ({
  id: `moderation ${type} ${id}`,
});

export function queueQuery({ type, reason }: Omit<QueueSearch, 'item'>) {
  const params = { type, reason, limit: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: [...getGetModerationQueueQueryKey(params), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => getModerationQueue({ ...params, cursor }, { signal }),
    ...namedCursorPaging,
  });
}

/** The first entries, for the dashboard. */
export const panelQuery = queryOptions({
  queryKey: getGetModerationQueueQueryKey({ limit: PANEL_SIZE }),
  queryFn: ({ signal }) => getModerationQueue({ limit: PANEL_SIZE }, { signal }),
});

type Pages = InfiniteData<ModerationQueueResponse>;

/** Changes the items of all cached lists of the queue. */
export function updateQueueCache(
  queryClient: QueryClient,
  change: (items: ModerationItemResponse[]) => ModerationItemResponse[],
): void {
  const update = <List extends ModerationQueueResponse>(list: List): List => ({ ...list, items: change(list.items) });
  queryClient.setQueriesData<Pages | ModerationQueueResponse>({ queryKey: moderationQueueKey }, (data) => {
    if (!data) return data;
    if ('pages' in data) return { ...data, pages: data.pages.map(update) };
    // The count has the same key prefix.
    return 'items' in data ? update(data) : data;
  });
}
