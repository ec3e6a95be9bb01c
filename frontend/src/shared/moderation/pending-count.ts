import { queryOptions } from '@tanstack/react-query';
import {
  getGetModerationCountQueryKey,
  getGetModerationQueueQueryKey,
  getModerationCount,
} from '../../api/generated/moderation/moderation';

/** Key prefix of the queue and its count. */
export const moderationQueueKey = getGetModerationQueueQueryKey();

const REFRESH_MS = 60_000;

/** The number of items that wait. Notifications refresh it at once, the interval covers changes without one. */
export const pendingCountQuery = queryOptions({
  queryKey: getGetModerationCountQueryKey(),
  queryFn: ({ signal }) => getModerationCount({ signal }),
  refetchInterval: REFRESH_MS,
});
