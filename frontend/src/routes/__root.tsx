import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect, useLocation } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { RETURN_PARAMETER, SIGN_IN_PATH } from '@hub/shared/pages';
import { messages } from '../messages/common';
import { ApplicationError } from '../shared/errors/error-screens';
import { currentUserQuery, isClosedPage, useSessionSync } from '../shared/session/session';
import { InlineVideo } from '../shared/link-targets/inline-video';
import { closeSignInRequest, useSignInRequest } from '../shared/session/sign-in-request';
import { GuestShell, Shell } from '../shared/shell/shell';
import { alert } from '../ui/dialogs/dialogs';
import { LazyBoundary } from '../ui/lazy';

// Excluded from the first load: guests need neither, and members need the page first.
const Bell = lazy(() => import('../features/notifications/bell'));
// Once the reader plays a video inside of a text.
const VideoInText = lazy(() => import('../features/videos/inline/inline-video'));
const loadPalette = () => import('../features/search/palette/palette');

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient }, location: { pathname, href } }) => {
    if (!(await isClosedPage(queryClient, pathname))) return;
    throw redirect({ to: SIGN_IN_PATH, search: href === '/' ? {} : { [RETURN_PARAMETER]: href } });
  },
  // Fetched in parallel with the screen's data; each screen handles its failure.
  loader: ({ context }) => context.queryClient.prefetchQuery(currentUserQuery),
  component: Root,
  errorComponent: ApplicationError,
});

const SignInDialog = lazy(() => import('../features/auth/sign-in-dialog'));

/** Takes the place of the dialog when it cannot be loaded. */
function SignInUnavailable() {
  useEffect(() => {
    closeSignInRequest();
    void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
  }, []);
  return null;
}

function Root() {
  useSessionSync();
  const signInRequest = useSignInRequest();
  const place = useLocation({ select: ({ pathname }) => /^\/(?:embed|s)(?=\/)/.exec(pathname)?.[0] });
  // A page in a frame of another one, which has the shell.
  if (place === '/embed') return <Outlet />;
  if (place === '/s')
    return (
      <GuestShell>
        <Outlet />
      </GuestShell>
    );
  return (
    <Shell bell={(userId) => <Bell key={userId} userId={userId} />} palette={loadPalette}>
      <InlineVideo value={VideoInText}>
        <Outlet />
      </InlineVideo>
      {signInRequest && (
        <LazyBoundary errorFallback={<SignInUnavailable />}>
          <SignInDialog request={signInRequest} />
        </LazyBoundary>
      )}
    </Shell>
  );
}
