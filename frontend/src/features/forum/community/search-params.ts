import { ThreadFilter } from '../../../api/generated/model/threadFilter';
import { createSearchParser } from '../../../lib/search-params';

export const threadFilters = Object.values(ThreadFilter);

/** Which threads the home of the forum lists, in the URL; the latest ones if absent. */
export const communitySearch = createSearchParser({
  filter: (raw) => threadFilters.find((filter) => filter === raw && filter !== 'latest'),
});

export type CommunitySearch = ReturnType<typeof communitySearch>;
