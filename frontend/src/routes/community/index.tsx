import { createFileRoute } from '@tanstack/react-router';
import { CommunityScreen } from '../../features/forum/community/community-screen';
import { forumCategoriesQuery, forumStatsQuery } from '../../features/forum/queries';

export const Route = createFileRoute('/community/')({
  // Not awaited: the screen shows whether the forum can be reached.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(forumStatsQuery);
    void queryClient.prefetchQuery(forumCategoriesQuery);
  },
  component: CommunityScreen,
});
