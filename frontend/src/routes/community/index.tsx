import { createFileRoute } from '@tanstack/react-router';
import { CommunityScreen } from '../../features/forum/community/community-screen';
import { communitySearch } from '../../features/forum/community/search-params';
import { forumCategoriesQuery, forumStatsQuery, threadOverviewQuery } from '../../features/forum/queries';

export const Route = createFileRoute('/community/')({
  validateSearch: communitySearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows whether the forum can be reached.
  loader: ({ context: { queryClient }, deps: { filter } }) => {
    void queryClient.prefetchQuery(forumStatsQuery);
    void queryClient.prefetchQuery(forumCategoriesQuery);
    void queryClient.prefetchInfiniteQuery(threadOverviewQuery(filter));
  },
  component: Community,
});

function Community() {
  return <CommunityScreen search={Route.useSearch()} />;
}
