import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/home-screen';
import { HomeSkeleton } from '../features/home/home-skeleton';
import { homeQuery } from '../features/home/queries';

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(homeQuery),
  component: HomeScreen,
  pendingComponent: HomeSkeleton,
});
