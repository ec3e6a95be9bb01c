import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/home-screen';
import { HomeSkeleton } from '../features/home/home-skeleton';
import { recentDocumentsQuery } from '../features/home/queries';
import { categoriesQuery } from '../shared/categories/queries';

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(recentDocumentsQuery), queryClient.ensureQueryData(categoriesQuery)]),
  component: HomeScreen,
  pendingComponent: HomeSkeleton,
});
