import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/layers.css';
import { apiUrl } from './api/client';
import { cspNonce } from './lib/page';
import { ROOT_ID } from './lib/page-ids';
import { routeTree } from './routeTree.gen';
import { ConfigurationError, NotFound, RouteError } from './shared/errors/error-screens';
import { createQueryClient } from './shared/query-client';
import { colorSchemeManager, printInLightColors } from './shared/shell/color-scheme';
// Mantine's styles are imported per component: the complete sheet is five times what a reading page needs.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './styles/base.css';
import { cssVariables, theme } from './theme';
import { ScreenSkeleton } from './ui/skeleton';

function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
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

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        {apiUrl === '' ? <ConfigurationError /> : <RouterProvider router={router} />}
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
