import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/layers.css';
import { apiUrl } from './api/client';
import { cspNonce } from './lib/page';
import { ROOT_ID } from '@hub/shared/pages';
import { parseSearch, stringifySearch } from './lib/search-params';
import { useSiteSettings } from './lib/site-settings';
import { routeTree } from './routeTree.gen';
import { ConfigurationError, NotFound, RouteError } from './shared/errors/error-screens';
import { createQueryClient } from './shared/query-client';
import { colorSchemeManager, printInLightColors } from './shared/shell/color-scheme';
// Mantine's styles are imported per component: the complete sheet is five times what a reading page needs.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './styles/base.css';
import { createHubTheme } from './theme';
import { ScreenSkeleton } from './ui/skeleton';

function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides about freshness.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 250,
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

printInLightColors();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

const root = document.getElementById(ROOT_ID);
if (!root) throw new Error(`The page has no #${ROOT_ID}`);

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

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        {apiUrl === '' ? <ConfigurationError /> : <RouterProvider router={router} />}
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
);
