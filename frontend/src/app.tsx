import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useMemo } from 'react';
import './styles/layers.css';
import { apiUrl } from './api/client';
import { cspNonce } from './lib/page';
import { parseSearch, stringifySearch } from './lib/search-params';
import { useSiteSettings } from './lib/site-settings';
import { routeTree } from './routeTree.gen';
import { ConfigurationError, NotFound, RouteError } from './shared/errors/error-screens';
import { colorSchemeManager } from './shared/shell/color-scheme';
// Mantine's styles are imported per component: the complete sheet is five times what a reading page needs.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './styles/base.css';
import { createHubTheme } from './theme';
import { ScreenSkeleton } from './ui/skeleton';

/** Screens that load faster show no skeleton. */
export const PENDING_MS = 150;

/** @param history of the page that the server renders; absent in browsers */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides about freshness.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 250,
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    // It would be an inline script of the server.
    scrollRestoration: !history,
  });
}

type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** The theme in the accent color of the hub. */
function ThemeProvider({ children }: { children: ReactNode }) {
  const { accent } = useSiteSettings();
  const themeProps = useMemo(() => createHubTheme(accent), [accent]);
  return (
    <MantineProvider
      {...themeProps}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => cspNonce}
    >
      {children}
    </MantineProvider>
  );
}

export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  return (
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          {apiUrl === '' ? <ConfigurationError /> : <RouterProvider router={router} />}
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>
  );
}
