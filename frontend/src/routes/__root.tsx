import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { ApplicationError } from '../shared/errors/application-error';
import { meQuery } from '../shared/session/session';
import { useSessionSync } from '../shared/session/use-session-sync';
import { Shell } from '../shared/shell/shell';

// Not part of the first load: guests have none, and readers read first.
const Bell = lazy(() => import('../features/notifications/bell'));
const loadPalette = () => import('../features/search/palette/palette');

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Started at once, beside the screen's own data; a failure is each screen's to show.
  loader: ({ context }) => context.queryClient.prefetchQuery(meQuery),
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
