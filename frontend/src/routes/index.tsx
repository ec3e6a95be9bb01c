import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/home-screen';
import { HomeSkeleton } from '../features/home/home-skeleton';
import { homeQuery } from '../features/home/queries';
import { RecentThreads } from './-recent-threads';

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(homeQuery),
      import('./-home-sections').then((sections) => sections.prefetchHomeSections(queryClient)).catch(() => undefined),
    ]),
  component: Home,
  pendingComponent: HomeSkeleton,
});

function Home() {
  return <HomeScreen threads={<RecentThreads />} />;
}
