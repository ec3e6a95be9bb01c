import { text } from 'node:stream/consumers';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerenderToNodeStream } from 'react-dom/static';
import { awaitResponses } from './api/server-requests';
import { App, createAppRouter } from './app';
import type { RenderedPage } from './entry-server';
import { markdownIsReady, TextTooLong } from './features/markdown/markdown-on-server';
import { readSiteSettings, setSiteSettings } from './lib/site-settings';
import { createQueryClient } from './shared/query-client';

const getPath = (url: string): string => url.split('?', 1)[0] ?? '';

async function loadPage(url: string) {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [url] }));
  await router.load();
  const result = router._serverResult;
  if (result?.type === 'render') {
    const matches: readonly { routeId: string; status: string }[] = result.matches;
    return { router, queryClient, matches };
  }
  return { redirect: result?.redirect.options.href };
}

/** The router redirects to the address without parameters that the screen does not know. Its page is the same. */
async function loadCanonicalPage(url: string) {
  const loaded = await loadPage(url);
  if (!loaded.redirect || getPath(loaded.redirect) !== getPath(url)) return loaded;
  return loadPage(loaded.redirect);
}

export async function renderApp(url: string): Promise<RenderedPage | undefined> {
  setSiteSettings(readSiteSettings());
  const { router, queryClient, matches } = await loadCanonicalPage(url);
  if (!router) return undefined;
  await awaitResponses();
  await markdownIsReady;
  // The screen of an error offers to try again, which is for browsers.
  if (matches.some(({ status }) => status === 'error')) return undefined;
  const errors: unknown[] = [];
  try {
    const { prelude } = await prerenderToNodeStream(<App router={router} queryClient={queryClient} />, {
      // Otherwise parts of larger pages come last, with inline scripts that move them.
      progressiveChunkSize: Infinity,
      onError: (error) => void errors.push(error),
    });
    const html = await text(prelude);
    if (errors.length > 0) throw errors[0];
    return { html, routes: matches.map(({ routeId }) => routeId) };
  } catch (error) {
    if (error instanceof TextTooLong) return undefined;
    throw error;
  } finally {
    queryClient.clear();
  }
}
