import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { apiUrl } from './api/client';
import './styles/layers.css';
import { colorSchemeManager } from './shared/shell/color-scheme';
import { cspNonce } from './lib/page';
import { ROOT_ID } from './lib/page-ids';
import { createAppRouter } from './router';
import { ConfigurationError } from './shared/errors/error-screens';
import { createQueryClient } from './shared/query-client';
// Mantine's styles are imported per component: the complete sheet is five times what a reading page needs.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './styles/base.css';
import { cssVariables, theme } from './theme';

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
