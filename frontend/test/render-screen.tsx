import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { beforeEach } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { OwnUserResponse } from '../src/api/generated/model/ownUserResponse';
import { storeToken } from '../src/api/token';
import { parseSearch, stringifySearch } from '../src/lib/search-params';
import { createQueryClient } from '../src/shared/query-client';
import { currentUserQuery } from '../src/shared/session/session';
import { useSessionSync } from '../src/shared/session/session';
import { closeSignInRequest } from '../src/shared/session/sign-in-request';
import { DialogHost } from '../src/ui/dialogs/dialog-host';
import { dialogStore } from '../src/ui/dialogs/dialogs';
import { ToastHost } from '../src/ui/toast/toast';

interface ScreenOptions {
  /** The signed-in user; a guest if absent. */
  user?: OwnUserResponse;
  /** The path of the screen; other paths are empty pages. */
  path?: string;
  /** Of the address, with `?`. */
  search?: string;
  /** Of the address, with `#`. */
  hash?: string;
}

function App() {
  useSessionSync();
  return (
    <>
      <Outlet />
      <DialogHost />
      <ToastHost />
    </>
  );
}

/** Renders a screen as the app does: with router, session, dialogs and toasts. */
export async function renderScreen(
  screen: ReactNode,
  { user, path = '/', search = '', hash = '' }: ScreenOptions = {},
) {
  const queryClient = createQueryClient();
  if (user) storeToken('token');
  queryClient.setQueryData(currentUserQuery.queryKey, user ?? null);

  const root = createRootRoute({ component: App });
  const getParentRoute = () => root;
  const routeTree = root.addChildren([
    createRoute({ getParentRoute, path, component: () => screen }),
    createRoute({ getParentRoute, path: '$', component: () => null }),
  ]);
  const history = createMemoryHistory({ initialEntries: [path + search + hash] });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  // Screens may suspend at once, which React supports in tests only in an awaited `act`.
  await act(async () => {
    await router.load();
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    );
  });
  return {
    queryClient,
    getPath: () => router.state.location.pathname,
    getHash: () => router.state.location.hash,
  };
}

/** Dialogs and toasts are of the page, which tests share. A request of the one before may have ended after it. */
beforeEach(() => {
  for (const request of dialogStore.getSnapshot()) if (request.kind !== 'progress') request.resolve(false);
  notifications.clean();
  closeSignInRequest();
});
