import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ROOT_ID } from '@hub/shared/pages';
import { readToken } from './api/token';
import { App, createAppRouter, PENDING_MS } from './app';
import { createQueryClient } from './shared/query-client';
import { setHydrating } from './lib/hydration';
import { printInLightColors } from './shared/shell/color-scheme';

/** The server has chosen the language, and guests keep it. */
function removeLanguageFromAddress(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has('lang')) return;
  url.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', url);
}

removeLanguageFromAddress();
printInLightColors();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const app = <App router={router} queryClient={queryClient} />;

const root = document.getElementById(ROOT_ID);
if (!root) throw new Error(`The page has no #${ROOT_ID}`);

/** @returns whether everything is there that the first render needs */
async function tryToLoad(load: () => Promise<void>): Promise<boolean> {
  setHydrating(true);
  try {
    await load();
    // For queries that the loader does not wait for.
    await new Promise((resolve) => setTimeout(resolve));
    return router.state.matches.every(({ status }) => status !== 'error');
  } catch {
    return false;
  } finally {
    setHydrating(false);
  }
}

/** Resolves with the next sign of a connection or of the reader. */
function waitForSign(): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const stop = () => {
      waiting.abort();
      resolve();
    };
    for (const type of ['online', 'click', 'keydown']) window.addEventListener(type, stop, { signal: waiting.signal });
  });
}

/**
 * Takes over what the server rendered. The data, which are part of the page, and the screen are loaded first, so that
 * the first render equals the server's. Until that succeeds, its HTML stays: it can be read, and its links work.
 */
async function hydrate(container: HTMLElement): Promise<void> {
  const { href } = router.latestLocation;
  // As on the server: without a Suspense boundary around the screen, and without a pending screen.
  router.ssr = { manifest: undefined };
  router.options.defaultPendingMs = Infinity;
  let isLoaded = await tryToLoad(() => router.load());
  while (!isLoaded) {
    await waitForSign();
    isLoaded = await tryToLoad(() => router.invalidate());
  }
  router.options.defaultPendingMs = PENDING_MS;
  // The address has led to another page, such as that of a missing thread.
  if (router.latestLocation.href !== href) createRoot(container).render(app);
  // In steps, so that the page stays responsive.
  else startTransition(() => void hydrateRoot(container, app));
}

// The server renders for guests; a browser may have a token without the cookie. Not a top-level await, because the
// module of the screen waits for this one.
// A notice, such as that of an unavailable hub, is replaced.
if (root.hasChildNodes() && !('notice' in root.dataset) && readToken() === null) void hydrate(root);
else createRoot(root).render(app);

const startWorker = () =>
  void import('./features/offline/start-worker').then(({ startWorker: start }) => start(queryClient));
// Last, because no reader waits for it. Browsers offer it on https only.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') startWorker();
  else window.addEventListener('load', startWorker);
}
