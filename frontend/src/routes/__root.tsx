import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { ApplicationError } from '../shared/errors/error-screens';
import { currentUserQuery, useSessionSync } from '../shared/session/session';
import { Shell } from '../shared/shell/shell';

// Excluded from the first load: guests need neither, and members need the page first.
const Bell = lazy(() => import('../features/notifications/bell'));
const loadPalette = () => import('../features/search/palette/palette');

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Fetched in parallel with the screen's data; each screen handles its failure.
  loader: ({ context }) => context.queryClient.prefetchQuery(currentUserQuery),
  component: Root,
  errorComponent: ApplicationError,
});

function Root() {
  useSessionSync();
  return (
    <Shell bell={(userId) => <Bell key={userId} userId={userId} />} palette={loadPalette}>
      <Outlet />
    </Shell>
  );
}
