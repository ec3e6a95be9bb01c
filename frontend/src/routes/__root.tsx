import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { ApplicationError } from '../shared/errors/application-error';
import { meQuery } from '../shared/session/session';
import { useSessionSync } from '../shared/session/use-session-sync';
import { Shell } from '../shared/shell/shell';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Started at once, beside the screen's own data; a failure is each screen's to show.
  loader: ({ context }) => context.queryClient.prefetchQuery(meQuery),
  component: Root,
  errorComponent: ApplicationError,
});

function Root() {
  useSessionSync();
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
